"""The page that breaks the model, driven by hand: everything repaints in place."""

import re

import pytest

from model.changes.edits import pin_weights
from model.changes.kinds import PinnedWeights
from pages.lab.break_it import damage
from pages.lab.break_it.switches import EXPERIMENTS
from tests.close import near
from ui.readings import session

SENTENCE = "The cat is sleeping because it is tired."
LINK = "/break_it?source=The+cat+is+sleeping+because+it+is+tired."


def test_a_weight_is_dragged_by_keyboard_and_the_others_share_what_is_left(visit):
    visitor = visit()
    row = "&attention=cross&layer=4&head=2&word=2&sections=a_head_and_a_row_of_it"
    page = visitor.open(LINK + row)
    sliders = page.locator(".row_editor input")
    sliders.nth(3).focus()
    canvas = page.locator(".row_editor canvas").last.element_handle()
    page.keyboard.press("End")
    page.wait_for_url(re.compile("edits=row-cross-4-2-2%3D4_1"))
    visitor.settle()
    numbers = [float(text) for text in page.locator(".row_editor .line output").all_inner_texts()]
    assert numbers == [1.0 if key == 3 else 0.0 for key in range(len(numbers))]
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(re.compile("4_0.99"))
    visitor.settle()
    base = session.read(SENTENCE, "fr").attention("cross", 3)["weights"][:, 1, 1]
    numbers = [float(text) for text in page.locator(".row_editor .line output").all_inner_texts()]
    assert numbers == pytest.approx(pin_weights(base, [(3, 0.99)])[0].tolist(), abs=6e-4)
    assert canvas.evaluate("node => node.isConnected")
    assert page.evaluate("document.activeElement.ariaLabel").startswith("Weight of")
    edited = session.read(SENTENCE, "fr", (PinnedWeights("cross", 3, 1, 1, ((3, 0.99),)),))
    assert page.locator(".answer").inner_text() == edited.translation
    page.keyboard.press("ArrowLeft")
    board, undo = page.locator(".row_editor .board"), page.get_by_role("button", name="Undo this")
    board.press("ArrowDown")  # and on, before the server heard of the row above
    sliders.nth(3).press("End")
    page.wait_for_url(re.compile("row-cross-4-2-2%3D4_0.98.*row-cross-4-2-3%3D4_1"))
    undo.click()
    assert board.evaluate("node => node === document.activeElement")
    page.keyboard.press("ArrowUp")
    undo.click()
    page.wait_for_url(lambda url: "edits" not in url)


def test_an_experiment_repaints_translations_and_bars_in_place(visit):
    visitor = visit()
    page = visitor.open(LINK)
    page.wait_for_selector("#plot-damage[data-revision]")
    figure = page.locator("#plot-damage").element_handle()
    page.get_by_role("button", name="No positions").click()
    page.locator(".st-key-edited").wait_for()
    visitor.settle()
    broken = session.read(SENTENCE, "fr", EXPERIMENTS["No positions"])
    assert page.locator(".answer").inner_text() == broken.translation
    said = page.locator(".spoken dd").last.inner_text().removesuffix("</s>")
    assert said.split() == broken.translation.split()
    assert "no positions in the encoder" in page.locator(".st-key-edited").inner_text()
    page.locator("#plot-damage").scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('#plot-damage')?.data?.length === 2")
    assert figure.evaluate("node => node.isConnected")
    page.get_by_role("button", name="Back to normal").click()
    page.get_by_text("Nothing has changed yet").first.wait_for()
    assert figure.evaluate("node => node.isConnected")


def test_a_head_of_the_ranking_is_silenced_by_keyboard_and_shown(visit):
    visitor = visit()
    page = visitor.open(LINK + "&sections=a_head_and_a_row_of_it-which_head_matters_most")
    page.wait_for_selector("#plot-each_head[data-revision]")
    table = damage.compute_head_ablation_effects(session.read(SENTENCE, "fr"))
    drawn = page.evaluate("document.querySelector('#plot-each_head').data[0].z")
    assert drawn == [near(row) for row in table.flatten(0, 1).tolist()]
    page.locator("#plot-each_head").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "Enter"):  # shows, then walks
        page.keyboard.press(key)
    page.wait_for_url(re.compile("edits=encoder-2-3"))
    visitor.settle()
    assert re.search("layer=2.*head=3", page.url)


def test_both_maps_fit_a_phone(visit):
    visitor = visit(390, 844)
    page = visitor.open(LINK + "&edits=no-mask&sections=all")
    page.wait_for_selector(".row_editor canvas")
    board = page.locator(".row_editor .board").bounding_box()
    assert board["x"] + board["width"] <= 390
    assert visitor.width_to_spare() >= 0
