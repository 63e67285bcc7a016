import pytest
from playwright.sync_api import expect

from model.measures.samples import subsample
from ui.locales import languages
from ui.readings import session

LINK = "/?source=Good+morning!"
DRAWN = ".diagram .thumbnail"
# The pixels of the first picture inside a block, as rows of [red, green, blue].
PIXELS = """async (block) => {
  const picture = new Image();
  picture.src = document.querySelector(`[data-block=${block}] image`).getAttribute("href");
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), picture);
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return Array.from({ length: canvas.height }, (_, y) => Array.from({ length: canvas.width },
    (_, x) => [...data.slice(4 * (y * canvas.width + x)).slice(0, 3)]));
}"""
# Blocks whose card is too small or covers the memory, titles that leave their block or its room.
OUTSIDE = """() => {
  const box = (selector, root = document) => root.querySelector(selector).getBoundingClientRect();
  return [...document.querySelectorAll("[data-block]")].filter((block) => {
    block.dispatchEvent(new PointerEvent("pointerenter"));
    const card = box(".peek"), title = block.querySelector(".card ~ text");
    const memory = box(".block.memory");
    if (box(".peek .foot").bottom > card.bottom || card.bottom > memory.top) return true;
    if (!title || block.matches(".tokens, .bare, .memory")) return false;
    const { right, bottom } = title.getBoundingClientRect(), room = box(".thumbnail", block);
    const above = room.bottom <= bottom;
    return right > (above ? box(".card", block).right : room.left);
  }).map((block) => block.dataset.block);
}"""
# The light scale of attention weights at 0, 1/4, ... 1; see ui/frame/style.css.
STOPS = [(241, 245, 246), (187, 222, 224), (104, 181, 189), (27, 127, 142), (5, 63, 78)]


def colour(weight):
    place = min(3.9999, weight * 4)
    low, part = STOPS[int(place)], place % 1
    return [a + (b - a) * part for a, b in zip(low, STOPS[int(place) + 1], strict=True)]


@pytest.fixture
def diagram(visit):
    """A visitor who sees the drawn diagram of a short sentence."""
    visitor = visit()
    visitor.open(LINK).wait_for_selector(DRAWN)
    return visitor


def test_mouse_and_keyboard_open_the_page_of_a_block_and_keep_the_sentence(diagram):
    page = diagram.page
    page.evaluate("window.still = true")
    order = page.eval_on_selector_all("[data-block]", "all => all.map(e => e.dataset.block)")
    assert (order[0], order[-1]) == ("source_tokens", "output_tokens")
    page.focus("[data-block=source_tokens]")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.block") == order[1]
    page.focus("[data-block=encoder_self]")
    expect(page.locator(".peek h2")).to_have_text("Self-attention")
    page.keyboard.press("Enter")
    page.wait_for_url("**/multi_head*")
    diagram.settle()
    assert page.get_by_label("Sentence", exact=True).input_value() == "Good morning!"
    page.click(".mini_map a[href*=tokenization]")
    page.wait_for_url("**/tokenization*")
    diagram.settle()
    page.locator('[data-testid="stSidebarNavLink"]', has_text="Overview").click()
    page.wait_for_selector(DRAWN)
    diagram.settle()
    page.click("[data-block=cross]")
    page.wait_for_url("**/cross_attention*")
    assert page.get_by_label("Sentence", exact=True).input_value() == "Good morning!"
    assert page.evaluate("window.still")  # nothing was loaded anew


def test_thumbnails_are_the_models_weights_in_each_layer_painted_in_the_same_node(diagram):
    page, trace = diagram.page, session.read("Good morning!", "fr").trace
    node = page.query_selector("[data-block=decoder_self] image")
    for layer in (0, 2):
        page.locator(".choice").nth(layer).click()
        drawn = page.evaluate(PIXELS, "decoder_self")  # before the server says a word
        weights = trace[f"decoder.layers.{layer}.self_attention.weights"][0]
        expected = [[colour(w) for w in row] for row in subsample(weights)[0].tolist()]
        assert [len(row) for row in drawn] == [len(row) for row in expected]
        for row, wanted in zip(drawn, expected, strict=True):
            for seen, right in zip(row, wanted, strict=True):
                assert seen == pytest.approx(right, abs=1)
    page.wait_for_url("**layer=3*")
    diagram.settle()
    assert page.evaluate(PIXELS, "decoder_self") == drawn
    assert node.evaluate("node => node.isConnected")
    assert page.locator(".choice[aria-checked=true]").all_text_contents() == ["3", "3"]


def test_the_translation_appears_one_token_at_a_time(diagram):
    page, player = diagram.page, diagram.page.locator(".steps-player")
    hidden = page.locator("[data-block=output_tokens] .to-come")
    player.get_by_label("First step").click()
    expect(player.locator(".where")).to_contain_text("step 1 of")
    assert hidden.count() > 0
    page.keyboard.press("ArrowRight")
    expect(player.locator(".where")).to_contain_text("step 2 of")
    page.wait_for_url("**step=2*")
    bars = page.locator("[data-block=softmax] .thumbnail rect").first
    before = bars.get_attribute("height")
    player.locator(".play").click()
    assert page.locator(".diagram .light").count() > 0  # what runs through the blocks
    expect(player.locator(".where")).not_to_contain_text("step 2 of")
    assert bars.get_attribute("height") != before
    player.locator(".play").click()
    expect(player.locator(".play")).to_have_accessible_name("Play")
    page.keyboard.press("End")
    expect(hidden).to_have_count(0)
    expect(page.locator(".diagram .light")).to_have_count(0)


def test_a_long_row_opens_in_full(visit):
    visitor = visit()
    page = visitor.open("/?source=" + "the+old+man+saw+a+dog+" * 6)
    page.wait_for_selector(DRAWN)
    more = page.get_by_role("button", name="Show all").first
    more.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("theoldmansawadog")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert visitor.width_to_spare() >= 0


@pytest.mark.parametrize("language", languages())
def test_what_is_said_of_a_block_stays_in_its_card_and_its_title_in_its_block(visit, language):
    page = visit(1440, 900).open(f"{LINK}&lang={language}")
    page.wait_for_selector(DRAWN)
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("width", [1366, 1440, 1920])
def test_the_lead_ends_above_the_card_of_a_block(visit, width):
    page = visit(width, 650).open(LINK)
    page.wait_for_selector(".peek h2")
    lead, card = page.locator(".st-key-lead").bounding_box(), page.locator(".peek").bounding_box()
    assert lead["y"] + lead["height"] <= card["y"]


def test_a_phone_shows_the_whole_diagram_without_scrolling_sideways(visit):
    visitor = visit(390, 844, has_touch=True)
    page = visitor.open(LINK)
    page.wait_for_selector(DRAWN)
    assert visitor.width_to_spare() >= 0
    assert page.locator(".peek").is_hidden()
    page.get_by_role("radio", name="2").click()
    page.wait_for_selector('.diagram[data-moment^="2 "]')
    page.tap("[data-block=cross]")
    page.wait_for_url("**/cross_attention*")


def test_the_dark_theme_repaints_the_thumbnails(visit):
    visitor = visit(color_scheme="dark")
    page = visitor.open(LINK)
    page.wait_for_selector(DRAWN)
    drawn = page.evaluate(PIXELS, "decoder_self")
    assert drawn[0][-1] == [25, 35, 42]  # a weight of zero, in the dark scale
