"""A page in another language, as a browser has it: its scripts speak it, too."""

import pytest
from playwright.sync_api import expect

from tests.server import serve


@pytest.fixture(scope="module")
def address():
    process, address = serve("tests/pseudo/app.py")
    yield address
    process.terminate()
    process.wait()


def test_page_menu_and_scripts_are_in_the_language_of_the_link(address, browser):
    page = browser.new_page(locale="en-GB")
    page.goto(f"{address}/?lang=xx")
    expect(page.locator("html")).to_have_attribute("lang", "xx")
    expect(page.locator("h1")).to_contain_text("⟦")
    expect(page.locator(".find_box input")).to_have_attribute(
        "placeholder", "⟦Find a page or a term·······⟧"
    )
    english = page.locator('nav.languages a[lang="en"]')
    expect(english).to_have_text("English")
    english.click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("h1")).not_to_contain_text("⟦")
    expect(page).to_have_url(f"{address}/?lang=en")
    page.close()
