from playwright.sync_api import expect

LINK = "/why_attention?to=fr&hidden=0&source=The+white+car+is+very+old."


def test_a_click_hides_a_word_and_the_keyboard_watches_another(visit):
    page = visit().open(LINK)
    source = page.locator(".hiding .source button")
    car = source.filter(has_text="car")
    car.click()
    expect(page.locator(".hiding .after .caption")).to_have_text("Without “car”")
    expect(car).to_have_attribute("aria-pressed", "true")
    page.wait_for_url("**hidden=3*")
    watched = page.locator(".hiding .said [aria-checked=true]")
    before = watched.inner_text()
    watched.focus()
    page.keyboard.press("ArrowRight")
    expect(watched).not_to_have_text(before)
    expect(watched).to_be_focused()
    page.wait_for_url("**watched=*")
    car.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".hiding .after .words")).to_contain_text("Click a word")
    expect(car).to_be_focused()
