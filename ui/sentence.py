"""Remarks: whole translated sentences with gaps and bold parts, written out as text or HTML."""

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass

from model.faults import Fault
from ui.messages import Message, _, ngettext, remove_word_joiners

_STRONG = re.compile(r"\*\*(.+?)\*\*")
_GAP = re.compile(r"(?<!\{)\{(\w+)")


@dataclass(frozen=True)
class Remark:
    """A remark of one or more sentences: a translated template and the values of its gaps.

    Args:
        template: text with ``**strong**`` parts and gaps as ``ui.messages`` has them.
        values: the gaps' values by name, always shown as plain text, whatever people typed.
    """

    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        """Return the remark as plain text."""
        return "".join(text for text, __ in self.text_runs())

    def text_runs(self) -> list[tuple[str, bool]]:
        """Return the remark's text with its gaps filled, as runs of (text, is bold)."""
        parts = _STRONG.split(self.template)  # every second part is strong
        texts = (remove_word_joiners(Message(part).format(**self.values)) for part in parts)
        return [(text, n % 2 == 1) for n, text in enumerate(texts) if text]


def say(template: str, **values: object) -> Remark:
    """Return a remark: the translated template, with the values of its gaps.

    An example is ``say("**{token}** is read.", token=token)``.

    Args:
        template: the remark in English, with ``**bold**`` parts and gaps.
        **values: values of the gaps by name.
    """
    return Remark(_(template), values)


def say_count(singular: str, plural: str, count: int, **values: object) -> Remark:
    """Return a translated remark in the plural form for ``count``, which also fills ``{count}``.

    Args:
        singular: the remark in English for a count of 1.
        plural: the remark in English for other counts.
        count: the count.
        **values: values of the other gaps by name.
    """
    return Remark(ngettext(singular, plural, count), {"count": count, **values})


def join_remarks(*remarks: Remark) -> Remark:
    """Join remarks into one, even if their placeholders share names."""
    templates = (_GAP.sub(rf"{{\1_{i}", one.template) for i, one in enumerate(remarks))
    own = (
        {f"{gap}_{i}": value for gap, value in one.values.items()} for i, one in enumerate(remarks)
    )
    values = {gap: value for one in own for gap, value in one.items()}
    return Remark(" ".join(templates), values)


def describe_error(error: ValueError) -> str:
    """Return an error's message as a clause of a sentence, in the visitor's language.

    The message of a ``Fault`` is translated; that of another ``ValueError`` stays as it is.
    """
    if isinstance(error, Fault):
        return _(error.template).format(**error.values)
    return str(error)


def remark_html(remark: Remark | str) -> str:
    """Return a remark as HTML; a plain string's only markup is ``**bold**``."""
    if isinstance(remark, str):
        return remove_word_joiners(_STRONG.sub(r"<b>\1</b>", html.escape(remark)))
    return "".join(
        f"<b>{html.escape(text)}</b>" if strong else html.escape(text)
        for text, strong in remark.text_runs()
    )
