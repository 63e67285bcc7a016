"""What is taken from a view is what it draws: pictures and numbers, read back."""

import csv
import json
import re
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest
import torch
from playwright.sync_api import Page, expect

from model.changes.kinds import SilencedHead
from tests.close import assert_near
from tests.server import READY, ROOT
from ui.frame import about
from ui.readings import session

DOCS = ROOT / "docs/python.md"
TEXT = "The old house near the old river, it is empty."
LINK = f"?source={TEXT.replace(' ', '+')}&layer=2&head=3&edits=encoder-1-1"


def take(page: Page, key: str, kind: str, folder: Path, which: int = 0) -> Path:
    """Take one file from the menu of a view; of several of a kind, one of them."""
    frame = page.locator(f".st-key-{key}")
    frame.locator(".taken-away > button").click()
    with page.expect_download() as download:
        offers = frame.get_by_role("menuitem").filter(has=page.locator(f"b:text-is('{kind}')"))
        offers.nth(which).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    page.locator(".takes:popover-open").wait_for(state="hidden")
    return file


def rows_of(file: Path) -> tuple[dict, list[dict[str, str]]]:
    with file.open(encoding="utf-8-sig", newline="") as lines:
        first = json.loads(next(csv.reader(lines))[0].removeprefix("# "))
        return first, list(csv.DictReader(lines))


def test_what_a_view_gives_away_is_what_the_pass_computed(visit, tmp_path):
    page = visit(color_scheme="dark").open(f"/multi_head{LINK}")
    page.wait_for_selector(READY)
    files = {kind: take(page, "heads", kind, tmp_path) for kind in ("CSV", "JSON", "SVG", "PNG")}
    assert (
        files["CSV"].name
        == "multi_head-heads-layer2-head3-The_old_house_near_the_old_river_it_is_e.csv"
    )
    reading = session.read(TEXT, "fr", (SilencedHead("encoder", 0, 0),))
    weights = reading.layers("encoder", "weights")
    said, rows = rows_of(files["CSV"])
    documented = re.search(r"```python\n(import csv, json.*?)```", DOCS.read_text(), re.DOTALL)
    by_docs = {"file": files["CSV"]}
    exec(documented[1], by_docs)
    assert by_docs["about"] == said
    assert by_docs["words"] == [row["query"] for row in rows]
    assert by_docs["table"].weight.tolist() == [float(row["weight"]) for row in rows]
    places = ["layer", "head", "query_position", "key_position"]
    assert list(rows[0]) == ["layer", "head", "query", "key", *places[2:], "weight"]
    assert len(rows) == weights.numel()
    for row in rows[:: len(rows) // 97]:
        place = tuple(int(row[name]) - 1 for name in places)
        assert row["query"] == reading.source[place[2]].text
        assert float(row["weight"]) == pytest.approx(weights[place].item(), rel=1e-5, abs=1e-12)
    exact = json.loads(files["JSON"].read_text(encoding="utf-8"))
    assert_near(torch.tensor(exact["tables"][0]["values"]["weight"]), weights)
    assert said["sentence"] == exact["about"]["sentence"] == TEXT
    assert said["weights"] == about.short_fingerprint()
    assert said["version"] == about.read_citation_field("version")
    assert said["changes"] == ["Encoder self-attention, layer 1, head 1 off"]
    assert "edits=encoder-1-1" in said["link"]
    drawn_alone(files["SVG"], [token.text for token in reading.source], said["link"])
    assert said["from"] == "English"  # as it was detected
    png = files["PNG"].read_bytes()
    svg = ElementTree.parse(files["SVG"]).getroot()
    assert int.from_bytes(png[16:20]) == 2 * int(svg.get("width"))
    assert said["weights"].encode() in png[: 33 + 4000]  # as text, before the picture
    assert ground_of(png) == (255, 255, 255)
    dark = take(page, "heads", "PNG", tmp_path, 1).read_bytes()
    assert sum(ground_of(dark)) < 150  # as the page is
    page.locator(".st-key-share summary").click()
    page.locator(".share .csv").scroll_into_view_if_needed()
    shown = page.locator(".share .csv tbody tr")
    expect(shown.first.locator("td").last).to_have_text(rows[0]["weight"])
    written = [text.split("\t") for text in shown.all_inner_texts()]
    assert written == [*(list(row.values()) for row in rows[:3]), ["…"]]
    expect(page.locator(".share .csv [role=status]")).to_contain_text(f"{len(rows):,} rows, about")


def ground_of(png: bytes) -> tuple[int, int, int]:
    """Return the colour of the first pixel: none before it, so its bytes stand as they are."""
    assert png[24:26] == bytes([8, 6])  # eight bits; red, green, blue and opacity
    at, packed = 8, b""
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        packed += png[at + 8 : at + 8 + size] if png[at + 4 : at + 8] == b"IDAT" else b""
        at += 12 + size
    return tuple(zlib.decompress(packed)[1:4])


def drawn_alone(file: Path, tokens: list[str], link: str) -> None:
    """Assert that a picture needs nothing else, is light, and shows all tokens and its link."""
    text = file.read_text(encoding="utf-8")
    assert "foreignObject" not in text
    assert "var(" not in text
    assert "class=" not in text
    assert not re.search(r'href="(?!data:|#)', text)
    root = ElementTree.fromstring(text)
    assert next(root.iter("{http://www.w3.org/2000/svg}rect")).get("fill") == "#ffffff"
    said = [
        "".join(node.itertext()).strip() for node in root.iter("{http://www.w3.org/2000/svg}text")
    ]
    assert set(tokens) <= set(said)
    assert link in "".join(said)
    assert any("head 1 off" in line for line in said)  # the caption names the change


def test_a_plot_gives_away_its_points_and_all_names_of_a_long_sentence(visit, tmp_path):
    text = " ".join(["house", "river", "door", "tree", "road"] * 9)
    link = f"/embedding?source={text.replace(' ', '+')}&sections=how_long_the_vectors_are"
    page = visit(color_scheme="dark").open(link)
    words = [token.text for token in session.read(text, "fr").source]
    file = take(page, "lengths", "SVG", tmp_path)
    root = ElementTree.parse(file).getroot()
    names = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert all(names.count(word) >= words.count(word) for word in set(words))
    _, rows = rows_of(take(page, "lengths", "CSV", tmp_path))
    E = session.embedding_matrix()[list(session.read(text, "fr").source_ids)]
    lengths = [float(row["length (Euclidean norm)"]) for row in rows if row["series"] == "row of E"]
    assert lengths == pytest.approx(E.norm(dim=-1).tolist(), rel=1e-4)
