"""The example lesson, written and opened without network: its numbers, its questions, its paper."""

import base64
import json
import re
import zipfile

import pytest
import torch
from playwright.sync_api import expect

from tests import axe
from tests.browser import wait_until
from tests.close import assert_near
from tests.server import ROOT
from ui.lesson.plan import read_plan
from ui.lesson.write import INDEX, write_lesson
from ui.readings import session

PLAN = read_plan(ROOT / "examples" / "lesson.toml")
FILES = [f"{one.name}.html" for one in PLAN.chapters]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lesson") / "lesson"
    write_lesson(PLAN, folder, report=lambda _: None)
    return folder


def told(file):
    return json.loads(re.search(r'id="glass">(.*)</script>', file.read_text(encoding="utf-8"))[1])


def numbers(sent):
    found = torch.frombuffer(bytearray(base64.b64decode(sent["data"])), dtype=torch.float32)
    return found.view(sent["shape"])


def test_the_zip_holds_every_file_of_the_folder(folder):
    with zipfile.ZipFile(folder.with_name("lesson.zip")) as file:
        assert set(file.namelist()) == {path.name for path in folder.iterdir()}
    assert {INDEX, "questions.html", *FILES} == {path.name for path in folder.iterdir()}


def test_the_maps_of_every_sentence_are_what_the_pass_computed(folder):
    variants = told(folder / "multi_head.html")["variants"]
    for sentence, variant in zip(PLAN.sentences, variants, strict=True):
        [heads] = [view for view in variant["views"] if view["root"] == "head_view"]
        reading = session.read(sentence.text, sentence.to)
        weights = reading.layers("encoder", "weights")
        assert_near(numbers(heads["data"]["weights"]), weights)
        assert variant["words"]["translation"] == reading.translation


@pytest.mark.parametrize("name", [INDEX, "questions.html", *FILES])
def test_each_page_opens_without_network(folder, offline, name):
    page, asked = offline(folder / name)
    assert asked == []
    assert page.locator("h1:visible").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 390, "height": 800})
    wait_until(page, "() => document.documentElement.scrollWidth <= innerWidth")  # drawn again
    assert axe.serious(page) == []
    if name in FILES:
        page.select_option("#sentence", "2")
        assert asked == []
        assert PLAN.sentences[2].text in page.inner_text(".said:visible")
        places = page.locator("[data-view]:visible")
        for place in range(places.count()):
            places.nth(place).scroll_into_view_if_needed()  # what is far below is not drawn yet
            view = places.nth(place).locator(".stBidiComponent > div > div:first-child")
            expect(view).not_to_be_empty()


def test_the_next_page_begins_with_the_same_sentence(folder, offline):
    page, _ = offline(folder / FILES[0])
    page.select_option("#sentence", "3")
    page.locator("nav.neighbours a").last.click()
    expect(page.locator("#sentence")).to_have_value("3")
    assert PLAN.sentences[3].text in page.inner_text(".said:visible")


def test_a_question_is_checked_in_the_page(folder, offline):
    page, asked = offline(folder / "questions.html")
    forms = page.locator("article:visible form.question")
    assert forms.count() >= 2
    first = forms.first
    first.locator("button").click()
    expect(first.locator(".verdict")).to_have_text("Choose an answer first.")
    right = first.get_attribute("data-right").split()
    first.locator(f"input[value='{right[0]}']").check()
    first.locator("button").click()
    expect(first.locator(".verdict")).to_have_text("Right.")
    expect(first.locator(".why")).to_be_visible()
    second = forms.nth(1)
    wrong = set("0123") - set(second.get_attribute("data-right").split())
    second.locator(f"input[value='{min(wrong)}']").press(" ")  # with the keyboard alone
    second.locator("button").press("Enter")
    expect(second.locator(".verdict")).to_have_text("Not this one.")
    expect(page.locator(".score:visible")).to_contain_text(f"1 of {forms.count()} right")
    assert asked == []


def test_on_paper_one_sentence_stands_without_menus(folder, offline):
    page, _ = offline(folder / "masking.html", color_scheme="dark")
    page.emulate_media(media="print")
    assert page.locator("#sentence:visible, nav.neighbours:visible, .takes:visible").count() == 0
    assert page.locator("h1:visible").count() == 1


def test_a_page_that_needs_the_server_is_named_and_leads_into_the_app(folder, offline):
    page, _ = offline(folder / INDEX)
    assert "Break it" in page.inner_text("main")
    assert not (folder / "break_it.html").exists()
    with page.expect_popup() as popup:
        page.get_by_text("Break it").click()
    assert popup.value.url in (f"{PLAN.app}break_it", "chrome-error://chromewebdata/")
