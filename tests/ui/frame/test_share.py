"""What a page gives away says where it is from, and computes what the page shows."""

import asyncio
import io
import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import replace

import numpy as np
import pytest
from starlette.requests import Request

from model.changes.kinds import MissingEverywhere, PinnedWeights, SilencedHead, TaughtWeights
from model.changes.lesson import Lesson, LessonPair
from tests.close import assert_near
from ui.contents import FRONT, PAGES
from ui.frame import about, modes
from ui.frame.share import export_trace, format_bibtex, format_citation
from ui.frame.snippet import TENSORS, build_python_snippet
from ui.readings import session

TEXT = 'Is "the station" far?'
CHANGES = (
    SilencedHead("cross", 1, 2),
    MissingEverywhere("mask"),
    PinnedWeights("encoder", 0, 1, 2, ((1, 0.5),)),
)


def program(page):
    choices = {"attention": "cross", "layer": 2, "head": 5}
    choices |= {"sublayer": "decoder-feed-forward", "stack": "decoder"}
    return build_python_snippet(
        page, session.read(TEXT, "de", CHANGES), choices, about.short_fingerprint()
    )


@pytest.fixture(scope="module")
def begun():
    """The lines that every snippet begins with, what they say, and the names that they make."""
    lines = "".join(program(FRONT).splitlines(keepends=True)[:-1])
    names, said = {}, io.StringIO()
    with redirect_stdout(said):
        exec(lines, names)
    return lines, said.getvalue(), names


def test_snippets_begin_with_the_translation_that_the_page_shows(begun):
    reading = session.read(TEXT, "de", CHANGES)
    _, said, _ = begun
    tokens = [token.text for token in reading.source]
    assert said.splitlines() == [reading.translation, str(tokens)]


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_the_snippet_of_a_page_computes_what_the_page_shows(page, begun):
    reading = session.read(TEXT, "de", CHANGES)
    lines, _, names = begun
    assert program(page).startswith(lines)
    found = dict(names)
    exec(program(page).removeprefix(lines), found)
    if page in TENSORS:
        name, axis = TENSORS[page]
        name = name.format(
            attention="decoder.layers.1.cross_attention",
            sublayer="decoder.layers.1.add_and_norm_3",
            stack="decoder",
            layer=1,
        )
        expected = reading.trace.pick(name, **({axis: 4} if axis else {}))
        assert_near(found["numbers"], expected)
    else:
        assert found["numbers"].keys() == reading.trace.keys()


def test_the_snippet_of_other_weights_names_a_folder_to_load_them_from():
    reading = session.read(TEXT, "de")
    assert "model.load('FOLDER')  # the weights abc" in build_python_snippet(
        "masking", reading, {}, "abc", "FOLDER"
    )
    assert "model.load()  # the weights abc" in build_python_snippet("masking", reading, {}, "abc")


def test_the_snippet_of_a_taught_model_teaches_it_before_it_reads():
    pair = LessonPair("en", "I have a 'glorp'.", "fr", "J'ai un « glorpe ».")
    lesson = Lesson(pairs=(pair,), steps=1, rehearsal=0)
    reading = replace(session.read(TEXT, "de"), changes=(TaughtWeights(lesson), CHANGES[0]))
    found = {}
    with redirect_stdout(io.StringIO()):
        exec(build_python_snippet("masking", reading, {}, "abc"), found)
    assert found["run"].changes == (CHANGES[0],)
    assert not found["glass"].network.E.weight.equal(session.glass().network.E.weight)


def test_the_trace_of_an_edited_pass_is_read_back_whole_and_without_pickle():
    reading = session.read(TEXT, "de", CHANGES)
    asked = reading.text, reading.language, reading.changes
    file = np.load(
        io.BytesIO(export_trace(asked, {"link": "/", "weights": about.short_fingerprint()}))
    )
    for name, tensor in reading.trace.items():
        assert np.array_equal(file[name], tensor.numpy())
    axes = json.loads(str(file["axes"]))
    assert all(len(axes[name]) == file[name].ndim for name in reading.trace)
    meta = json.loads(str(file["meta"]))
    assert meta["tokens"]["source"] == [token.text for token in reading.source]
    assert meta["weights"] == about.short_fingerprint()
    assert tuple(file["source_ids"]) == reading.source_ids


def test_a_citation_names_version_weights_licence_and_a_changed_model():
    known = {"version": "9.9", "weights": "abc", "title": "Masking", "changes": [], "head": 3}
    for written in (format_citation(known), format_bibtex(known)):
        assert {"9.9", "abc", "CC", "Masking", "head"} <= set(re.findall(r"[\w.]+", written))
        assert "changed model" not in written
    changed = known | {"changes": ["no mask"]}
    assert "changed model" in format_citation(changed)
    assert "changed model" in format_bibtex(changed)
    assert format_bibtex(known).count("{") == format_bibtex(known).count("}")


def test_every_page_says_its_version_and_gives_what_it_knows_of_itself(open_page, data_of):
    app = open_page("masking", edits="cross-1-1", layer="2")
    assert any(about.read_citation_field("version") in one.value for one in app.markdown)
    known = data_of(app, "address")["about"]
    assert known["changes"] == ["Cross-attention, layer 1, head 1 off"]
    assert (known["page"], known["layer"], known["edits"]) == ("masking", 2, "cross-1-1")
    assert known["weights"] == about.short_fingerprint()
    [names] = [[name for name, _ in data_of(app, "share")["views"]]]
    assert "causal_maps" in names


def answered(name):
    """Return what the server answers; in a thread: the browser's own loop may run in this one."""
    request = Request({"type": "http", "path_params": {"name": name}})
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, about.serve_about_file(request)).result()


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("licence", "MIT"),
        ("weights-licence", "CC BY-SA 4.0"),
        ("model-card", "fingerprint"),
        ("citation", "cff"),
    ],
)
def test_the_footer_leads_to_texts(name, word):
    answer = answered(name)
    assert word in answer.body.decode()
    assert answer.media_type == "text/plain"


def test_weights_without_a_licence_are_cited_without_one(monkeypatch, tmp_path):
    monkeypatch.setattr(session, "MODEL_FOLDER", tmp_path)
    known = {"version": "9.9", "weights": "abc", "title": "Masking", "changes": []}
    assert "CC" not in format_citation(known) + format_bibtex(known)
    assert set(about.list_public_files()) == {"licence", "citation"}


def test_the_footer_leads_to_no_other_file():
    assert answered("../../app.py").status_code == 404


def test_a_projector_and_a_view_stay_in_the_address():
    assert modes.DisplayMode(view="map", presented=True).parameters() == {
        "view": "map",
        "present": "true",
    }
    assert modes.DisplayMode().parameters() == {}
