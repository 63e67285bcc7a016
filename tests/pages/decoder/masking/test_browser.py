import re

import pytest
import torch
from playwright.sync_api import expect

from ui.readings import passes, session

SENTENCE = "The cat sleeps because it is tired."
LINK = "/masking?to=fr&source=The+cat+sleeps+because+it+is+tired.&row=4&column=3&layer=2&head=2"
MAPS = ".st-key-causal_maps .cells"


@pytest.fixture(scope="module")
def reading():
    return session.read(SENTENCE, "fr")


def chain(page, name):
    return page.locator(f'.st-key-causal_maps .chain [data-value="{name}"]').inner_text()


def hover(page, kind, row, column, n):
    box = page.locator(f'{MAPS}[data-map="{kind}"]').bounding_box()
    side = box["width"] / n
    page.mouse.move(box["x"] + (column + 0.5) * side, box["y"] + (row + 0.5) * side)


def said(value, decimals=3):
    return f"{value:.{decimals}f}".replace("-", "−")


def test_a_cell_pointed_at_is_ringed_in_all_three_maps_with_its_numbers(visit, reading):
    page = visit().open(LINK)
    part = reading.attention("decoder", 1)
    n = len(reading.target)
    hover(page, "masked", 2, 1, n)
    assert chain(page, "score") == chain(page, "masked") == said(part["scores"][0, 1, 2, 1].item())
    assert chain(page, "weight") == said(part["weights"][0, 1, 2, 1].item())
    rings = page.eval_on_selector_all(
        f"{MAPS} .ring",
        "rings => rings.map(r => [r.getAttribute('x'), r.getAttribute('y')].join())",
    )
    assert len(rings) == 3
    assert len(set(rings)) == 1

    hover(page, "scores", 2, 5, n)  # a later word
    assert chain(page, "score") == said(part["scores"][0, 1, 2, 5].item())
    assert (chain(page, "masked"), chain(page, "weight")) == ("−∞", "0")
    hidden = (part["masked"][0, 1] == -torch.inf).sum().item()
    assert page.locator(f'{MAPS}[data-map="masked"] text').all_text_contents() == ["−∞"] * hidden


def test_switching_the_mask_off_repaints_the_same_maps(visit, reading):
    visitor = visit()
    page = visitor.open(LINK)
    page.evaluate(f"document.querySelector('{MAPS}').mine = true")
    page.locator(".st-key-causal label").click()
    page.wait_for_url("**causal=False**")
    visitor.settle()
    off = passes.pass_without_mask(reading)
    weight = off.attention("decoder", 1)["weights"][0, 1, 3, 2]
    assert chain(page, "weight") == said(weight.item())
    assert page.locator(f'{MAPS}[data-map="masked"] text').count() == 0
    p = off.trace["logits"][0].softmax(-1)[range(len(off.output)), list(off.output_ids)]
    shown = page.locator(".says .number").all_inner_texts()
    assert [float(text) for text in shown] == pytest.approx(p.tolist(), abs=6e-4)
    assert page.evaluate(f"document.querySelector('{MAPS}').mine")


def test_arrow_keys_choose_a_cell_and_heads_switch_at_once(visit, reading):
    page = visit().open(LINK)
    page.locator(f'{MAPS}[data-map="scores"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    weights = reading.attention("decoder", 1)["weights"][0]
    assert chain(page, "weight") == said(weights[1, 4, 1].item())
    page.wait_for_url(re.compile("column=2.*row=5|row=5.*column=2"))
    page.locator(".st-key-head button", has_text="5").click()
    expect(page.locator(".st-key-causal_maps .chain [data-value=weight]")).to_have_text(
        said(weights[4, 4, 1].item())
    )
    page.wait_for_url("**head=5**")


def test_on_a_phone_the_chosen_token_is_in_sight_and_names_leave_room(visit):
    source = "+".join(["The", "old", "man", "told", "us", "a", "story."] * 4)
    visitor = visit(390, 844)
    page = visitor.open(f"/masking?to=fr&source={source}&changed=25&sections=all")
    assert visitor.width_to_spare() >= 0
    group = page.locator(".st-key-changed_picker [role=radiogroup]").bounding_box()
    chip = page.locator(".st-key-changed_picker [aria-checked=true]").bounding_box()
    assert chip["y"] >= group["y"]
    assert chip["y"] + chip["height"] <= group["y"] + group["height"]
    page.wait_for_selector("#plot-moves[data-revision]")
    names = page.locator("#plot-moves .xtick").count()
    assert 0 < names < len(session.read(source.replace("+", " "), "fr").target)
