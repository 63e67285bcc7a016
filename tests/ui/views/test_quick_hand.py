"""Who presses faster than the server answers gets one step for each key."""

import pytest

SOURCE = "The old house near the old river, it is empty."
PLACE = """nodes => nodes.length > 1
  ? nodes.findIndex(node => node.matches('[aria-checked=true], [aria-pressed=true]'))
  : Number(nodes[0].ariaValueNow)"""
VIEWS = {
    ".next_token .line[role=radio]": ("next_token?step=2", "ArrowDown"),
    ".head_strips .line[role=radio]": (
        "queries_keys_values?head=1&sections=the_same_word_in_all_heads",
        "ArrowDown",
    ),
    ".film .grid [role=radio]": ("learning?layer=1&head=1", "ArrowRight"),
    ".feed_forward canvas[role=slider]": ("feed_forward?unit=1", "ArrowRight"),
    ".lens .cell": ("decoder_stack?step=1", "ArrowRight"),
    ".look_back .word": (
        "cross_attention?step=1&sections=first_the_decoder_looks_back",
        "ArrowRight",
    ),
    ".shared_row [role=radio]": ("embedding?at=1&sections=one_matrix_three_places", "ArrowRight"),
}


@pytest.mark.parametrize("view", VIEWS)
def test_no_key_of_a_quick_hand_is_lost(visit, view):
    visitor = visit()
    link, key = VIEWS[view]
    page = visitor.open(f"/{link}&source={SOURCE.replace(' ', '+')}")
    nodes = page.locator(view)
    before = nodes.evaluate_all(PLACE)
    nodes.nth(before if nodes.count() > 1 else 0).focus()
    for _ in range(7):
        page.keyboard.press(key)
        page.wait_for_timeout(130)  # the answer to an earlier key comes between two later ones
    visitor.settle()
    assert nodes.evaluate_all(PLACE) == before + 7
