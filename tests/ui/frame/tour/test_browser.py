"""The whole tour in Chromium, from its start to its end: at each stop a wrong attempt first."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests import axe
from tests.browser import Visitor
from ui.frame.tour.steps import STEP_BY_PAGE, TOUR_STEPS
from ui.messages import _, use_locale
from ui.readings import defaults, passes, session

STRIP = ".tour_strip"
ROOT = Path(__file__).parents[4]


@pytest.fixture
def visitor(visit) -> Visitor:
    return visit()


def field(page: Page):
    return page.get_by_role("textbox", name="Sentence", exact=True)


def type_sentence(page: Page, text: str) -> None:
    field(page).fill(text)
    page.keyboard.press("Enter")


def not_yet(page: Page, text: str) -> None:
    """The wrong attempt was seen, and is none."""
    expect(page.locator(f"{STRIP} .now")).to_contain_text(text)
    expect(page.locator(f"{STRIP}.done")).to_have_count(0)


def done(page: Page) -> None:
    expect(page.locator(f"{STRIP}.done .now")).to_contain_text("Done: ")


def is_for_everybody(visitor: Visitor) -> None:
    """The page with the strip has nothing that keeps people from using it, light or dark."""
    for theme in ("dark", "light"):
        visitor.page.emulate_media(color_scheme=theme)
        visitor.page.wait_for_function(
            "(theme) => getComputedStyle(document.querySelector('.stApp')).colorScheme === theme",
            arg=theme,
        )
        visitor.settle()
        assert axe.small(visitor.page) == []
        assert axe.serious(visitor.page) == []


def guess(page: Page, place: int) -> None:
    page.locator(f"{STRIP} select").select_option(str(place))


def overview(page: Page) -> None:
    reading = session.read("The dog is here.", "fr")
    pairs = zip(reading.output, reading.hypotheses[0].path, strict=True)
    sure = [node.log_probability for __, node in pairs]
    least = sure.index(min(sure)) + 1
    assert least > 1  # else there is no wrong attempt on the way
    not_yet(page, "whole translation")
    player = page.locator(".diagram .steps-player")
    player.get_by_label("First step").click()
    for step in range(1, least):
        not_yet(page, f"Step {step}")
        player.get_by_label("Step forward").click()


def tokenization(page: Page) -> None:
    type_sentence(page, "The cat is here.")
    not_yet(page, "is one token")
    type_sentence(page, "The xylophonist is here.")


def embedding(page: Page) -> None:
    expect(page.locator(".look").first).not_to_be_visible()
    names = page.locator(f"{STRIP} option").all_inner_texts()[1:]
    gato = next(place for place, name in enumerate(names) if "gato" in name)
    guess(page, (gato + 1) % len(names))
    not_yet(page, "is only next to")
    guess(page, gato)


def queries_keys_values(page: Page) -> None:
    choose(page, "head", 2)
    not_yet(page, "head 2: the query of “it” matches")
    choose(page, "head", 7)  # where “it” attends to “cat”


def why_attention(page: Page) -> None:
    source = page.locator(".hiding .source button")
    own = page.locator(".hiding .source .own").inner_text()
    source.filter(has_text=own).first.click()
    not_yet(page, "itself is hidden")
    source.filter(has_text=own).first.click()
    not_yet(page, "No word is hidden")
    source.filter(has_text="car").click()


def train_it_yourself(page: Page) -> None:
    page.locator(".st-key-begin_phrases button").click()
    not_yet(page, "No training run with attention has finished")
    expect(page.locator(f"{STRIP} .now")).to_contain_text("Without attention")
    page.locator(".st-key-carry label").click()
    page.locator(".st-key-begin_phrases button").click()


def scaled_dot_product(page: Page) -> None:
    expect(page.locator(".attention_steps")).not_to_be_visible()
    names = page.locator(f"{STRIP} option").all_inner_texts()[1:]
    reading = session.read(field(page).input_value(), "fr")
    word = defaults.find_default_token(reading.source, "en")
    head = defaults.find_default_head(reading, "encoder", 0, word)
    read_most = reading.attention("encoder", 0)["weights"][0, head, word].argmax().item()
    for place in ((read_most + 1) % len(names), read_most):
        guess(page, place)
        expect(page.locator(f"{STRIP} .now")).to_contain_text(names[place])
        expect(page.locator(".attention_steps")).to_be_visible()
        if place != read_most:
            not_yet(page, "of its weight")


def choose(page: Page, name: str, number: int) -> None:
    """Choose a layer or a head."""
    page.locator(f".st-key-inline-{name}").get_by_role("radio", name=str(number)).click()
    chosen = page.locator(f'.st-key-inline-{name} [role="radio"][aria-checked="true"]')
    expect(chosen).to_have_text(str(number))


def multi_head(page: Page) -> None:
    reading = session.read(field(page).input_value(), "fr")
    share = {
        (layer + 1, head + 1): reading.attention("encoder", layer)["weights"][0, head]
        .diagonal(-1)
        .mean()
        .item()
        for layer in range(4)
        for head in range(8)
    }
    for layer, head in (min(share, key=share.get), max(share, key=share.get)):
        choose(page, "layer", layer)
        choose(page, "head", head)
        expect(page.locator(f"{STRIP} .now")).to_contain_text(f"ayer {layer}, head {head}")
        if share[layer, head] < 0.5:
            not_yet(page, "of its weight on the previous token")


def positional_encoding(page: Page) -> None:
    guess(page, 1)
    shuffle = page.get_by_role("button", name="Shuffle again")
    expect(shuffle).to_be_in_viewport()  # the page has come to it by itself
    shuffle.click()
    not_yet(page, "correct your answer")
    guess(page, 0)


def shifted_input(page: Page) -> None:
    guess(page, 0)
    page.locator(".shifted .cell.reads").nth(2).click()
    expect(page.locator(".shifted input")).to_be_in_viewport(ratio=1)
    page.locator(".shifted input").fill("chat")
    page.keyboard.press("Enter")
    not_yet(page, "Correct your answer")
    guess(page, 2)


def cross_attention(page: Page) -> None:
    now, forward = page.locator(f"{STRIP} .now"), page.get_by_role("button", name="Step forward")
    before, place = now.inner_text(), forward.bounding_box()
    for __ in range(12):  # there are not more words, and one of them crosses another
        forward.click()
        expect(now).not_to_have_text(before)
        assert forward.bounding_box() == place  # nothing jumps under the pointer
        before = now.inner_text()
        if page.locator(f"{STRIP}.done").count():
            return


def decoding(page: Page) -> None:
    not_yet(page, "Both write")
    type_sentence(page, next(text for text in texts() if differ(text)))


def texts() -> list[str]:
    lines = (ROOT / "assets" / "sentences.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return [line.split("\t")[0] for line in lines]


def differ(text: str) -> bool:
    """Whether greedy search and the page's beam end in different translations."""
    reading, tokenizer = session.read(text, "fr"), session.load_model()[1]
    greedy = tokenizer.decode(passes.greedy_translation(reading.source_ids, reading.target_ids[0]))
    return greedy != reading.translation


def teach_it(page: Page) -> None:
    page.get_by_role("button", name="Teach", exact=True).click()
    not_yet(page, "forgot other sentences")
    page.locator(".st-key-rehearsal").get_by_role("radio", name="12", exact=True).click()
    page.get_by_role("button", name=re.compile("^Teach")).click()


def break_it(page: Page) -> None:
    not_yet(page, "You haven't changed anything")
    page.get_by_role("button", name="No positions").click()


PLAYED = {
    "overview": overview,
    "tokenization": tokenization,
    "embedding": embedding,
    "why_attention": why_attention,
    "queries_keys_values": queries_keys_values,
    "train_it_yourself": train_it_yourself,
    "scaled_dot_product": scaled_dot_product,
    "multi_head": multi_head,
    "positional_encoding": positional_encoding,
    "shifted_input": shifted_input,
    "cross_attention": cross_attention,
    "decoding": decoding,
    "teach_it": teach_it,
    "break_it": break_it,
}


def test_the_strip_folds_to_one_line_and_stays_folded_on_the_next_page(visitor):
    page = visitor.open("/masking?tour=masking,tokenization&sections=none")
    page.locator(f"{STRIP} .fold").click()
    assert page.locator(f"{STRIP} .card").bounding_box()["height"] < 50
    page.locator(f"{STRIP} .next").click()
    expect(page.get_by_role("heading", name="Tokenization")).to_be_visible()
    visitor.settle()  # the strip comes last
    assert page.locator(f"{STRIP} .card").bounding_box()["height"] < 50


def test_a_page_that_the_strip_leads_to_shows_its_switches_as_the_server_has_them(visitor):
    page = visitor.open("/why_attention?tour=why_attention,scaled_dot_product&sections=none")
    page.locator(f"{STRIP} .next").click()
    page.wait_for_url("**/scaled_dot_product*")
    visitor.settle()
    expect(page.get_by_role("switch", name="divide by")).to_be_checked()


def test_in_another_language_a_stop_is_ticked_and_its_sentence_stands_at_the_end(visitor):
    page = visitor.open("/embedding?tour=embedding&lang=de&sections=none")
    names = page.locator(f"{STRIP} option").all_inner_texts()[1:]
    with use_locale("de"):
        learned = _(STEP_BY_PAGE["embedding"].takeaway)
    expect(page.locator(f"{STRIP} .what")).not_to_contain_text(learned)
    guess(page, next(place for place, name in enumerate(names) if "gato" in name))
    expect(page.locator(f"{STRIP}.done .what")).to_have_text(learned)
    page.locator(f"{STRIP} .next").click()
    expect(page.locator(".st-key-tour_stops")).to_contain_text(learned)


def test_the_tour_is_played_from_its_start_to_its_report(visitor):
    page = visitor.open("/tour?from=en&to=fr&source=The+dog+is+here.&sections=")
    page.get_by_role("button", name="Start the tour").click()
    for stop in TOUR_STEPS:
        expect(page.locator(f"{STRIP} .title")).to_have_text(stop.title)
        expect(page.locator(f"{STRIP} .there:visible")).to_have_count(0)
        visitor.settle()
        PLAYED[stop.page](page)
        done(page)
        if stop.page == "shifted_input":  # where one answers in the strip
            is_for_everybody(visitor)
        page.locator(f"{STRIP} .next").click()
    expect(page.get_by_role("heading", name="Start here")).to_be_visible()
    expect(page.locator(".st-key-choices")).to_contain_text(
        f"{len(TOUR_STEPS)} of {len(TOUR_STEPS)} stops"
    )
