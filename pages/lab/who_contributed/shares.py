"""The source's share at each step, for this translation and a typed one."""

from pages.lab.who_contributed import cached, choices, referee, remarks
from pages.lab.who_contributed.choices import Choices
from pages.lab.who_contributed.figures import source_shares
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import Reading
from ui.views.plot import plot


def show(asked: Choices) -> None:
    """Plot the source's share by step, and let the person type another translation."""
    other = choices.other(asked.reading)
    own, its = _shares(asked.reading), _shares(other) if other else []

    def go_to(point: dict) -> None:
        if point["trace"] == 0:
            controls.choose("step", point["index"] + 1)

    plot(
        source_shares(
            _tokens(asked.reading), own, _tokens(other) if other else [], its, asked.step
        ),
        key="source_shares",
        label=_("Share of the source in each step of the translation"),
        on_click=go_to,
    )
    text = remarks.along(own)
    if other:
        text += " " + remarks.compare_shares(own, its, (_mean(asked.reading), _mean(other)))
    explain.finding(text)
    referee.detachment_table()


def _shares(reading: Reading) -> list[float]:
    """Return the source's ALTI+ share at each step."""
    shares = cached.trace_attributions(reading)["alti"].source.sum(dim=1)
    return shares[: len(reading.output)].tolist()


def _tokens(reading: Reading) -> list[str]:
    """Return the texts of the output tokens."""
    return [token.text for token in reading.output]


def _mean(reading: Reading) -> float:
    """Return the mean log-probability of a reading's output tokens."""
    values = cached.log_p(reading)
    return sum(values) / len(values)
