"""Gradient at the logits: probability minus target, one bar per token."""

from pages.training.one_step import cached, figures, remarks
from pages.training.one_step.errors import right_tokens
from pages.training.one_step.question import Question
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import plot


def show(reading: Reading, question: Question) -> None:
    """Plot the logit gradients at one step, with the formula p − y."""
    tokens = right_tokens(reading, question)
    losses = cached.flows(question)[0].losses
    worst = max(range(len(losses)), key=losses.__getitem__)
    step = controls.word(tokens, "right_step", _("Token"), default=worst + 1)
    found = cached.pull(question, step)
    names = [remarks.piece_text(piece) for piece in session.glass().tokenizer.pieces(found.ids)]
    right = question.example.right[step]
    explain.finding(remarks.say_pull(found, tokens[step].text, names, right))
    figure = figures.pulls(found.p, found.y, found.slopes, names)
    plot(figure, key="pulls", label=_("Probability minus target, for the tokens pulled hardest"))
    explain.formula(
        r"\frac{\partial L}{\partial z_k} = p_k - y_k",
        remarks.formula_pull(found, right),
    )
