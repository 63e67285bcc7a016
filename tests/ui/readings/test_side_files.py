"""Files that pages can do without are read whatever is in them, and taken only if whole."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from model import detection, storage
from ui.readings import session
from ui.readings.file_schemas import FILE_SCHEMAS
from ui.readings.optional_artefacts import CITATION, read_from_disk
from ui.schemas import validation_error

DEEP = "[" * 100_000


def shipped(name: str) -> dict:
    return json.loads((storage.MODEL / name).read_text())


def without_a_part(value: object, form: object) -> Iterator[object]:
    """Yield a value again and again, each time with another part that is gone or null."""
    if isinstance(form, dict):
        names = form if str not in form else dict.fromkeys(value, form[str])
        for name, inner in names.items():
            if name.endswith("?"):
                continue
            yield {key: one for key, one in value.items() if key != name} if str not in form else {}
            if validation_error(None, inner):  # else nothing may stand there
                yield value | {name: None}
            for part in without_a_part(value[name], inner):
                yield value | {name: part}
    elif isinstance(form, list | tuple) and value:
        if form[-1] is ...:
            yield []
        for part in without_a_part(value[-1], form[-1] if isinstance(form, tuple) else form[0]):
            yield [*value[:-1], part]
        yield [*value[:-1], None]
        yield {}


@pytest.mark.parametrize("name", FILE_SCHEMAS)
def test_a_shipped_table_has_its_form_and_none_of_its_parts_can_be_missing(name):
    whole = shipped(name)
    before = copy.deepcopy(whole)
    assert validation_error(whole, FILE_SCHEMAS[name]) == ""
    tried = [*without_a_part(whole, FILE_SCHEMAS[name])]
    assert len(tried) > 5
    assert [part for part in tried if not validation_error(part, FILE_SCHEMAS[name])] == []
    assert whole == before


@pytest.mark.parametrize("name", FILE_SCHEMAS)
@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "0", DEEP, '{"a":' * 50_000, "\x00"])
def test_a_damaged_table_is_named_and_left_out(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    found = read_from_disk(path)
    assert found.content is None
    assert found.fault.startswith(f"{path} is damaged: ")
    assert not found.missing


@pytest.mark.parametrize(
    "path",
    [
        *(storage.MODEL / name for name in (*FILE_SCHEMAS, storage.TRAINING_SENTENCES)),
        detection.TABLE,
        CITATION,
    ],
)
def test_half_a_file_a_missing_and_an_unreadable_one_are_left_out(tmp_path, path):
    other = tmp_path / path.name
    assert read_from_disk(other).missing
    other.mkdir()  # cannot be read as a file, by root neither
    assert read_from_disk(other).content is None
    assert not read_from_disk(other).missing
    other.rmdir()
    content = path.read_bytes()
    other.write_bytes(content)
    assert read_from_disk(other).content
    other.write_bytes(content[: len(content) // 10])
    assert read_from_disk(other).content is None
    assert str(other) in read_from_disk(other).fault


def test_a_file_that_may_not_be_read_is_named_with_the_reason(tmp_path, monkeypatch):
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    path = tmp_path / storage.CENSUS
    path.touch()
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert read_from_disk(path).fault == f"{path} cannot be read: Permission denied"


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 10**400, True, "1", None])
def test_what_is_no_finite_number_does_not_pass_for_one(number):
    assert validation_error(
        {"intercept": number, "mean": 0, "lowest": 0.5}, FILE_SCHEMAS[storage.CERTAINTY]
    )


def test_of_the_shipped_files_pages_do_without_none():
    assert session.optional_artefact_errors() == []
