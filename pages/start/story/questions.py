"""The six quiz questions at the end of the story; the tour has others."""

from functools import partial

import streamlit as st

from ui.frame.quiz import Question, show_question
from ui.messages import N_

_ANSWERS = "story answers"

QUESTIONS = (
    Question(
        N_("A word isn't on the model's list. What happens to it?"),
        (
            N_("It is left out"),
            N_("It is cut into smaller pieces that are on the list"),
            N_("The model looks it up in a dictionary"),
        ),
        1,
        N_("Even single letters are pieces, so almost anything can be written."),
        "tokenization",
    ),
    Question(
        N_("A word occurs twice in a sentence. How do its vectors differ before the first layer?"),
        (
            N_("Only in the waves that were added"),
            N_("In their rows of the table"),
            N_("They don't: they stay equal all the way through"),
        ),
        0,
        N_("Both places get the same row; the waves added there tell them apart."),
        "positional_encoding",
    ),
    Question(
        N_("What flows from one word to another in attention?"),
        (N_("Its query"), N_("Its key"), N_("Its value")),
        2,
        N_("Query and key decide how much; the value is what is passed on."),
        "queries_keys_values",
    ),
    Question(
        N_("What happens to a word's vector when attention adds something to it?"),
        (
            N_("It is replaced"),
            N_("It stays, and attention's result is added to it"),
            N_("It is copied to every other word"),
        ),
        1,
        N_("The old vector stays in the sum, and attention's result is added to it."),
        "residual_and_norm",
    ),
    Question(
        N_("Where does the decoder's next input come from while it translates?"),
        (
            N_("From the piece that it has just chosen"),
            N_("From the right translation"),
            N_("From the next word of your sentence"),
        ),
        0,
        N_("Each piece it chooses becomes its next input, until it chooses the end."),
        "shifted_input",
    ),
    Question(
        N_("Who decided what each head looks for?"),
        (
            N_("The people who wrote the program"),
            N_("The grammar of each language"),
            N_("Nobody: training only made errors smaller"),
        ),
        2,
        N_("People found out what heads do only afterwards, by measuring."),
        "head_census",
    ),
)


def show_questions() -> None:
    """Show the quiz questions; the answers are kept in the session."""
    answers = st.session_state.setdefault(_ANSWERS, {})
    for number, question in enumerate(QUESTIONS):
        note = partial(answers.__setitem__, number)
        show_question(number + 1, question, answers.get(number), f"story_question_{number}", note)
