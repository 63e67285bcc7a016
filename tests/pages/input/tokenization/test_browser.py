"""The tokenization page in a real browser: the picture, the player, the link, the keyboard."""

import re

from playwright.sync_api import expect

from ui.readings import session

WORD = "/tokenization?source=The+cat+sleeps&word=3"


def test_the_player_replays_in_place_and_the_link_follows(visit):
    visitor = visit()
    page = visitor.open(WORD)
    tokenizer = session.load_model()[1]
    steps = tokenizer.merges("sleeps")
    rows = page.locator(".merges .stair")
    expect(rows).to_have_count(len(steps))
    written = rows.last.locator("text:not(.n):not(.label)").all_text_contents()
    assert tuple(written) == steps[-1].pieces
    ids = page.locator(".merges .id").all_text_contents()
    assert [int(number) for number in ids] == tokenizer.encode("sleeps")

    page.evaluate("document.querySelector('.merges .scroll').same = true")
    player = page.locator(".merges .player")
    player.get_by_role("button", name="Step back").click()
    expect(rows).to_have_count(len(steps) - 1)
    page.wait_for_url(f"**merge={len(steps) - 2}**")
    page.get_by_label("Merges done").press("Home")
    expect(rows).to_have_count(1)
    page.wait_for_url("**merge=0**")
    player.get_by_role("button", name="Last step").click()
    expect(rows).to_have_count(len(steps))
    page.wait_for_url(re.compile(r"^(?!.*merge=)"))
    assert page.evaluate("document.querySelector('.merges .scroll').same")


def test_arrows_walk_over_the_pieces_and_the_focus_stays(visit):
    visitor = visit()
    page = visitor.open(WORD)
    chip = page.get_by_role("radio").nth(2)
    expect(chip).to_have_attribute("aria-checked", "true")
    chip.press("ArrowLeft")
    page.wait_for_url("**word=2**")
    visitor.settle()
    expect(page.get_by_role("radio").nth(1)).to_be_focused()
    expect(page.locator(".token_path .peek")).to_contain_text("in “cat”")
    expect(page.locator(".merges .stair").first).to_contain_text("▁cat")
    page.get_by_label("Any word").fill("chat")
    page.get_by_label("Any word").press("Enter")
    page.wait_for_url("**spell=chat**")
    expect(page.locator(".merges .stair").first).to_contain_text("▁chat")


def test_on_a_phone_nothing_scrolls_sideways_and_typed_markup_is_text(visit):
    visitor = visit(width=390, height=844)
    text = "%3Cimg+src%3Dx+onerror%3Dalert(1)%3E+**b**+" + "long" * 40
    page = visitor.open(f"/tokenization?source={text}&sections=all")
    assert visitor.width_to_spare() >= 0
    expect(page.locator(".token_path .written")).to_contain_text(
        "<img src=x onerror=alert(1)> **b**"
    )
    assert page.locator(".token_path img, .merges img, .units img").count() == 0
