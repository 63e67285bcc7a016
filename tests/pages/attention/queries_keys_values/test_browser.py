"""The picture of Q, K and V in a real browser."""

from ui.readings import session

SENTENCE = "The cat sleeps because it is tired."
LINK = f"/queries_keys_values?source={SENTENCE.replace(' ', '+')}&word=5&dimension=7&head=3"
SUM = ".projection .sum .box"
DRAWN_AT = """node => [5, 6, 40].map(x => {
  const { left, top } = node.getBoundingClientRect(), before = node.painting;
  node.dispatchEvent(new PointerEvent('pointermove', { clientX: left + x, clientY: top + 5 }));
  return node.painting !== before;
})"""  # whether the view is drawn anew where the pointer moves: in a cell, within it, in another


def shown(number: float) -> str:
    return f"{number:.3f}".replace("-", "−")


def heading(page) -> str:
    return page.locator(".projection h3").inner_text()


def test_a_cell_opens_its_dot_product_and_the_link_follows(visit):
    visitor = visit()
    page = visitor.open(LINK)
    v = session.read(SENTENCE, "fr").attention("encoder", 0)["v"][0]
    assert heading(page) == "One cell of Q: “because”, dimension 7"
    assert (
        page.locator(".projection .strips .positive, .projection .strips .negative").count() == 256
    )

    canvas = page.locator(".projection .outputs canvas[data-name=V]")
    canvas.evaluate("node => { node.same = true; }")
    box = canvas.bounding_box()
    at = {"x": 9.5 / 32 * box["width"], "y": 1.5 / v.shape[1] * box["height"]}
    canvas.click(position=at)
    assert heading(page) == "One cell of V: “cat”, dimension 10"  # at once, before the server
    assert page.locator(SUM).inner_text() == shown(v[2, 1, 9])
    page.locator(".projection .inputs .name").nth(2).click()
    assert heading(page) == "One cell of V: “sleep”, dimension 10"
    page.locator(".projection .inputs .name").nth(1).click()
    visitor.settle()
    page.wait_for_url("**matrix=V**")
    assert "word=2" in page.url
    assert "dimension=10" in page.url
    assert canvas.evaluate("node => node.same && node.isConnected")  # repainted, not replaced
    assert canvas.evaluate(DRAWN_AT) == [True, False, True]


def test_arrow_keys_walk_over_the_cells_and_a_strip_switches_the_head(visit):
    visitor = visit()
    page = visitor.open(f"{LINK}&sections=the_same_word_in_all_heads")
    own = page.locator(".head_strips .title [lang=en][translate=no]")
    assert own.all_inner_texts() == ["because"] * 3
    names = page.locator(".match .name [translate=no]")
    assert names.count() == page.locator(".match .name").count()
    assert set(page.locator(".match .name :not([lang])").all_inner_texts()) == {"</s>"}
    page.locator(".projection .outputs").focus()
    for key in ("ArrowUp", "ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    assert heading(page) == "One cell of Q: “sleep”, dimension 8"
    said = page.get_by_role("slider", name="The products of this cell")
    assert " × " in said.get_attribute("aria-valuetext")
    page.wait_for_url("**dimension=8**")
    visitor.settle()
    page.locator(".head_strips button").nth(5).click()
    q = session.read(SENTENCE, "fr").attention("encoder", 0)["q"][0]
    page.locator(SUM, has_text=shown(q[5, 2, 7])).wait_for()
    visitor.settle()
    assert "head=6" in page.url


def test_on_a_phone_nothing_scrolls_sideways(visit):
    visitor = visit(390, 844)
    page = visitor.open("/queries_keys_values?attention=cross&matrix=K&sections=all")
    assert visitor.width_to_spare() >= 0
    tops = [
        page.locator(f".projection .{part}").bounding_box()["y"]
        for part in ("inputs", "weights", "outputs", "inside")
    ]
    assert tops == sorted(tops)
