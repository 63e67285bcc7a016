"""The words of the interface: each message that people read goes through here.

The English sentence stays in the code, as gettext has it. A message is a whole sentence or label,
with gaps for what differs: ``_("Head {head} of {heads}").format(head=1, heads=4)``.

What fills a gap is text as it is: two stars that people typed never mean bold, wherever the
message is shown.

The language is the visitor's: of this run, thread or task, never of the whole process.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ui.locales import ENGLISH, catalogue

_SPOKEN: ContextVar[str] = ContextVar("language of the interface")
_ASKED: list[Callable[[], str | None]] = []  # who knows a language that nobody said


def language() -> str:
    """Return the current interface language."""
    spoken = _SPOKEN.get(None)
    if spoken is None and (known := [found for ask in _ASKED if (found := ask())]):
        speak(spoken := known[0])  # a part of a page runs again: a thread has one visitor
    return spoken or ENGLISH


def speak(language: str) -> None:
    """Set the interface language in this thread or task."""
    _SPOKEN.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use an interface language within a ``with`` block."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def ask_for_language(ask: Callable[[], str | None]) -> None:
    """Register a function that finds the visitor's language where none was set."""
    _ASKED[:] = [ask]


# How programs of the model are called: inside of the package they have its name before theirs.
PROGRAM = "python -m model."
PROGRAM_HERE = f"python -m {__name__.removesuffix('ui.messages')}model."


# A word joiner behind it, which nobody sees, keeps a star from being one of two that mean bold.
# One that Markdown is told to leave alone, \*, has no need of it.
STAR, TYPED_STAR = "*", "*\u2060"
_ALONE = re.compile(r"(?<!\\)\*|\*(?=\*)")


class Message(str):
    """A message whose gaps hold plain text: only the stars of the message itself mean bold."""

    __slots__ = ()

    def format(self, *places: object, **values: object) -> "Message":
        """Fill the gaps; a value that is a message itself keeps its bold parts."""
        texts = {name: keep_stars(value) for name, value in values.items()}
        return Message(super().format(*map(keep_stars, places), **texts))


def keep_stars(value: object) -> object:
    """Return what fills a gap: a text that is no message means no bold."""
    if isinstance(value, str) and not isinstance(value, Message):
        return _ALONE.sub(TYPED_STAR, value)
    return value


def drop_joiners(text: str) -> str:
    """Return a text as it was typed, once it is known what in it is bold."""
    return text.replace(TYPED_STAR, STAR)


def _(message: str) -> str:
    """Return a message in the visitor's language; its gaps are filled by ``Message.format``."""
    spoken = language()
    if spoken != ENGLISH and message:
        message = catalogue(spoken).gettext(message)
    return Message(message.replace(PROGRAM, PROGRAM_HERE))


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a message that goes with a count; ``{count}`` in it is still a gap."""
    return Message(catalogue(language()).ngettext(one, many, count))


def pgettext(context: str, message: str) -> str:
    """Return a message that means something else in another context: "reads", of a row, say."""
    return Message(catalogue(language()).pgettext(context, message))


def N_(message: str) -> str:
    """Mark a message that is written down before it is known who reads it; ``_`` translates it."""
    return message
