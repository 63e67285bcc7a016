"""Links: the visitor's own address holds what the visitor did, a link for others never does."""

import ast
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from ui.choices import link
from ui.frame import qr_code
from ui.frame.tour.lecture import NOT_KEPT, pack_lecture, parse_lecture, parse_tour_steps
from ui.frame.tour.record import Record, Visit, encode_record

ROOT = Path(__file__).parents[3]
DONE = {
    "who": "Ms Miller",
    "answers": "5a",
    "exercise_began": "2026-03-02 10:05",
    "exercise_took": "9",
    "tour_began": "2026-03-02 10:00",
    "tour_took": "3",
    "did": encode_record(Record({"overview": Visit("seen")})),
    "result": "glass1.abc.00000000",
}


def parameters(address):
    return {key: value for key, [value] in parse_qs(urlsplit(address).query).items()}


def links_of(app, data_of):
    """Return all links that a page offers: texts, and what its chain and its frames are told."""
    held = [one.value for one in app.code if "?" in one.value and one.value.startswith("http")]
    said = data_of(app, "address")
    shown = {**{k: v for k, [v] in parse_qs(said["query"]).items()}, **said["said"]}
    return [*map(parameters, held), {k: v for k, v in shown.items() if k not in said["own"]}]


def test_every_example_of_what_a_visitor_did_is_declared_as_such():
    assert set(DONE) == set(link.PERSONAL_PARAMETERS) <= NOT_KEPT


def test_whoever_notes_what_a_visitor_did_notes_it_under_a_declared_name():
    """The modules of students' work put only declared keys, and the tour itself, into the link."""
    work = ("ui/choices/student.py", "ui/frame/tour/state.py", "pages/start/tour/hand_in.py")
    keys = set()
    for path in work:
        for call in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            named = isinstance(call, ast.Call) and ast.unparse(call.func)
            if named in ("link.store_control", "controls.text_field"):
                keys.add(ast.unparse(call.args[0]))
    assert keys == {
        "'who'", "f'{work}_began'", "f'{work}_took'", "'tour'", "'stop'", "'did'", "'result'",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("page", "asked"),
    [("questions", {"questions": "5,12"}), ("tour", {}), ("masking", {"tour": "masking,decoding"})],
)
@pytest.mark.parametrize("mode", [{}, {"present": "true"}])
def test_no_link_for_others_holds_what_its_maker_did(
    open_page, data_of, monkeypatch, page, asked, mode
):
    codes = []
    monkeypatch.setattr(qr_code, "qr_code_html", lambda address: codes.append(parameters(address)))
    app = open_page(page, source="The dog runs.", lang="de", stop="1", **asked, **DONE, **mode)
    assert set(parse_qs(data_of(app, "address")["query"])) & set(DONE)  # the own address does
    assert bool(codes) == bool(mode)  # a projector holds one ready
    for found in [*links_of(app, data_of), *codes]:
        assert not set(found) & set(DONE)
        assert found["lang"] == "de"


def test_a_page_is_added_to_a_lecture_without_what_its_teacher_did(open_page, go):
    app = open_page("teach_with_it")
    app.button(key="collect_pages").click().run()
    app = go(app, "questions")
    app.session_state["parameters asked for"] |= {"questions": "5", **DONE}
    app.run()
    app.button(key="add_page").click().run()
    [line] = app.session_state["lecture"].splitlines()
    assert parameters(line)["questions"] == "5"
    assert not set(parameters(line)) & set(DONE)


def test_a_pasted_address_of_a_teacher_becomes_a_stop_without_what_was_done():
    line = "/questions?questions=5&lang=de&" + "&".join(f"{k}={v}" for k, v in DONE.items())
    [stop], faults = parse_lecture(line)
    assert not faults
    assert dict(stop.initial_choices) == {"edits": "", "questions": "5"}
    assert parse_tour_steps(pack_lecture([stop])) == (stop,)
