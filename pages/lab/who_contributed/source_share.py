"""The source's share at each step, for this translation and a typed one."""

from pages.lab.who_contributed import cached, faithfulness_evaluation, remarks
from pages.lab.who_contributed.choices import Choices, choose_other_translation
from pages.lab.who_contributed.figures import plot_source_shares
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import Reading
from ui.views.plot import show_figure


def show(choices: Choices) -> None:
    """Plot the source's share of the attribution at each step, and let the visitor type another
    translation to compare.

    Args:
        choices: what the visitor chose on the page.
    """
    other = choose_other_translation(choices.reading)
    own, its = (
        _compute_source_shares(choices.reading),
        _compute_source_shares(other) if other else [],
    )

    def go_to(point: dict) -> None:
        """Select the clicked step, if the point is on the model's own translation."""
        if point["trace"] == 0:
            controls.set_choice("step", point["index"] + 1)

    show_figure(
        plot_source_shares(
            _output_texts(choices.reading),
            own,
            _output_texts(other) if other else [],
            its,
            choices.step,
        ),
        key="source_shares",
        label=_("Share of the source in each step of the translation"),
        on_click=go_to,
    )
    text = remarks.describe_share_trend(own)
    if other:
        text += " " + remarks.describe_share_difference(
            own, its, (_mean_log_probability(choices.reading), _mean_log_probability(other))
        )
    explain.show_callout(text)
    faithfulness_evaluation.show_detachment_table()


def _compute_source_shares(reading: Reading) -> list[float]:
    """Return the source's share of ALTI+ attribution at each step."""
    shares = cached.attribute_from_reading(reading)["alti"].source.sum(dim=1)
    return shares[: len(reading.output)].tolist()


def _output_texts(reading: Reading) -> list[str]:
    """Return the texts of the output tokens."""
    return [token.text for token in reading.output]


def _mean_log_probability(reading: Reading) -> float:
    """Return the mean log-probability of a reading's output tokens."""
    values = cached.compute_log_probabilities(reading)
    return sum(values) / len(values)
