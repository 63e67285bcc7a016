"""The live edition as one file, which is also a lesson's page for sentences of one's own."""

import pytest

from model.glass import load
from tests.browser import wait_until
from ui.lesson.live import LIVE, live_page_html
from ui.lesson.plan import Chapter, Plan, Sentence

DRAWN = "() => document.body.dataset.state === 'drawn'"


def plan(*pages):
    chapters = tuple(Chapter(page, {}) for page in pages)
    sentences = (Sentence("Good morning.", "en", "de"),)
    return Plan("A lesson", "https://example.org/", sentences, chapters, (), (), live=True)


def test_a_live_lesson_takes_a_sentence_of_ones_own_from_the_disk(browser, tmp_path):
    file = tmp_path / LIVE
    file.write_text(live_page_html(plan("decoding", "history", "next_token")), encoding="utf-8")
    context = browser.new_context(offline=True)
    page, faults = context.new_page(), []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(file.as_uri())
    wait_until(page, DRAWN)
    assert page.locator("#sentence").input_value() == "Good morning."
    assert page.locator("header nav a").all_inner_texts() == ["Next token", "Decoding"]
    page.locator("#sentence").fill("Where is the station?")
    page.locator("#sentence").press("Enter")
    wait_until(page, DRAWN)
    assert page.locator("#answer").inner_text() == load().translate("Where is the station?", "fr")
    page.locator("header nav a[data-page=decoding]").click()
    wait_until(page, "() => document.querySelector('.search_tree svg')")
    assert faults == []
    context.close()


def test_a_lesson_without_such_a_page_cannot_be_live():
    with pytest.raises(ValueError, match="needs one of these pages: story, overview, "):
        live_page_html(plan("history"))
