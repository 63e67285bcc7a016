"""What a hostile client says with the views and controls of a page: values that none of them has.

A part of ``python -m tests.hostile``: whatever is said, the page is drawn.
"""

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path

from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.protocol import Visitor
from tests.server import ROOT

DEEP = json.loads("[" * 200 + "]" * 200)
SAID = (
    None, True, "", "x", "<b>x</b>", "a" * 100_000, -1, 0, 1, 3, 9_999, 10**30, 0.5, -0.0, 1e308,
    float("nan"), [], [0], [1, 2], [1, "x"], [2, 3, 4], [-1, 10**6], [[1, 0.5]], DEEP, {},
    {"layer": [], "head": {}}, {"layer": 1, "head": 1, "word": 99, "read": 1},
    {"layer": 99, "head": 99, "silent": True}, {"matrix": "Z", "row": 1, "dimension": 1},
    {"matrix": "Q", "row": 900, "dimension": 900}, {"put": 5, "put_at": "x"},
    {"put": "x", "put_at": 900}, {"put": "<b>", "put_at": 1, "edits": "x", "last_text": None},
    {"temperature": "hot", "top_k": [], "top_p": {}}, {"temperature": 9, "top_k": 9, "top_p": 9},
    {"begin": [10**5, -1]}, {"begin": [7, 7]}, {"step": -5}, {"method": "x"},
    {"row": 900, "edited": [{"row": 1, "pins": [[1, 2], [3]]}]},
    {"row": 1, "edited": [{"row": 1, "pins": [[900, 1e300], [0, -5]]}]},
    {"name": "x", "choice": 900}, {"watched": 900, "hidden": [900, -1]},
    {"trace": 9, "index": 900, "x": 900, "y": 900}, {"trace": 0, "index": [1, 1], "x": "x"},
    {"trace": 0, "index": 0}, ["encoder", 900, 900], ["x", 0, 0], "leave", "__proto__",
)  # fmt: skip
CONTROLS = (
    {"int_value": 10**15}, {"int_value": -1}, {"double_value": float("nan")},
    {"string_value": "x" * 10_000}, {"string_value": "\0\u202e<b>"}, {"bool_value": True},
    {"trigger_value": True}, {"json_trigger_value": "[[]]"},
)  # fmt: skip
ARRAYS = (
    ("int_array_value", [10**15]), ("int_array_value", [-5, 3]), ("int_array_value", []),
    ("double_array_value", [float("nan")]), ("double_array_value", [1e308, -1e308]),
    ("double_array_value", []), ("string_array_value", ["x"]), ("string_array_value", []),
)  # fmt: skip


def events() -> list[str]:
    """Return what views call what they say."""
    texts = [path.read_text() for top in ("ui", "pages") for path in Path(ROOT / top).rglob("*.py")]
    found = re.findall(r"\bon_([a-z]+)_change=", " ".join(texts))
    return sorted({*found, "answer", "go", "see", "reset"})  # of the questions, by name


def say_nonsense(
    address: str, pages: Sequence[str], each: int, seed: int = 1
) -> tuple[int, int, list[tuple[str, str]]]:
    """Say nonsense with every view and control of some pages.

    Args:
        address: of the server.
        pages: their names in the address.
        each: messages for each view and each control.
        seed: of chance.

    Returns:
        How many messages of views and of controls, and each page that failed and at what.
    """
    chance, names, failed = random.Random(seed), events(), []
    views = controls = 0
    for page in pages:
        visitor = Visitor(address)
        opened = visitor.open(page, sections="all")
        for view in opened.components:
            for _ in range(each):
                said = {event: chance.choice(SAID) for event in names}
                views += 1
                if visitor.say(view, said).failed:
                    failed.append((page, f"{view[-40:]}: {str(said)[:2_000]}"))
                    visitor.close()
                    visitor = Visitor(address)
                    visitor.open(page, sections="all")
        for control in opened.controls:
            for _ in range(each):
                state = _nonsense(control, chance)
                controls += 1
                if visitor.set(state).failed:
                    failed.append((page, str(state)[:300]))
                    visitor.close()
                    visitor = Visitor(address)
                    visitor.open(page, sections="all")
        visitor.close()
    return views, controls, failed


def _nonsense(control: str, chance: random.Random) -> WidgetState:
    """Return a state that a control can hardly have."""
    if chance.random() < 0.5:
        return WidgetState(id=control, **chance.choice(CONTROLS))
    state, (name, values) = WidgetState(id=control), chance.choice(ARRAYS)
    getattr(state, name).SetInParent()
    getattr(state, name).data.extend(values)
    return state
