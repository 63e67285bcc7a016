"""Translation of the interface: every message that people read goes through here.

The English sentence stays in the code, as gettext has it. A message is a whole sentence or label,
with gaps for the values: ``_("Head {head} of {heads}").format(head=1, heads=4)``.

What fills a gap is plain text: two stars that people typed never mean bold, wherever the message
is shown. A gap says how its number is written, always in the visitor's language:

- ``{cosine:.2}``: with two decimals; ``{change:+.2}``: and with a plus sign
- ``{share:%}``: as a percentage, 25%; ``{share:.1%}``, ``{change:+.1%}``: with decimals, a sign
- ``{count:,}``: a whole number, its thousands separated; ``{count:,.1}``: with a decimal
- ``{rate:g}``: with as few decimals as it needs, up to six significant digits; for numbers from
  0.0001 to below a million, because outside these it has an e, as in 3e−05

The language belongs to the visitor's run, thread or task, never to the whole process.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from string import Formatter
from typing import Any

from ui.locales import ENGLISH, load_catalogue, number_symbols

_LOCALE: ContextVar[str] = ContextVar("language of the interface")
_LANGUAGE_RESOLVERS: list[Callable[[], str | None]] = []  # find the language where none was set


def language() -> str:
    """Return the interface language of the current script run, thread or task."""
    spoken = _LOCALE.get(None)
    if spoken is None and (known := [found for ask in _LANGUAGE_RESOLVERS if (found := ask())]):
        set_locale(spoken := known[0])  # in a partial rerun; its thread serves one visitor
    return spoken or ENGLISH


def set_locale(language: str) -> None:
    """Set the interface language, given by its code, of the current thread or task."""
    _LOCALE.set(language)


@contextmanager
def use_locale(language: str) -> Iterator[None]:
    """Set the interface language, given by its code, within a ``with`` block."""
    before = _LOCALE.set(language)
    try:
        yield
    finally:
        _LOCALE.reset(before)


def register_language_resolver(resolver: Callable[[], str | None]) -> None:
    """Register a function that finds the visitor's language where ``set_locale`` has not set one.

    It replaces the function that was registered before.

    Args:
        resolver: returns the code of the language; None means English.
    """
    _LANGUAGE_RESOLVERS[:] = [resolver]


# Module path of the model's programs: in the installed package its name stands before them.
PROGRAM = "python -m model."
PROGRAM_HERE = f"python -m {__name__.removesuffix('ui.messages')}model."


# An invisible word joiner behind a star keeps it from pairing up with another to mean bold.
# A star that is escaped for Markdown, \*, does not need one.
STAR, TYPED_STAR = "*", "*\u2060"
_ALONE = re.compile(r"(?<!\\)\*|\*(?=\*)")
_KEPT = re.compile(r"\*\u2060+")  # more than one joiner where a text was the value of two gaps


class Message(str):
    """A translated message; the texts that fill its gaps are plain, so their ** is not bold."""

    __slots__ = ()

    def format(self, *args: object, **values: object) -> "Message":
        """Return the message with its gaps filled, numbers as the module's docstring says.

        Stars in a value are shown as stars and never make text bold, unless the value is itself a
        message.

        Args:
            *args: values of the gaps ``{}``.
            **values: values of the gaps ``{name}``.
        """
        texts = {name: escape_stars(value) for name, value in values.items()}
        return Message(_NUMBERS.format(self, *map(escape_stars, args), **texts))


class _NumberFormatter(Formatter):
    """Fills gaps; a number whose gap says how is written by ``write_number``."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a value as text."""
        return write_number(value, format_spec) if format_spec else f"{value}"


_NUMBERS = _NumberFormatter()
_SPEC = re.compile(r"(\+?)(,?)(?:\.(\d))?(%?)")  # of a gap: sign, thousands, decimals, percent


def write_number(value: float, spec: str) -> str:
    """Write a number in the visitor's language, with a true minus sign; zero has no sign.

    Args:
        value: the number; of a percentage, the share.
        spec: how, as in a message's gap: ".2", "+.2", "%", "+.1%", ",", ",.1" or "g".

    Raises:
        TypeError: if the value is a text.
        ValueError: if the spec is none of these.
    """
    if isinstance(value, str):  # float would read it as English, and refuse it in other languages
        raise TypeError(f"{value!r} is a text, so a gap must not say how a number is written")
    if spec == "g":
        return localize_separators(f"{value + 0.0:g}".replace("-", "−"))  # no negative zero
    if not (parts := _SPEC.fullmatch(spec)):
        raise ValueError(f"{spec!r} doesn't say how a number is written")
    plus, comma, decimals, percent = parts.groups("0")
    rounded = round(float(value) * (100 if percent else 1), int(decimals)) + 0.0  # no negative zero
    number = f"{rounded:{plus if rounded else ''}{comma}.{decimals}f}".replace("-", "−")
    return f"{localize_separators(number)}{percent_sign() if percent else ''}"


def percent_sign() -> str:
    """Return the sign that follows a percentage, with the no-break space that most languages set
    before it.
    """
    return "%" if language() == ENGLISH else "\u00a0%"


def localize_separators(english_number: str) -> str:
    """Return an English number, such as "1,234.5", with the visitor's separators."""
    return english_number.translate(_separator_table(language()))


@cache
def _separator_table(spoken: str) -> dict[int, str]:
    """Return a language's translation table for the English point and comma in numbers."""
    signs = number_symbols(spoken)
    return str.maketrans({".": signs["decimal"], ",": signs["group"]})


def escape_stars(value: object) -> object:
    """Return a value for a message's gap; in plain text, a word joiner follows each star.

    This invisible character keeps two typed stars from being read as the markup of bold.

    Args:
        value: the value; only a ``str`` that is no ``Message`` is changed.
    """
    if isinstance(value, str) and not isinstance(value, Message):
        return _ALONE.sub(TYPED_STAR, value)
    return value


def remove_word_joiners(text: str) -> str:
    """Return a text without the invisible word joiners that ``escape_stars`` added to it."""
    return _KEPT.sub(STAR, text)


def _(message: str) -> str:
    """Translate a message into the visitor's language, its placeholders still unfilled."""
    spoken = language()
    if spoken != ENGLISH and message:
        message = load_catalogue(spoken).gettext(message)
    return Message(message.replace(PROGRAM, PROGRAM_HERE))


def ngettext(singular: str, plural: str, count: int) -> str:
    """Translate a message in the plural form for a count, leaving ``{count}`` in it unfilled.

    Args:
        singular: the message for one.
        plural: the message for other counts.
        count: the count.
    """
    return Message(load_catalogue(language()).ngettext(singular, plural, count))


def pgettext(context: str, message: str) -> str:
    """Translate a message that has several meanings, such as "none".

    Args:
        context: which meaning, such as "language"; translators see it.
        message: the message in English.
    """
    return Message(load_catalogue(language()).pgettext(context, message))


def N_(message: str) -> str:
    """Return a message unchanged: the call only marks it for translators.

    Where the message is shown, ``_`` translates it.
    """
    return message
