"""Serialize readings as JSON-compatible values, for files and pickles, without any code.

A model is never included: to load a file takes the model, and a pickle names the model's folder.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING, Any

from model.changes.change import field_codecs
from model.changes.kinds import KINDS, Change
from model.decoding import Candidate, Fate
from model.tokens import Token

if TYPE_CHECKING:
    from model.reading import Reading

JSON_FIELDS = (  # fields of a reading that JSON can write
    "text",
    "language",
    "translation",
    "source_ids",
    "target_ids",
    "truncated",
    "edited",
    "weights",
)
TOKEN_FIELDS = ("source", "target", "output")  # fields with tokens
JSON_TYPES = (str, int, float, tuple, type(None))  # field types of changes that JSON can write
Row = list[Any]  # a candidate: index of its parent or -1, token, log-probability, total, fate


def reading_to_dict(run: "Reading") -> dict[str, Any]:
    """Return all fields of a reading but trace and model, as values that JSON can write."""
    tree = search_tree_to_dict(run.steps, run.hypotheses)
    tokens = {side: tokens_to_lists(getattr(run, side)) for side in TOKEN_FIELDS}
    own = {name: getattr(run, name) for name in JSON_FIELDS}
    return {**own, **tokens, "changes": list(map(change_to_dict, run.changes)), "tree": tree}


def reading_fields_from_dict(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a reading, by name, from the dict that ``reading_to_dict`` made."""
    steps, hypotheses = search_tree_from_dict(record["tree"])
    own: dict[str, Any] = {name: lists_to_tuples(record[name]) for name in JSON_FIELDS}
    own |= {side: tuple(Token(*row) for row in record[side]) for side in TOKEN_FIELDS}
    changes = changes_from_dict(record)
    return own | {"changes": changes, "steps": steps, "hypotheses": hypotheses}


def tokens_to_lists(tokens: Iterable[Token]) -> list[list[Any]]:
    """Serialize tokens as lists of their fields, for JSON."""
    return [list(astuple(token)) for token in tokens]


def change_to_dict(change: Change) -> dict[str, Any]:
    """Return a change of the model as a dict that JSON can write.

    Returns:
        "kind": the name of the change's class; "fields": its fields by name. A field that JSON
        cannot write, such as a lesson or a steering direction, becomes {"code": its code in links}.
    """
    spellings = field_codecs(type(change))  # type: ignore[arg-type]
    kept = {
        name: value if isinstance(value, JSON_TYPES) else {"code": spellings[name].write(value)}
        for name, value in vars(change).items()
    }
    return {"kind": type(change).__name__, "fields": kept}


def change_from_dict(record: Mapping[str, Any]) -> Change:
    """Deserialize a change from the dict that ``change_to_dict`` made.

    Raises:
        ValueError: if there is no such kind of change.
    """
    kind = next((one for one in KINDS if one.__name__ == record["kind"]), None)
    if kind is None:
        raise ValueError(f"no kind of change is called {record['kind']!r}")
    spellings = field_codecs(kind)  # type: ignore[arg-type]
    fields = {
        name: spellings[name].read(one["code"]) if isinstance(one, dict) else lists_to_tuples(one)
        for name, one in record["fields"].items()
    }
    return kind(**fields)


def changes_from_dict(record: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return the changes of a reading, from the dict that its ``Reading.to_dict`` made.

    Args:
        record: that dict; only its entry "changes" is read.
    """
    return tuple(map(change_from_dict, record["changes"]))


def lists_to_tuples(value: object) -> Any:
    """Convert nested lists, as JSON has them, to tuples."""
    return tuple(map(lists_to_tuples, value)) if isinstance(value, list | tuple) else value


def search_tree_to_dict(
    steps: Sequence[Sequence[Candidate]], hypotheses: Sequence[Candidate]
) -> dict[str, Any]:
    """Return the search tree of a beam search as a dict that JSON can write.

    Args:
        steps: the candidates of each step.
        hypotheses: the candidates at which hypotheses ended.

    Returns:
        "candidates": one list for each candidate, after its parent's, of the parent's index in
        "candidates" (-1 for none), token id, ln p of the token, sum of ln p so far, and fate;
        "steps" and "hypotheses": like the arguments, with indices in "candidates" instead.
    """
    numbers: dict[Candidate, int] = {}
    rows: list[Row] = []

    def row_index(candidate: Candidate) -> int:
        """Return a candidate's row number; add it and its ancestors to the rows if they are new."""
        way = [candidate]  # towards the root; a long translation would exceed the recursion limit
        while way[-1] not in numbers and way[-1].parent is not None:
            way.append(way[-1].parent)
        for each in reversed(way):
            if each not in numbers:
                parent = -1 if each.parent is None else numbers[each.parent]
                numbers[each] = len(rows)
                rows.append([parent, each.token, each.log_probability, each.total, each.fate.value])
        return numbers[candidate]

    return {
        "steps": [[row_index(one) for one in step] for step in steps],
        "hypotheses": [row_index(one) for one in hypotheses],
        "candidates": rows,
    }


def search_tree_from_dict(
    record: Mapping[str, Any],
) -> tuple[tuple[list[Candidate], ...], tuple[Candidate, ...]]:
    """Return (steps, hypotheses) of a search tree that ``search_tree_to_dict`` serialized."""
    found: list[Candidate] = []
    for parent, token, log_probability, total, fate in record["candidates"]:
        above = found[parent] if parent >= 0 else None
        found.append(Candidate(above, token, log_probability, total, Fate(fate)))
    steps = tuple([found[i] for i in step] for step in record["steps"])
    return steps, tuple(found[i] for i in record["hypotheses"])
