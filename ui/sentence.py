"""What is said to a visitor: whole sentences with gaps, and the one place that writes them out."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

from model.faults import Fault
from ui.messages import _, drop_joiners, ngettext

_STRONG = re.compile(r"\*\*(.+?)\*\*")
_GAP = re.compile(r"(?<!\{)\{(\w+)")


@dataclass(frozen=True)
class Sentence:
    """One or more whole sentences: another language has another template, and the same values.

    Args:
        template: with ``**strong**`` parts and gaps as in ``str.format``.
        values: what stands in the gaps: always plain text, whatever people typed.
    """

    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return "".join(text for text, __ in self.runs())

    def runs(self) -> list[tuple[str, bool]]:
        """Return its parts, as a script gets them: text, and whether it is strong."""
        parts = _STRONG.split(self.template)  # every second one is strong
        texts = (drop_joiners(part.format(**self.values)) for part in parts)
        return [(text, n % 2 == 1) for n, text in enumerate(texts) if text]


def say(template: str, **values: object) -> Sentence:
    """Return a sentence: ``say("**{token}** is read.", token=token)``."""
    return Sentence(_(template), values)


def say_count(one: str, many: str, count: int, **values: object) -> Sentence:
    """Return the sentence that goes with a count, which fills the gap ``{count}``."""
    return Sentence(ngettext(one, many, count), {"count": count, **values})


def join(*said: Sentence) -> Sentence:
    """Return whole sentences one after the other; their gaps may have the same names."""
    templates = (_GAP.sub(rf"{{\1_{i}", one.template) for i, one in enumerate(said))
    own = ({f"{gap}_{i}": value for gap, value in one.values.items()} for i, one in enumerate(said))
    values = {gap: value for one in own for gap, value in one.items()}
    return Sentence(" ".join(templates), values)


def say_fault(error: ValueError) -> str:
    """Return what was wrong, in the visitor's language: as a clause, as errors are written."""
    if isinstance(error, Fault):
        return _(error.template).format(**error.values)
    return str(error)


def as_html(said: Sentence | str) -> str:
    """Write a sentence as HTML; of a string ``**bold**`` counts, anything else is plain text."""
    if isinstance(said, str):
        return drop_joiners(_STRONG.sub(r"<b>\1</b>", html.escape(said)))
    return "".join(
        f"<b>{html.escape(text)}</b>" if strong else html.escape(text)
        for text, strong in said.runs()
    )
