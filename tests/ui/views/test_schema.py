"""What a view is given and what it may say are records: types, checks and tables follow them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypedDict

import pytest
import torch
from jaxtyping import Float
from torch import Tensor

from ui.schemas import validation_error
from ui.views import to_view_data
from ui.views.data_cache import CacheAddress
from ui.views.export_tables import tensor_table
from ui.views.schema import event_schemas, fill_table_axes
from ui.views.script_types import FILE, ROOT, typescript_files, typescript_interfaces


@dataclass(frozen=True)
class Name:
    """How something is called."""

    text: str


@dataclass(frozen=True)
class Given:
    """What is given."""

    weights: Float[Tensor, "head query"]
    queries: Sequence[Name]
    titles: Mapping[Literal["a", "b"], tuple[str, float]]
    more: Sequence[int | None] | None = None


@dataclass(frozen=True)
class Kept:
    """What depends on the model alone."""

    names: Sequence[str] | CacheAddress


class Fate(StrEnum):
    KEPT = "kept"
    CUT = "cut"


class Change(TypedDict, total=False):
    """What was changed."""

    step: int
    fate: Fate


@dataclass(frozen=True)
class Events:
    """What is told."""

    pick: tuple[int, float]
    name: Name
    kind: Literal["a", "b"]
    places: Sequence[int]
    change: Change


def test_the_types_that_scripts_know_are_those_of_the_records():
    written = typescript_files()
    files = [path for room in ("ui", "pages") for path in (ROOT / room).rglob(FILE)]
    assert sorted(files) == sorted(written)
    for path, text in written.items():
        assert path.read_text(encoding="utf-8") == text, "run: python -m ui.views.script_types"


def test_a_record_is_a_type_and_so_is_each_record_in_it():
    given, name = typescript_interfaces(Given)
    assert given.splitlines() == [
        "/** What is given. */",
        "export interface Given {",
        "  weights: SentTensor;",
        "  queries: Name[];",
        '  titles: Record<"a" | "b", [string, number]>;',
        "  more: (number | null)[] | null;",
        "}",
    ]
    assert name.splitlines()[1:3] == ["export interface Name {", "  text: string;"]


def test_what_may_be_missing_of_an_event_is_optional_and_texts_of_an_enumeration_are_named():
    [change] = typescript_interfaces(Change)
    assert change.splitlines()[2:4] == ["  step?: number;", '  fate?: "kept" | "cut";']


def test_where_the_browser_keeps_a_value_is_no_part_of_the_type_that_scripts_know():
    [kept] = typescript_interfaces(Kept)
    assert kept.splitlines()[2] == "  names: string[];"


def test_a_record_travels_with_all_that_is_in_it():
    data = to_view_data(Given(torch.ones(2, 3), [Name("x")], {"a": ("t", 1.0)}))
    assert data["weights"]["shape"] == [2, 3]
    assert data["queries"] == [{"text": "x"}]
    assert data["titles"] == {"a": ["t", 1.0]}
    assert data["more"] is None


def test_axes_are_those_of_the_tensors_and_named_by_the_field_of_their_plural():
    [named, own] = fill_table_axes(
        Given, [tensor_table("w", weight="weights"), tensor_table("o", "x", y="queries")]
    )
    assert named["axes"] == [["head", None], ["query", "queries"]]
    assert own["axes"] == [["x", None]]


FORMS = event_schemas(Events)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("pick", [1, 0.5]), ("name", {"text": "x"}), ("kind", "b"), ("places", []),
        ("places", [1, 2]), ("change", {}), ("change", {"step": 2, "fate": "cut"}),
    ],
)  # fmt: skip
def test_what_a_view_may_say_is_heard(event, said):
    assert validation_error(said, FORMS[event], closed=True) == ""


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ("pick", [1]), ("pick", [0.5, 1]), ("pick", [1, float("nan")]), ("pick", "11"),
        ("name", {}), ("name", {"text": 1}), ("name", {"text": "x", "other": 1}), ("kind", "c"),
        ("places", [-1]), ("places", [True]), ("places", 1),
        ("change", {"step": "2"}), ("change", {"fate": "lost"}), ("change", {"other": 1}),
    ],
)  # fmt: skip
def test_nothing_else_is(event, said):
    assert validation_error(said, FORMS[event], closed=True)
