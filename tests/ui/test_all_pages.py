"""Every page, opened once with all its sections by a link full of signs, and asked many things.

What people type is never read as Markdown, which could load images from outside.
"""

import gc
import json
import subprocess
import weakref
from collections import defaultdict
from dataclasses import dataclass, field

import pytest
from playwright._impl._driver import compute_driver_executable

from model.glass import Glass
from model.tokenizer import normalize
from tests.given import read_data
from tests.server import ROOT
from tests.ui.markdown import IMAGE, active
from ui.choices import link
from ui.contents import PAGES
from ui.messages import remove_word_joiners
from ui.readings import session

SIGNS = ("a.co", "**zq", "$zq", ":red[", "`c`")  # of TEXT, which Markdown would take for its own
WIDGETS = (
    "button", "button_group", "number_input", "select_slider", "selectbox", "slider", "text_area",
    "text_input", "toggle",
)  # fmt: skip
TEXT = f"{IMAGE} <b>b</b> **zq** $zq^2$ :red[r] `c` 🦊 القطة 猫 x\x00\u200b"
# Where a sentence is translated a dozen times; tests/ui/frame/test_bar.py types the other signs on
# pages that draw texts.
SHORTER = {"after_2017": f"{IMAGE}!"}
SHORTER |= dict.fromkeys(("decoding", "why_attention"), f"{IMAGE} **it** $x$ <b>🦊")
SHAPES = """
const shapeOf = (list) => Array.isArray(list) ? [list.length, ...shapeOf(list[0])] : [];
for (const { page, key, data } of given) {
  for (const table of tables(data, {})) {
    const heads = table.columns;
    if (new Set(heads).size < heads.length) throw Error(`${page} ${key}: ${heads}`);
    const { axes, values } = table.whole(); // neither, if it is a list of records
    for (const [name, list] of Object.entries(values ?? {})) {
      const shape = shapeOf(list);
      if (shape.length !== axes.length) throw Error(`${page} ${key} ${name}: axes are missing`);
      axes.forEach((axis, i) => {
        if (axis.size !== shape[i]) throw Error(`${page} ${key}: ${shape} is not ${axis.name}`);
        if (axis.names && axis.names.length !== axis.size)
          throw Error(`${page} ${key}: ${axis.names.length} names for ${axis.size} ${axis.name}`);
      });
      if (list.flat(Infinity).length !== table.count) throw Error(`${page} ${key} ${name}: count`);
    }
    if (axes && table.reader()(0).some((value) => value === undefined))
      throw Error(`${page} ${key} ${table.name}: a value is missing`);
    console.log(page, key, table.name, table.count);
  }
}
"""


@dataclass
class Visits:
    """What was seen while every page was open, each in a session of its own."""

    apps: dict = field(default_factory=dict)  # by the name of the page
    kinds: dict = field(default_factory=lambda: defaultdict(set))  # types of values, by key
    own: set = field(default_factory=set)  # keys of the widgets whose values stand in no link
    traces: list = field(default_factory=list)  # of readings made, as long as somebody holds them


@pytest.fixture(scope="module")
def visits(open_page):
    seen, in_links, show, read = Visits(), set(), link.store_control, Glass.read

    def noted(key, value, default, **more):
        seen.kinds[key].add(type(value))
        in_links.add(key)
        show(key, value, default, **more)

    def remembered(*asked, **more):
        reading = read(*asked, **more)
        seen.traces.append(weakref.ref(reading.trace))
        return reading

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(link, "store_control", noted)
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
            left = remove_word_joiners(active(text))
            assert [sign for sign in SIGNS if sign in left] == [], (name, text)


def test_every_table_of_every_view_fits_the_numbers_it_names(visits, tmp_path):
    given = []
    for name, app in visits.apps.items():
        for view in app.get("bidi_component"):
            data = read_data(view) or {}
            if data.get("takes"):
                given.append({"page": name, "key": data["taken"]["name"], "data": data})
    assert len(given) > 25
    sent, program = tmp_path / "given.json", tmp_path / "shapes.mjs"
    sent.write_text(json.dumps(given))
    folder = (ROOT / "ui/views/take_away").as_uri()
    program.write_text(
        'import { readFileSync } from "node:fs";\n'
        f'import {{ tables }} from "{folder}/tables.js";\n'
        f"const given = JSON.parse(readFileSync({json.dumps(str(sent))}));\n" + SHAPES
    )
    node, _ = compute_driver_executable()
    ran = subprocess.run([node, str(program)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr[-2000:]


def test_no_key_belongs_to_two_kinds_of_control(visits):
    assert {key: types for key, types in visits.kinds.items() if len(types) > 1} == {}
    assert visits.own & visits.kinds.keys() == set()


def test_a_session_keeps_no_tensors_only_the_bounded_caches_do(visits):
    assert visits.traces
    session.read.clear()
    session.read_with_translation.clear()
    gc.collect()
    assert [trace() for trace in visits.traces if trace() is not None] == []
