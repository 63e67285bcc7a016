"""Gradient at the logits: probability minus target, one bar per token."""

from pages.training.one_step import cached, figures, remarks
from pages.training.one_step.picture import get_reference_tokens
from pages.training.one_step.training_setup import TrainingSetup
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import show_figure


def show(reading: Reading, setup: TrainingSetup) -> None:
    """Let the person choose a token of the reference; plot the logit gradients p − y where it is
    predicted.

    Args:
        reading: the sentence.
        setup: the training example, its label smoothing, and the training steps already taken.
    """
    tokens = get_reference_tokens(reading, setup)
    losses = cached.compute_gradient_flows(setup)[0].losses
    worst = max(range(len(losses)), key=losses.__getitem__)
    step = controls.choose_token(tokens, "right_step", _("Token"), default=worst + 1)
    found = cached.get_logit_gradients(setup, step)
    names = [remarks.format_piece(piece) for piece in session.glass().tokenizer.pieces(found.ids)]
    right = setup.example.labels[step]
    explain.show_callout(remarks.describe_logit_gradients(found, tokens[step].text, names, right))
    figure = figures.plot_logit_gradients(found.p, found.y, found.gradients, names)
    show_figure(
        figure, key="pulls", label=_("Probability minus target, for the tokens pulled hardest")
    )
    explain.show_formula(
        r"\frac{\partial L}{\partial z_k} = p_k - y_k",
        remarks.logit_gradient_latex(found, right),
    )
