"""Every page, opened once with all its sections by a link full of signs, and asked many things.

What people type is never read as Markdown, which could load images from outside.
"""

import gc
import weakref
from collections import defaultdict
from dataclasses import dataclass, field

import pytest

from model.glass import Glass
from model.tokenizer import normalize
from tests.ui.markdown import IMAGE, active
from ui.choices import link
from ui.contents import PAGES
from ui.readings import session

WIDGETS = (
    "button", "button_group", "number_input", "select_slider", "selectbox", "slider", "text_area",
    "text_input", "toggle",
)  # fmt: skip
SIGNS = (
    "<b>bold</b> **it** [link](http://example.org) $x^2$ :red[red] `code` 🦊 القطة 猫 x\x00\u200b"
)
TEXT = f"Look at {IMAGE} and {IMAGE}! {SIGNS}"
SHORTER = {"after_2017": f"Look at {IMAGE}!"}  # which translates it a dozen times


@dataclass
class Visits:
    """What was seen while every page was open, each in a session of its own."""

    apps: dict = field(default_factory=dict)  # by the name of the page
    kinds: dict = field(default_factory=lambda: defaultdict(set))  # types of values, by key
    own: set = field(default_factory=set)  # keys of the widgets whose values stand in no link
    traces: list = field(default_factory=list)  # of readings made, as long as somebody holds them


@pytest.fixture(scope="module")
def visits(open_page):
    seen, in_links, show, read = Visits(), set(), link.show, Glass.read

    def noted(key, value, default, **more):
        seen.kinds[key].add(type(value))
        in_links.add(key)
        show(key, value, default, **more)

    def remembered(*asked, **more):
        reading = read(*asked, **more)
        seen.traces.append(weakref.ref(reading.trace))
        return reading

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(link, "show", noted)
        patch.setattr(Glass, "read", remembered)
        for name in (page.name for page in PAGES):
            in_links.clear()
            source = SHORTER.get(name, TEXT)
            app = open_page(name, source=source, begin=IMAGE, reference=IMAGE)
            drawn = {widget.key for kind in WIDGETS for widget in app.get(kind)}
            seen.own |= drawn - in_links
            seen.apps[name] = app
    return seen


def test_every_page_bears_signs_of_all_kinds(visits):
    for name, app in visits.apps.items():
        assert not app.exception, name
        assert not app.error, name
        assert app.session_state["read"].read().text == normalize(SHORTER.get(name, TEXT)), name


def read_as_markdown(app):
    """Return all texts of a page that Streamlit reads as Markdown."""
    for kind in WIDGETS:
        for widget in app.get(kind):
            yield from (widget.proto.label, widget.proto.help)
            if kind == "button_group":
                yield from (option.content for option in widget.proto.options)
    for block in (*app.markdown, *app.caption, *app.info, *app.warning):
        yield block.value


def test_no_page_reads_the_sentence_as_markdown(visits):
    for name, app in visits.apps.items():
        for text in read_as_markdown(app):
            assert "a.co" not in active(text), (name, text)


def test_no_key_belongs_to_two_kinds_of_control(visits):
    assert {key: types for key, types in visits.kinds.items() if len(types) > 1} == {}
    assert visits.own & visits.kinds.keys() == set()


def test_a_session_keeps_no_tensors_only_the_bounded_caches_do(visits):
    assert visits.traces
    session.read.clear()
    session.read_given.clear()
    gc.collect()
    assert [trace() for trace in visits.traces if trace() is not None] == []
