"""A lesson is read from its file, and each fault of it has a sentence."""

import logging
import re
import subprocess
import sys

import pytest

from tests.server import ROOT
from ui.lesson import __main__ as program
from ui.lesson.__main__ import main
from ui.lesson.plan import SERVER_PAGES, read_plan

GOOD = '[[sentence]]\ntext = "A cat."\n[[page]]\nname = "masking"\n'


@pytest.fixture
def plan_of(tmp_path):
    def plan_of(text):
        file = tmp_path / "lesson.toml"
        file.write_text(text, encoding="utf-8")
        return read_plan(file)

    return plan_of


def test_the_framework_does_not_complain_that_its_server_is_missing():
    program = """
from contextlib import suppress
from streamlit.config import get_option
from streamlit.logger import get_logger
from ui.lesson.__main__ import main
with suppress(SystemExit):
    main(["none.toml", "--out", "out"])
get_option("theme.base")
print(get_logger("any").level)
"""
    run = [sys.executable, "-c", program]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, check=True)
    assert int(done.stdout) == logging.ERROR
    assert "No runtime" not in done.stderr


def test_the_example_has_six_pages_and_four_sentences():
    plan = read_plan(ROOT / "examples" / "lesson.toml")
    assert (len(plan.chapters), len(plan.sentences)) == (6, 4)
    assert set(plan.left_out) <= SERVER_PAGES


def test_the_example_names_every_word_that_a_lesson_may_have(tmp_path):
    text = (ROOT / "examples" / "lesson.toml").read_text(encoding="utf-8")
    file = tmp_path / "lesson.toml"
    file.write_text(re.sub(r'^# ((language|app) = "\S+").*', r"\1", text, flags=re.M), "utf-8")
    plan = read_plan(file)
    assert (plan.language, plan.app) == ("de", "https://glass.example.org/")


def test_a_choice_is_written_as_in_a_link(plan_of):
    [chapter] = plan_of(GOOD + 'layer = 2\nsections = "all"\ntask = "Look."\n').chapters
    assert chapter.choices == {"layer": "2", "sections": "all"}
    assert chapter.task == "Look."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "1 to 12 sentences, not 0"),
        ('[[sentence]]\ntext = "A cat."\n', "needs a page"),
        ("title = ", "is no TOML"),
        (f'colour = "red"\n{GOOD}', "no 'colour', only"),
        (GOOD.replace("masking", "maskings"), "no page 'maskings', only story"),
        (GOOD.replace("masking", "break_it"), "works without the model"),
        (GOOD + 'sections = ["none"]\n', "masking has no section 'none', only"),
        (f'{GOOD}[[page]]\nname = "masking"\n', "can't have the page 'masking' twice"),
        (GOOD.replace("A cat.", " "), "needs some text"),
        (GOOD.replace('"A cat."', '"A cat."\nto = "it"'), "no language 'it', only en"),
        (f'questions = ["a"]\n{GOOD}', "questions are given by number"),
        (f"questions = [true]\n{GOOD}", "questions are given by number"),
        (f'app = "here"\n{GOOD}', "address of the app"),
        (GOOD.replace("[[page]]", "[page]"), r"write \[\[page\]\]"),
    ],
)
def test_a_fault_is_told_in_a_sentence(plan_of, text, sentence):
    with pytest.raises(ValueError, match=sentence):
        plan_of(text)


def test_a_question_that_there_is_not_is_named_before_anything_is_written(plan_of, tmp_path):
    plan_of(f"questions = [5, 99]\n{GOOD}")
    with pytest.raises(SystemExit, match=r"no sentence in the lesson has a question 99\."):
        main([str(tmp_path / "lesson.toml"), "--out", str(tmp_path / "out")])
    assert [*(tmp_path / "out").iterdir()] == []


def test_a_missing_file_ends_the_program_with_a_sentence(tmp_path):
    with pytest.raises(SystemExit, match=r"cannot be read\."):
        main([str(tmp_path / "none.toml"), "--out", str(tmp_path / "out")])


def test_a_file_of_windows_notepad_is_read(tmp_path):
    file = tmp_path / "lesson.toml"
    file.write_text(GOOD, encoding="utf-8-sig")
    assert [one.name for one in read_plan(file).chapters] == ["masking"]
    for encoding in ("utf-16", "latin-1"):
        file.write_bytes(f"# é\n{GOOD}".encode(encoding))
        with pytest.raises(ValueError, match="is not in UTF-8: choose that encoding"):
            read_plan(file)


def test_an_out_that_is_a_file_is_told_in_a_sentence(plan_of, tmp_path):
    plan_of(GOOD)
    there = tmp_path / "there"
    there.write_text("mine", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"cannot be written to .*there: file exists\.$"):
        main([str(tmp_path / "lesson.toml"), "--out", str(there)])
    with pytest.raises(SystemExit, match=r"cannot be written to .*: not a directory\.$"):
        main([str(tmp_path / "lesson.toml"), "--out", str(there / "in")])
    assert there.read_text(encoding="utf-8") == "mine"


def test_an_out_without_a_name_has_that_of_its_folder(plan_of, tmp_path, monkeypatch):
    plan_of(GOOD)
    written = []
    monkeypatch.setattr(program, "write_lesson", lambda _, folder, report: written.append(folder))
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    for out in (".", "..", "x/../y"):
        main([str(tmp_path / "lesson.toml"), "--out", out])
    assert written == [tmp_path / "in", tmp_path, tmp_path / "in" / "y"]
    with pytest.raises(SystemExit, match="has no name"):
        main([str(tmp_path / "lesson.toml"), "--out", "/"])
