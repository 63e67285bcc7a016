"""Views outside of the app: every one of the registry shows the reading it is given."""

import ast
import base64
import html
import json
import re
from pathlib import Path

import pytest
import torch

import glass_transformer as glass
import model
from tests.close import assert_near
from ui.sentence import remark_html

TEXT = "The old house near the river is empty."


@pytest.fixture(scope="module")
def run():
    return glass.load().read(TEXT, to="fr")


def told(shown):
    return json.loads(re.search(r'id="glass">(.*)</script>', shown.page)[1])


def numbers(sent):
    found = torch.frombuffer(bytearray(base64.b64decode(sent["data"])), dtype=torch.float32)
    return found.view(sent["shape"])


@pytest.mark.parametrize("name", glass.views)
def test_every_view_shows_a_reading_in_less_than_400_kilobytes(run, name, tmp_path):
    shown = glass.show(run, name)
    assert told(shown)["views"]
    assert shown.save(tmp_path / "x.html").stat().st_size < 450_000
    assert told(shown)["words"]["sentence"] == TEXT
    assert told(shown)["words"]["weights"] == run.weights[:12]


def test_what_is_shown_is_what_the_pass_computed(run):
    heads = told(glass.show(run, "heads", layer=2, head=1))["views"][0]["data"]
    assert_near(
        numbers(heads["weights"]), run.trace.layers("encoder.layers.{}.self_attention.weights")
    )
    assert (heads["layer"], heads["head"]) == (2, 1)


def test_the_remark_above_a_view_is_one_of_its_page(run, open_page):
    look = told(glass.show(run, "heads", layer=1, head=2))["look"]
    app = open_page("multi_head", source=TEXT, to="fr", layer="2", head="3")
    said = [one.proto.body for one in app.get("html")]
    remark = remark_html("".join(f"**{text}**" if strong else text for text, strong in look))
    assert any(remark in one for one in said)
    for name in ("steps", "matrices", "masks", "memory", "depths", "token"):
        assert "".join(text for text, _ in told(glass.show(run, name))["look"]).endswith(".")


def test_a_model_of_ones_own_is_shown_and_not_the_shipped_one(network, tokenizer):
    own = glass.Glass(network, tokenizer).read(TEXT, to="fr")
    path = "encoder.layers.{}.self_attention.weights"
    for name in ("heads", "memory", "flow", "depths", "token"):
        assert told(glass.show(own, name))["views"]
    heads = told(glass.show(own, "heads"))["views"][0]["data"]
    assert_near(numbers(heads["weights"]), own.trace.layers(path))


@pytest.fixture(scope="module")
def changed():
    """Return a given translation, read without a head that it needs."""
    door = glass.load()
    said, silent = door.read(TEXT, to="fr").output_ids, glass.SilencedHead("cross", 0, 1)
    return door.read(TEXT, to="fr", translation=said, changes=[silent])


def test_a_changed_reading_is_shown_with_its_changes_in_every_view(changed):
    for name in glass.views.keys() - {"tree"}:  # nothing was searched
        shown = told(glass.show(changed, name))
        assert shown["caption"][0].endswith("changed: Cross-attention, layer 1, head 2 off")
    flow = told(glass.show(changed, "flow", step=2))["views"][0]["data"]
    assert flow["m"] == pytest.approx(changed.flow(2).m, abs=1e-4)
    [memory] = told(glass.show(changed, "memory"))["views"]
    assert memory["data"]["silenced"] == [[0, 1]]


def test_changed_weights_are_those_of_the_reading_and_not_changed_again():
    rounded = glass.load().read(TEXT, to="fr", changes=[glass.RoundedWeights(4)])
    flow = told(glass.show(rounded, "flow", step=2))["views"][0]["data"]
    assert flow["m"] == pytest.approx(rounded.flow(2).m, abs=1e-4)


def test_edits_of_a_reading_are_named_and_have_no_way_through():
    edited = glass.load().read(TEXT, to="fr", edits={"memory": lambda memory: memory * 0.5})
    shown = told(glass.show(edited, "heads"))
    assert shown["caption"][0].endswith("changed: edits")
    assert shown["words"]["changes"] == ["edits"]
    with pytest.raises(ValueError, match="a model with edits"):
        glass.show(edited, "flow")


def test_the_link_opens_the_same_in_the_app(run):
    link = told(glass.show(run, "heads", layer=2, attention="cross"))["words"]["link"]
    assert link.startswith("http://localhost:8501/multi_head?source=The+old+house")
    assert "layer=3" in link
    assert "attention=cross" in link
    tree = told(glass.show(run, "tree", alpha=1))["words"]["link"]
    assert tree.endswith("&alpha=1")  # a number, not a place


def test_a_notebook_gets_a_frame_of_its_own_that_escapes_what_is_in_it(run):
    shown = glass.show(run, "heads", height=500)
    frame = shown._repr_html_()
    inside = re.search(r'srcdoc="([^"]*)"', frame)[1]
    assert html.unescape(inside) == shown.page
    assert "allow-same-origin" not in frame
    assert "height: 500px" in frame
    assert len(repr(shown)) < 200


def test_the_registry_says_what_each_view_takes():
    lines = repr(glass.views).splitlines()
    assert len(lines) == len(glass.views) >= 9
    assert all("(" in line for line in lines)
    assert "heads" in glass.views
    assert "map" not in glass.views


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (lambda run: glass.show(run, "map"), "no view 'map', only heads"),
        (lambda run: glass.show(run, "heads", colour=1), "takes no 'colour', only attention"),
        (lambda run: glass.show(run, "heads", layer=4), "layer=4: here it goes from 0 to 3"),
        (lambda run: glass.show(run, "heads", layer=True), "layer=True: it must be a whole"),
        (lambda run: glass.show(run, "tree", alpha="x"), "alpha='x': it must be a number"),
        (lambda run: glass.show(run, "heads", attention="self"), "no attention 'self', only"),
        (lambda run: glass.show(run, "flow", step=99), "step=99"),
        (lambda run: glass.show(run, "flow", step="a"), "step='a'"),
    ],
)
def test_a_wrong_wish_ends_in_a_sentence(run, wish, sentence):
    with pytest.raises(ValueError, match=sentence):
        wish(run)


def test_every_public_name_is_there_and_editors_see_it():
    assert all(getattr(glass, name) is not None for name in glass.__all__)
    module = ast.parse(Path(glass.__file__).read_text(encoding="utf-8"))
    [seen] = [
        one
        for one in module.body
        if ast.unparse(getattr(one, "test", one)) == "_typing.TYPE_CHECKING"
    ]
    lines = [line for line in seen.body if isinstance(line, ast.ImportFrom)]
    shown = {alias.name for line in lines for alias in line.names}
    assert shown - {"*"} | {*model.__all__} == set(glass.__all__) <= set(dir(glass))
