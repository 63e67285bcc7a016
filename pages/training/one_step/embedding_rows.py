"""Gradients of the rows of E, by their three uses."""

from pages.training.one_step import cached, figures, remarks
from pages.training.one_step.training_setup import TrainingSetup
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.views.plot import show_figure


def show_largest_gradients(setup: TrainingSetup) -> None:
    """Plot the gradient norms of the ten rows of the embedding matrix E with the largest gradients.

    Args:
        setup: the training example, its label smoothing, and the training steps already taken.
    """
    glass = session.glass()
    found, middle = cached.get_largest_row_gradients(setup)
    names = [
        remarks.format_piece(piece)
        for piece in glass.tokenizer.pieces([one.token for one in found])
    ]
    explain.show_callout(
        remarks.describe_row_gradients(found, names, middle, glass.config.vocab_size)
    )
    jobs = {
        _("the encoder read it"): [one.source for one in found],
        _("the decoder read it"): [one.target for one in found],
        _("it was scored as a next word"): [one.output for one in found],
    }
    figure = figures.plot_row_gradients(jobs, [one.total for one in found], names)
    show_figure(figure, key="pulled_rows", label=_("The ten rows of E that are pulled hardest"))
