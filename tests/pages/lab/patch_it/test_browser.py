"""Patch it, driven by hand: cells are read back against patched passes, keys move at once."""

import re

import pytest

from model.patching.sites import arrange_in_maps
from pages.lab.patch_it import cached
from pages.lab.patch_it.experiment import PatchingExperiment, Trial
from pages.lab.patch_it.remarks.maps import format_effect

LINK = "/patch_it?source=He+is+tired.&to=fr&changed_sentence=She+is+tired."
CHOSEN = '.patch_view .cell[aria-selected="true"]'


@pytest.fixture(scope="module")
def maps():
    experiment = PatchingExperiment(
        ("He is tired.", "She is tired."), ("fr", "fr"), (), (), False, False
    )
    [first, *_] = cached.compare_runs_by_step(experiment)
    trial = Trial(experiment, 0, (first.clean, first.changed))
    return arrange_in_maps(
        cached.list_patch_sites(trial),
        cached.compute_effects(trial, cached.get_patched_predictions(trial)),
    )


def rows(page):
    lines = page.locator(".patch_view .line[role=row]").all()
    return [line.locator(".cell").all_inner_texts() for line in lines]


def test_every_cell_of_every_map_shows_its_effect(visit, maps):
    page = visit().open(LINK)
    page.wait_for_selector(CHOSEN)
    buttons = page.locator(".patch_view .small button")
    for place, values in enumerate(maps.values()):
        buttons.nth(place).click()
        sent = [[round(value, 4) for value in row] for row in values.tolist()]  # to the browser
        shown = [[format_effect(value) for value in row] for row in sent]
        assert rows(page) == shown


def test_arrow_keys_move_over_the_cells_and_the_card_follows_at_once(visit):
    visitor = visit()
    page = visitor.open(LINK + "&place=encoder.1.0")
    page.locator(CHOSEN).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.locator(".patch_view .card h3").inner_text().startswith("“is” as in the changed")
    assert "after layer 2" in page.evaluate("document.activeElement.ariaLabel")
    page.wait_for_url(re.compile(r"place=encoder\.2\.1"))
    visitor.settle()
    assert "after layer 2" in page.evaluate("document.activeElement.ariaLabel")
    page.locator(".patch_view dd", has_text="as it was").wait_for()


def test_the_patch_is_kept_while_the_translation_is_written(visit):
    page = visit().open(LINK + "&place=encoder.2.0")
    page.locator(".patch_view dd", has_text="= changed").wait_for()
    own, patched = page.locator(".patch_view dd").all_inner_texts()
    assert own.split() != patched.split()
