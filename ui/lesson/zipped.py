"""A lesson as a zip, written for a page of the app by a subprocess.

Pages are drawn there by Streamlit's AppTest, which replaces the runtime: in the server's own
process it would stop all visitors.
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

PROGRAM = Chapter.__module__.removesuffix(".plan")  # in the wheel, the package is nested


def zip_lesson(text: str) -> Iterator[str | bytes]:
    """Write a lesson in a subprocess; yield its progress as lines of text, and at last the zip.

    Args:
        text: the lesson's plan as TOML; see ``format_plan_toml``.

    Yields:
        A line of text for each written file; last, the content of the zip file as bytes.

    Raises:
        RuntimeError: if the lesson could not be written.
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


def format_plan_toml(title: str, app: str, sentence: Sentence, chapters: Sequence[Chapter]) -> str:
    """Return the plan of a lesson with one sentence as TOML, as ``read_plan`` reads it from a file.

    Args:
        title: title of the lesson.
        app: URL of the app, to which the lesson links.
        sentence: the sentence that every page of the lesson shows.
        chapters: pages of the lesson.
    """
    spoken = {} if language() == ENGLISH else {"language": language()}
    lines = [*_toml_lines({"title": title, "app": app} | spoken), "[[sentence]]"]
    lines += _toml_lines({"text": sentence.text, "from": sentence.source, "to": sentence.to})
    for one in chapters:
        lines += ["[[page]]", *_toml_lines({**one.choices, "name": one.name, "task": one.task})]
    return "\n".join(lines)


def _toml_lines(table: Mapping[str, str]) -> list[str]:
    """Return a table of strings as TOML lines, quoted as in JSON, without the forbidden DEL."""
    return [
        f"{json.dumps(key)} = {json.dumps(value, ensure_ascii=False)}".replace("\x7f", "")
        for key, value in table.items()
    ]
