"""Scales say more by more contrast: light and dark, in grey, and where fewer hues are seen."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

SHEET = Path(__file__).parents[3] / "ui" / "frame" / "style.css"
THEMES = ("light", "dark")
STEP = 10  # of 100 in lightness: the least that two neighbours of a scale differ


def colours(theme: str) -> dict[str, str]:
    """Return the colours of a theme by their names, as the stylesheet has them."""
    pair = re.compile(r"--glass-([\w-]+): light-dark\((#\w{6}), (#\w{6})\);")
    found = pair.findall(SHEET.read_text(encoding="utf-8"))
    return {name: both[THEMES.index(theme)] for name, *both in found}


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG has it."""
    shares = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def lightness(colour: str) -> float:
    """Return L* of CIELAB, on which equal steps look equal."""
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 216 / 24389 else y * 24389 / 27


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def scale(name: str, theme: str) -> list[str]:
    known = colours(theme)
    return [known[f"{name}-{place}"] for place in range(5)]


@pytest.mark.parametrize("theme", THEMES)
def test_the_larger_a_weight_the_more_its_colour_stands_out(theme):
    away = {"light": -1, "dark": 1}[theme]  # from the page's own lightness
    steps = [b - a for a, b in pairwise(map(lightness, scale("attention", theme)))]
    assert all(away * step >= STEP for step in steps), steps


@pytest.mark.parametrize("theme", THEMES)
def test_both_ends_of_the_signed_scale_stand_out_alike(theme):
    away = {"light": -1, "dark": 1}[theme]
    values = list(map(lightness, scale("signed", theme)))
    for half in (values[2:], values[2::-1]):  # from zero to one, and to minus one
        assert all(away * (b - a) >= STEP for a, b in pairwise(half)), half
    assert abs(values[0] - values[4]) < STEP


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", ["attention", "signed"])
def test_the_ends_of_a_scale_are_told_from_its_beginning(theme, name):
    colour = scale(name, theme)
    none = colour[0] if name == "attention" else colour[2]
    ends = [colour[4]] if name == "attention" else [colour[0], colour[4]]
    assert all(contrast(none, end) >= 4.5 for end in ends)


@pytest.mark.parametrize("theme", THEMES)
def test_letters_are_read_on_the_areas_of_their_colour(theme):
    known = colours(theme)
    for name in "XQKVZ":
        assert contrast(known[f"{name}-ink"], known[f"{name}-tint"]) >= 4.5, name
