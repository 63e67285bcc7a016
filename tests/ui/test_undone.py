"""Pages that explain a computation leave out the changes that they could not show truthfully."""

import pytest

from ui import session
from ui.bar import DEFAULT

INSIDE = ("no-root-d-k", "temperature-encoder=4", "row-encoder-1-1-1=2_0.9")


def remarks(app) -> str:
    return " ".join(
        h.proto.body for h in app.get("html") if "Left out on this page" in h.proto.body
    )


@pytest.mark.parametrize("edits", INSIDE)
def test_the_six_steps_are_the_papers_whatever_is_broken_inside_attention(
    open_page, data_of, edits
):
    app = open_page("scaled_dot_product", edits=f"{edits} encoder-1-2")
    assert not app.exception
    assert remarks(app)
    plain = open_page("scaled_dot_product", edits="encoder-1-2")
    assert not remarks(plain)
    first, second = (data_of(one, "attention_steps") for one in (app, plain))
    assert first["silenced"] == second["silenced"]
    assert first["silenced"][1]
    tensors = [name for name, value in first.items() if isinstance(value, dict)]
    assert tensors
    assert all(first[name] == second[name] for name in tensors)


def test_the_page_about_masks_has_a_mask_to_take_away(open_page, data_of):
    app = open_page("masking", edits="no-mask")
    assert "no causal mask" in remarks(app)
    n = len(session.read(DEFAULT, "fr", app.session_state["reading"].changes).target)
    data = data_of(app, "causal_maps")
    assert data["visible"] == data["mask"]
    assert len(data["rows"]) == n
    assert app.session_state["edits"] == "no-mask"


def test_a_missing_residual_is_not_compared_with(open_page):
    app = open_page("residual_and_norm", edits="no-residuals")
    said = " ".join(h.proto.body for h in app.get("html") if 'class="look"' in h.proto.body)
    assert "No x arrives here" in said
