import pytest
from playwright.sync_api import expect

from tests.close import near
from ui.readings import session
from ui.readings.reading import FilledTap

SENTENCE = "The cat sleeps because it is tired."
PAGE = "/residual_and_norm?to=fr&source=The+cat+sleeps+because+it+is+tired."
HERE = "sublayer=encoder-attention&layer=2"
CELLS = ".strips .vector:not(.head)"


@pytest.fixture(scope="module")
def here():
    return session.read(SENTENCE, "fr").trace.at("encoder.layers.1.add_and_norm_1")


def column(page, name):
    texts = page.locator(f"{CELLS} > .{name}").all_inner_texts()
    return [float(text.replace("−", "-")) for text in texts]


def value_of(here, word, component):
    """What stands in the rows x, Sublayer(x), sum and output."""
    taps = ("residual", "sublayer", "sum", "output")
    return [here[tap][0, word, component].item() for tap in taps]


def shown(page):
    values = column(page, "value")
    return [*values[:3], values[6]]


def test_strips_show_the_models_numbers_and_arrow_keys_read_others_in_place(visit, here):
    visitor = visit()
    page = visitor.open(f"{PAGE}&{HERE}&word=5&component=20&sections=layernorm_in_numbers")
    assert shown(page) == pytest.approx(value_of(here, 4, 19), abs=0.0006)
    assert column(page, "norm")[2] == pytest.approx(here["sum"][0, 4].norm().item(), abs=0.006)
    assert page.locator(f"{CELLS} canvas").first.evaluate("c => [c.width, c.height]") == [256, 1]

    page.evaluate("document.querySelector('.strips canvas').mine = true")
    page.get_by_role("slider").first.focus()
    page.keyboard.press("ArrowRight")
    assert shown(page) == pytest.approx(value_of(here, 4, 20), abs=0.0006)
    page.wait_for_url("**component=21**")
    page.get_by_role("radio", name="cat").click()
    visitor.settle()
    first = page.locator(".strips .vector:not(.head) .value").first
    expect(first).to_have_text(f"{here['residual'][0, 1, 20]:.3f}".replace("-", "−"))
    assert shown(page) == pytest.approx(value_of(here, 1, 20), abs=0.0006)
    assert page.evaluate("document.querySelector('.strips canvas').mine")


def test_pointing_reads_a_component_and_a_phone_folds_the_strips(visit, here):
    visitor = visit(390, 844)
    page = visitor.open(f"{PAGE}&{HERE}&word=1&component=1&sections=all")
    canvas = page.locator(f"{CELLS} canvas").first
    columns, lines = canvas.evaluate("c => [c.width, c.height]")
    assert lines > 1
    assert columns * lines == 256
    size = canvas.bounding_box()
    canvas.hover(position={"x": size["width"] * 9.5 / columns, "y": size["height"] * 0.99})
    place = columns * (lines - 1) + 9
    assert shown(page) == pytest.approx(value_of(here, 0, place), abs=0.0006)
    assert "component=" in page.url
    page.mouse.move(5, 5)
    assert shown(page) == pytest.approx(value_of(here, 0, 0), abs=0.0006)
    assert visitor.width_to_spare() >= 0


def test_taking_a_residual_away_repaints_the_figures_in_place(visit):
    visitor = visit()
    page = visitor.open(
        f"{PAGE}&sublayer=encoder-feed-forward&residual=on&sections=take_a_residual_away"
    )
    lines = "document.querySelector('#plot-alike')?._fullData?.map(line => Array.from(line.y))"
    page.wait_for_function(f"() => {lines}?.length === 1")
    page.evaluate("document.querySelector('#plot-alike').mine = true")
    page.locator(".st-key-residual").get_by_text("off around the chosen sub-layer").click()
    page.locator("#plot-alike").scroll_into_view_if_needed()
    page.wait_for_function(f"() => {lines}?.length === 2")
    on, off = page.evaluate(lines)
    assert on[:2] == near(off[:2])  # below the sub-layer nothing changes
    assert on[2] != near(off[2])
    assert page.evaluate("document.querySelector('#plot-alike').mine")
    page.wait_for_url(lambda url: "residual=on" not in url)
    visitor.settle()
    change = FilledTap("encoder.layers.0.add_and_norm_2.residual")
    said = page.locator("dl.sayings dd").last.inner_text()
    assert said == (session.read(SENTENCE, "fr", (change,)).translation or "(nothing)")
