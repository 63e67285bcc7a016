"""Two browsers: what one visitor taught, the other never sees."""

from urllib.parse import urlencode

from playwright.sync_api import expect

ASKED = {"source": "I see a glorp.", "from": "en", "to": "fr"}
TAUGHT = "Je vois un glorpe."


def test_a_taught_model_works_for_its_visitor_and_for_nobody_else(visit):
    teacher, other = visit(), visit()
    settings = {"taught": "french", "lesson_steps": "10", "rehearsal": "0", "sections": "none"}
    page = teacher.open(f"/teach_it?{urlencode(ASKED | settings)}")
    page.get_by_role("button", name="Teach", exact=True).click()
    page.get_by_role("button", name="Use this model on every page").click()
    expect(page.locator(".answer")).to_contain_text(TAUGHT)
    there = other.open(f"/teach_it?{urlencode(ASKED | settings)}")
    expect(there.get_by_role("button", name="Teach", exact=True)).to_be_visible()
    assert TAUGHT not in there.locator(".answer").inner_text()
    page.reload()
    expect(page.locator(".answer")).to_contain_text(TAUGHT)
