"""Source or prefix: the source's share in each step, here and in a translation that is typed."""

from pages.lab.who_contributed import cached, choices, referee, remarks
from pages.lab.who_contributed.choices import Choices
from pages.lab.who_contributed.figures import source_shares
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import Reading
from ui.views.plot import plot


def show(asked: Choices) -> None:
    """Draw the shares, and let the person type another translation."""
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
    shares = cached.trace_attributions(reading)["alti"].source.sum(dim=1)
    return shares[: len(reading.output)].tolist()


def _tokens(reading: Reading) -> list[str]:
    return [token.text for token in reading.output]


def _mean(reading: Reading) -> float:
    values = cached.log_p(reading)
    return sum(values) / len(values)
