"""A lesson as a zip, made for a page of the app by a program of its own.

Pages are drawn there by Streamlit's test runner, which takes the place of the server's runtime: in
the server itself it would stop all visitors.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from ui.lesson.plan import Chapter, Sentence
from ui.locales import ENGLISH
from ui.messages import language
from ui.views.scripts import ROOT

PROGRAM = Chapter.__module__.removesuffix(".plan")  # in the wheel it lies deeper


def zip_lesson(text: str) -> Iterator[str | bytes]:
    """Write a lesson; yield a line for each of its files, and in the end the zip.

    Args:
        text: of the file that says what is in it; see ``write_plan``.

    Raises:
        RuntimeError: if it could not be written.
    """
    with TemporaryDirectory() as name:
        plan, out = Path(name, "lesson.toml"), Path(name, "lesson")
        plan.write_text(text, encoding="utf-8")
        command = [sys.executable, "-u", "-m", PROGRAM, str(plan), "--out", str(out)]
        threads = {"OMP_NUM_THREADS": "1"}
        with subprocess.Popen(
            command, cwd=ROOT, env=os.environ | threads, stdout=subprocess.PIPE, text=True
        ) as program:
            try:
                yield from program.stdout or ()
            finally:
                program.kill()  # the visitor has left, or it has ended
        packed = out.with_suffix(".zip")
        if not packed.exists():
            raise RuntimeError("the lesson was not written")
        yield packed.read_bytes()


def write_plan(title: str, app: str, sentence: Sentence, chapters: Sequence[Chapter]) -> str:
    """Return a lesson of one sentence as the text of its file.

    Args:
        title: of the whole.
        app: address of the app, to which it leads.
        sentence: of which every page has the numbers.
        chapters: its pages.
    """
    spoken = {} if language() == ENGLISH else {"language": language()}
    lines = [*_lines({"title": title, "app": app} | spoken), "[[sentence]]"]
    lines += _lines({"text": sentence.text, "from": sentence.source, "to": sentence.to})
    for one in chapters:
        lines += ["[[page]]", *_lines({**one.choices, "name": one.name, "task": one.task})]
    return "\n".join(lines)


def _lines(table: Mapping[str, str]) -> list[str]:
    """Return a table's lines, quoted as in JSON; without DEL, which TOML refuses."""
    return [
        f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "")
        for key, value in table.items()
    ]
