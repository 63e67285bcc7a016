"""Questions about the sentence whose answers the model computes: predict, then reveal."""

from pages.background.questions.predictions import show_questions
from ui.frame import explain

NAME = "questions"

explain.show_opening(NAME)
show_questions()
