"""The files that go into an image of the app are all that it reads."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
READ = re.compile(r'(?:ROOT|parents\[\d\]) / "([\w.-]+)"')
LISTS = {
    "Dockerfile": r"^COPY (?:--chown=glass )?(.*)",
    "Dockerfile.dockerignore": r"^!(.*)",
    "space/README.md": r"archive HEAD (.*(?:\\\n.*)*) \|",
}


@pytest.mark.parametrize("name", LISTS)
def test_whatever_the_code_reads_of_the_repository_is_in_the_image(name):
    code = [path for room in ("model", "ui", "pages") for path in (ROOT / room).rglob("*.py")]
    read = {found for path in (ROOT / "app.py", *code) for found in READ.findall(path.read_text())}
    assert {"CITATION.cff", "assets", "pages"} <= read
    lines = re.findall(LISTS[name], (ROOT / "deploy" / name).read_text(), re.MULTILINE)
    taken = {word for line in lines for word in line.split()}
    assert read | {".streamlit", "app.py", "model", "requirements.txt", "constraints.txt"} <= taken
