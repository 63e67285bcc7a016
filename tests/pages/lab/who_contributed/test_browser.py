"""Who contributed in a browser: what is drawn are the methods' numbers, at each chosen step."""

import re

import pytest
from playwright.sync_api import expect

from model.attribution.methods import (
    METHODS,
    SOURCE_ONLY,
    attribute_from_trace,
    attribute_step,
    normalize_scores,
)
from model.passes import record_pass
from pages.lab.who_contributed import cached
from ui.readings import session

LINK = "/who_contributed?source=He+is+tired.&to=fr&step=2&sections=none&all_methods=True"
DRAWN = """lines => lines.map((line) => ({
    method: line.dataset.method,
    cells: [...line.querySelectorAll('.cell')].map((cell) => cell.textContent),
    points: line.querySelector('.points').textContent,
    share: line.querySelector('.share').textContent }))"""
HUNDREDTH = 0.0052  # half of one, and what two machines round differently


@pytest.fixture(scope="module")
def reading():
    return session.read("He is tired.", "fr")


def drawn(page):
    return page.locator(".contributions_view [data-method]").evaluate_all(DRAWN)


def value(text):
    return float(text.replace("−", "-"))


def check(page, reading, step):
    """Compare every row that is drawn with what its method answers at the step."""
    model, forced = session.load_model()[0], cached.force_pair(reading)
    trace = record_pass(model, forced.source, forced.target)
    every = attribute_from_trace(model, trace, cached.get_aligner()[0])
    *_, last = attribute_step(model, forced, step)
    alone = last.scores(len(forced.source))
    rows = drawn(page)
    assert [row["method"] for row in rows] == list(METHODS)
    for row in rows:
        name = row["method"]
        scaled = normalize_scores(alone[name] if name in alone else every[name])
        place = step if name in every else 0
        source, prefix = scaled.source[place], scaled.prefix[place, : step + 1]
        expected = source if name in SOURCE_ONLY else [*source, *prefix]
        numbers = [value(text) for text in row["cells"]]
        assert numbers == pytest.approx([float(one) for one in expected], abs=HUNDREDTH), name
        assert row["points"] == reading.source[int(source.argmax())].text
        if name in SOURCE_ONLY:
            assert row["share"] == "–"
        else:
            share = source.abs().sum().item()
            assert value(row["share"]) == pytest.approx(share, abs=HUNDREDTH)


def test_every_row_shows_its_methods_numbers_and_arrow_keys_choose_another_step(visit, reading):
    page = visit().open(LINK)
    table = page.locator(".contributions_view [role=table]")
    chips = page.locator(".st-key-who-choices .tokens [role=radio]")
    expect(chips).to_have_text([token.text for token in reading.output])
    for step in (1, 2):
        word = re.escape(reading.output[step].text)
        expect(table).to_have_attribute("aria-label", re.compile(f"to “{word}”"))
        expect(chips.nth(step)).to_have_attribute("aria-checked", "true")
        check(page, reading, step)
        if step == 1:
            chips.nth(step).focus()
            page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("step=3"))
    expect(chips.nth(2)).to_be_focused()
