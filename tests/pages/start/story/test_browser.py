"""Scrolling moves the picture; so do keys, and with reduced motion each scene is a still."""

import pytest

STAND = """([scene, part]) => {
  const box = document.querySelectorAll(".story-scene")[scene].getBoundingClientRect();
  document.querySelector("[data-testid=stMain]").scrollTop +=
    box.top + part * box.height - innerHeight * 0.62;
}"""
MOMENT = "document.querySelector('.story-picture').dataset.moment"


def stand(page, scene, part):
    """Scroll so that so much of a scene is read, and wait until the picture shows that."""
    page.wait_for_selector(".story-picture[data-moment]")
    page.evaluate(STAND, [scene, part])
    page.wait_for_function(f"() => {MOMENT}.startsWith('{scene} ')")
    return float(page.evaluate(MOMENT).split()[1])


@pytest.fixture
def page(visit):
    visitor = visit(viewport={"width": 1440, "height": 900})
    visitor.open("/story?source=My sister lost her keys.&to=fr")
    return visitor.page


def test_the_picture_follows_the_scroll_and_stays_in_sight(page):
    for scene, part in ((2, 0.3), (4, 0.8), (9, 0.5)):
        assert abs(stand(page, scene, part) - part) < 0.05
        box = page.locator(".story-picture canvas").bounding_box()
        assert 0 < box["y"] < 200
        assert box["y"] + box["height"] <= 900
    # Something is painted, and another scene is another picture.
    pixels = "document.querySelector('.story-picture canvas').toDataURL()"
    late = page.evaluate(pixels)
    stand(page, 4, 0.8)
    assert page.evaluate(pixels) != late


def test_keys_and_points_go_from_scene_to_scene(page):
    stand(page, 0, 0.5)
    page.locator(".story-points button").nth(3).click()
    page.wait_for_function(f"() => {MOMENT}.startsWith('3 ')")
    page.keyboard.press("ArrowDown")
    page.wait_for_function(f"() => {MOMENT}.startsWith('4 ')")
    page.keyboard.press("End")
    page.wait_for_function(f"() => {MOMENT}.startsWith('9 ')")
    page.keyboard.press("Home")
    page.wait_for_function(f"() => {MOMENT}.startsWith('0 ')")
    label = page.locator(".story-picture canvas").get_attribute("aria-label")
    assert label == "Picture of scene 1: A sentence in, a sentence out"


def test_with_reduced_motion_each_scene_is_a_still(visit):
    visitor = visit(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    visitor.open("/story?source=My sister lost her keys.&to=fr")
    assert stand(visitor.page, 4, 0.2) == 1
