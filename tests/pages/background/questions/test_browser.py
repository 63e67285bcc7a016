from pages.background.questions.asks import build_question, find_question_kinds
from ui.readings import session

SENTENCE = "The cat sleeps because it is tired."
LINK = "/questions?to=fr&source=The+cat+sleeps+because+it+is+tired."


def test_questions_are_answered_by_keyboard_and_the_page_that_shows_it_opens_there(visit):
    visitor = visit()
    page, reading = visitor.open(LINK), session.read(SENTENCE, "fr")
    asks = find_question_kinds(reading)
    place = [ask.name for ask in asks].index("favourite")
    found = build_question(asks[place], reading)
    [right] = found.right_indices
    page.locator(".prediction .mark").nth(place).click()
    prompt = page.get_by_text(found.prompt)
    prompt.wait_for()
    page.evaluate("document.querySelector('.prediction .card').mine = true")
    page.locator(".prediction .option").first.focus()
    page.keyboard.press(str(right + 1))
    page.wait_for_selector(".prediction .reveal .yes")
    assert page.locator(".prediction .option.right .text").inner_text() == found.options[right].text
    assert found.explanation in page.locator(".prediction .reveal").inner_text()
    assert page.locator(".prediction .score").inner_text() == "1 of 1 right"

    page.keyboard.press("ArrowRight")
    page.get_by_text(build_question(asks[place + 1], reading).prompt).wait_for()
    assert page.evaluate("document.querySelector('.prediction .card').mine")
    page.keyboard.press("ArrowLeft")
    prompt.wait_for()
    page.get_by_role("button", name="Start over").click()
    page.wait_for_selector(".prediction .option:not([aria-disabled])")
    assert page.locator(".prediction .mark:not(.open)").count() == 0
    assert page.locator(".prediction .score").inner_text() == ""

    page.locator(".prediction .option").nth(right).click()
    page.locator(".prediction .reveal a").click()
    page.wait_for_url("**/multi_head*")
    for key in ("layer", "head"):
        chosen = page.locator(f".st-key-{key} button[aria-checked=true]")
        chosen.get_by_text(str(found.page_choices[key]), exact=True).wait_for()
