"""What a newcomer sees without scrolling, on a small laptop and on a phone."""

import pytest

from ui.contents import PAGES

# Lists to look things up in, and the tour's page, which is a text, have no pictures.
LISTS = {"cheat_sheet", "glossary", "questions", "tour"}
FRONT = PAGES[0].name  # there one begins with the tour
PAGES_WITH_PICTURES = [page.name for page in PAGES if page.name not in LISTS]
# Of the first picture of the page's own (not of the frame's), and of the line above it.
SEEN = """() => {
    const inside = (node) => node && node.getBoundingClientRect().bottom <= innerHeight;
    const frame = '.st-key-bar, .st-key-address, .mini_map, .contents_line, .tour_strip, header';
    const views = [...document.querySelectorAll('[data-testid=stMain] .stBidiComponent')]
        .filter((view) => !view.closest('.st-key-bar, .st-key-contents, .st-key-address')
            && !view.querySelector(frame) && view.getBoundingClientRect().height > 60);
    const look = document.querySelector('.st-key-look .look, .stMain .look');
    return {
        title: inside(document.querySelector('h1')),
        look: look ? inside(look) : true,
        thing: inside(document.querySelector('.st-key-try')),
        picture: views.length ? innerHeight - views[0].getBoundingClientRect().top : null }; }"""


@pytest.mark.parametrize("name", PAGES_WITH_PICTURES)
def test_one_thing_to_try_what_to_look_for_and_the_picture_are_on_the_first_screen(visit, name):
    visitor = visit(1366, 650)
    page = visitor.open(f"/{name}?sections=none")
    for width, height, least in ((1366, 650, 180), (390, 844, 30)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("(width) => innerWidth === width", arg=width)
        visitor.settle()
        seen = page.evaluate(SEEN)
        assert seen["title"], width
        assert seen["look"], width
        assert seen["thing"] or name == FRONT, width
        assert seen["picture"] is not None
        assert seen["picture"] >= least, width
