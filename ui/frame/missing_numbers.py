"""Numbers of a sentence that its translation lost: digits, the sign, or the decimal point."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

# By language: thousands separators, and decimal separator.
FORMATS = {"en": (",", "."), "fr": (" .", ","), "de": (".' ", ","), "es": (". ", ",")}
NUMBER = re.compile(
    r"(?:(?<![\w.,)\]])[-−–] ?)?"  # a sign: no hyphen, nor that of 5-6
    r"(?:(?:\d+ )?\d+⁄[1-9]\d*|\d+(?:[.,']\d+| \d{3}(?!\d))*)"
)
CLOCK = re.compile(r"(\d{1,2})[.,](\d\d)")  # 10.30 Uhr, or decimals
TWELVE_HOURS = 12  # hours between 5 pm and 17 Uhr
SPELLABLE = set(range(101))  # numbers that a translation may spell out
MINUS = re.compile(r"\b(?:minus|negative|moins|menos)\b", re.IGNORECASE)
BELOW_ZERO = re.compile(
    r"below (?:zero|0)|(?:en dessous de|sous) (?:zéro|0)|unter (?:null|0)|bajo cero", re.IGNORECASE
)


def find_missing_numbers(
    text: str, source_language: str, translation: str, target_language: str
) -> list[str]:
    """Return the numbers of a sentence that its translation lacks, written as in the sentence.

    A number is not returned if the translation may have it in another form: in either language's
    number format, spelled out, or in 12- instead of 24-hour time (5 pm, 17 Uhr) and vice versa.

    Args:
        text: the source sentence.
        source_language: code of its language; "" if that is not certain.
        translation: its translation.
        target_language: code of the translation's language.
    """
    asked, said = _find_numbers(text, source_language), _find_numbers(translation, target_language)
    if any("⁄" in one.written for one in asked):
        said = _find_numbers(translation.replace("/", "⁄"), target_language)
    in_words = bool(MINUS.search(translation))
    if in_words or BELOW_ZERO.search(translation):
        said = [Number(one.written, one.values | {-v for v in one.values}) for one in said]
    known = {value for one in asked for value in one.values | one.clock}
    new = {
        v for one in said if not (one.values | one.clock) & known for v in one.values | one.clock
    }
    clocks = {value for one in said for value in one.clock}
    found: dict[str, None] = {}
    for one in asked:
        match = next((other for other in said if one.values & other.values), None)
        if match is None:
            reworded = one.values <= clocks or (one.clock and one.clock <= _all_values(said))
            if not reworded and not any(_is_reworded(v, new, in_words) for v in one.values):
                found[one.written] = None
        elif not match.values & SPELLABLE:  # a small number may match two
            said.remove(match)
    return [*found]


@dataclass(frozen=True)
class Number:
    """A number as written, and the values that it may mean."""

    written: str
    values: set[Fraction]

    @property
    def clock(self) -> set[Fraction]:
        """Its hour and its minutes, if it may be a clock time such as "10.30"; else empty."""
        time = CLOCK.fullmatch(self.written)
        return set(map(Fraction, time.groups())) if time else set()


def _all_values(numbers: Iterable[Number]) -> set[Fraction]:
    """Return the union of the numbers' possible values."""
    return {value for one in numbers for value in one.values}


def _is_reworded(value: Fraction, translated_values: set[Fraction], is_negative: bool) -> bool:
    """Whether a translation may have the number in words, or in 12- or 24-hour time instead.

    Args:
        value: value of the number.
        translated_values: values of numbers that only the translation has.
        is_negative: whether the translation spells out a minus sign.
    """
    if (
        not value or {value + TWELVE_HOURS, value - TWELVE_HOURS} & translated_values
    ):  # 8:00 may be 8 Uhr
        return True
    small = abs(value) in SPELLABLE or abs(value) < 1 or not value % 100
    return small and not translated_values and (value >= 0 or is_negative)


def _find_numbers(text: str, language: str) -> list[Number]:
    """Return the numbers of a text, in order."""
    plain = re.sub(r"\s", " ", unicodedata.normalize("NFKC", text))
    return [number for one in NUMBER.finditer(plain) for number in _parse_number(one[0], language)]


def _parse_number(written: str, language: str) -> list[Number]:
    """Return a number with its possible values, or its digit groups if no format fits (dates)."""
    digits = written.lstrip("-−– ")
    signs = [1] if digits == written else [-1]
    if written[1:2] == " " and digits != written:  # or an item of a list
        signs = [1, -1]
    own = [*_parse_digits(digits, language)]
    values = own or [value for other in FORMATS for value in _parse_digits(digits, other)]
    if not values:  # a date, a version: each group of digits by itself
        return [Number(group, {Fraction(group)}) for group in re.findall(r"\d+", digits)]
    return [Number(written, {sign * value for sign in signs for value in values})]


def _parse_digits(digits: str, language: str) -> Iterator[Fraction]:
    """Yield the value of unsigned digits in a language's number format; nothing if they do not fit.

    For a language without a known format, all formats are tried.
    """
    if "⁄" in digits:
        yield sum(map(Fraction, digits.replace("⁄", "/").split()), Fraction())
        return
    for group, point in [FORMATS[language]] if language in FORMATS else FORMATS.values():
        if re.fullmatch(rf"(\d+|\d{{1,3}}([{group}])\d{{3}}(\2\d{{3}})*)([{point}]\d+)?", digits):
            plain = re.sub(rf"[{group}]", "", digits)
            yield Fraction(plain.replace(point, "."))
