"""README's pictures are of the model that is shipped, exist, and are light."""

import re
from pathlib import Path

import pytest
from PIL import Image

from examples.clip import CLIP, FOLDER, MADE_BY, PAGES, main
from model.storage import MODEL, fingerprint

ROOT = Path(__file__).parents[2]


def test_pictures_are_of_these_weights():
    assert MADE_BY.read_text(encoding="utf-8").strip() == fingerprint(MODEL), (
        "The weights are others: python -m examples.clip makes the pictures anew."
    )


def test_readme_shows_them_all_and_nothing_else():
    shown = re.findall(r"!\[.*?\]\((.+?)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    made = {f"assets/pictures/{path.name}" for path in FOLDER.glob("*.webp")}
    assert set(shown) == made
    assert len(made) == 1 + len(PAGES)


def test_the_first_one_moves_and_all_are_light():
    with Image.open(CLIP) as picture:
        assert picture.n_frames > 10
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 3_000_000


def test_without_a_browser_it_says_how_to_get_one(monkeypatch):
    monkeypatch.setattr("examples.clip.starts", lambda: False)
    with pytest.raises(SystemExit, match=r"python -m tests\.chromium gets one"):
        main()
