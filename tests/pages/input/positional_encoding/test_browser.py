import pytest

from model.embedding import positional_encoding

LINK = "/positional_encoding?to=fr&source=The+cat+sleeps+because+it+is+tired.&word=5&pair=17"
OUTPUT = ".positions output"
LINES = ".positions .lines b"
HANDS = ".positions .clocks g.turning:has(.centre)"


def outputs(page):
    return [int(text) for text in page.locator(OUTPUT).all_inner_texts()]


def wait_for_table(page, rows):
    """Wait until the heat map has this many rows."""
    page.wait_for_function(
        "rows => document.querySelector('.positions canvas').height === rows", arg=rows
    )


def colours(page, cells):
    """The colours of some cells of the heat map, given as position and number."""
    return page.locator(".positions canvas").evaluate(
        "(c, cells) => cells.map(at => "
        "[...c.getContext('2d').getImageData(at[0], at[1], 1, 1).data].slice(0, 3))",
        cells,
    )


def angles(page):
    """How far each small clock's hand is turned, in degrees."""
    return page.eval_on_selector_all(HANDS, "all => all.map(g => +g.style.transform.slice(7, -4))")


def test_waves_map_and_clocks_show_one_position_and_follow_its_slider(visit):
    visitor = visit()
    page = visitor.open(LINK)
    encoding = positional_encoding(100, 256)
    page.locator(".positions .one summary").click()
    page.wait_for_selector(LINES)
    page.evaluate("document.querySelector('.positions canvas').mine = true")
    page.locator(".positions input").first.focus()
    for place in (4, 5):
        pair = encoding[place, 32:34].tolist()
        shown = [float(t.replace("−", "-")) for t in page.locator(LINES).all_inner_texts()]
        assert shown == pytest.approx(pair, abs=6e-4)
        heights = page.eval_on_selector_all(
            ".positions .dot.chosen", "dots => dots.map(d => +d.getAttribute('cy'))"
        )
        assert heights == pytest.approx([62 - 56 * v for v in reversed(pair)], abs=1e-3)
        turned = [place * 180 / 3.141593 / 10_000 ** (2 * i / 256) for i in (0, 9, 18)]
        assert angles(page)[:3] == pytest.approx(turned, rel=1e-3)
        page.keyboard.press("ArrowRight")
    page.wait_for_url("**word=7**")
    visitor.settle()
    assert page.locator(".chip[aria-checked=true]").inner_text() == "is"
    assert page.evaluate("document.querySelector('.positions canvas').mine")


def test_another_width_keeps_the_clock_and_its_map_has_whole_cells_to_press(visit):
    visitor = visit()
    page = visitor.open(LINK)
    page.locator(".positions .more summary").click()
    page.locator(".positions input").nth(2).focus()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    assert outputs(page) == [4, 1, 16]
    wait_for_table(page, 16)
    page.wait_for_url("**d_model=16**")
    visitor.settle()
    box = page.locator(".positions canvas").bounding_box()
    cell, pitch = box["width"] / 100, box["height"] / 16
    assert (cell % 1, pitch % 1) == (0, 0)  # whole pixels
    zero, one, (red, _, blue) = colours(page, [[0, 0], [0, 1], [11, 0]])
    assert (zero, one) == ([244, 245, 244], [30, 77, 149])  # the light theme's scale
    assert positional_encoding(12, 16)[11, 0] < -0.9
    assert red > 150 > 60 > blue
    page.mouse.click(box["x"] + 20.5 * cell, box["y"] + 7.5 * pitch)
    assert outputs(page) == [20, 3, 16]
    page.wait_for_url("**word=21&pair=4**")
    page.get_by_role("radio", name="cat").click()
    assert outputs(page) == [1, 3, 16]


def test_a_ring_stays_where_it_is_when_the_window_gets_another_width(visit):
    visitor = visit(width=1000)
    page = visitor.open(f"{LINK}&sections=interleaved_or_concatenated")
    page.get_by_role("radio", name="cat").click()
    page.wait_for_url("**word=2**")
    visitor.settle()
    page.set_viewport_size({"width": 800, "height": 900})
    for k in (0, 1):
        page.wait_for_function(
            """k => {
              const node = document.querySelectorAll('.layouts .encoding')[k];
              const map = node.querySelector('canvas').getBoundingClientRect();
              const ring = node.querySelector('.ring').getBoundingClientRect();
              const middle = (ring.x + ring.width / 2 - map.x) / map.width;
              return map.right < 800 && Math.floor(middle * 100) === 1;
            }""",
            arg=k,
        )
