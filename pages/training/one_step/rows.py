"""Gradients of the rows of E, by their three uses."""

from pages.training.one_step import cached, figures, remarks
from pages.training.one_step.question import Question
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.views.plot import plot


def show(question: Question) -> None:
    """Plot the ten rows of E with the largest gradients."""
    glass = session.glass()
    found, middle = cached.strongest_rows(question)
    names = [
        remarks.piece_text(piece) for piece in glass.tokenizer.pieces([one.token for one in found])
    ]
    explain.finding(remarks.say_rows(found, names, middle, glass.config.vocab_size))
    jobs = {
        _("the encoder read it"): [one.source for one in found],
        _("the decoder read it"): [one.target for one in found],
        _("it was scored as a next word"): [one.scored for one in found],
    }
    figure = figures.rows(jobs, [one.total for one in found], names)
    plot(figure, key="pulled_rows", label=_("The ten rows of E that are pulled hardest"))
