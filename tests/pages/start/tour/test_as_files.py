"""A tour that is taken away: the zip holds its stops, and opens without network."""

import json
import re
import tomllib
import zipfile

from playwright.sync_api import expect

from pages.start.tour.as_files import MOST
from ui.frame.tour.lecture import pack_lecture, parse_lecture, parse_tour_steps
from ui.lesson.plan import Chapter, Sentence, read_plan
from ui.lesson.zipped import format_plan_toml
from ui.readings import session

TEXT = 'She said "yes"\\ & <b>left</b>.'


def test_a_plan_that_is_written_is_read_again(tmp_path):
    chapters = (Chapter("masking", {"layer": "2", "sections": "all"}, "Look: “it”\t\x7f."),)
    sentence = Sentence(TEXT, "en", "de")
    file = tmp_path / "lesson.toml"
    file.write_text(format_plan_toml("A 'tour'", "http://x/", sentence, chapters), encoding="utf-8")
    plan = read_plan(file)
    assert plan.sentences == (sentence,)
    [chapter] = plan.chapters
    assert chapter.choices == chapters[0].choices
    assert chapter.task == "Look: “it”\t."


def test_the_stops_of_a_tour_leave_as_a_zip(visit, offline, tmp_path):
    stops, _ = parse_lecture("/masking?row=3\nFind a <row>.\n\n/break_it\n\n/masking")
    tour = pack_lecture(stops)
    visitor = visit(390, 800)
    said = TEXT.replace("&", "%26")
    page = visitor.open(f"/tour?tour={tour}&stop=4&source={said}&from=en&to=es&sections=all")
    page.get_by_role("button", name="Make the files").click()
    button = page.get_by_role("button", name="lesson.zip")
    expect(button).to_be_visible()
    assert visitor.width_to_spare() >= 0
    with page.expect_download() as download:
        button.click()
    assert download.value.suggested_filename == "lesson.zip"
    download.value.save_as(tmp_path / "lesson.zip")
    with zipfile.ZipFile(tmp_path / "lesson.zip") as file:
        assert sorted(file.namelist()) == ["index.html", "masking.html"]
        file.extractall(tmp_path)
    text = (tmp_path / "masking.html").read_text(encoding="utf-8")
    [told] = json.loads(re.search(r'id="glass">(.*)</script>', text)[1])["variants"]
    assert told["words"]["translation"] == session.read(TEXT, "es").translation
    assert told["words"]["link"].startswith(f"{visitor.address}/masking?")
    own, asked = offline(tmp_path / "masking.html")
    assert asked == []
    assert TEXT in own.inner_text(".said")
    assert "Find a <row>." in own.inner_text(".task")
    own, asked = offline(tmp_path / "index.html")
    assert asked == []
    assert "Break it" in own.inner_text("main")


def test_a_tour_of_pages_that_need_the_model_offers_none(open_page):
    app = open_page("tour", tour="break_it")
    assert not [one for one in app.button if one.label == "Make the files"]
    assert any("needs the model" in one.value for one in app.text)


def test_no_tour_makes_more_than_twelve_files(open_page, monkeypatch):
    names = [stop.page for stop in parse_tour_steps("all")]
    taken = []
    monkeypatch.setattr("pages.start.tour.as_files.show_job", lambda task, draw: taken.append(task))
    more = ",".join([*names, "history", "embedding", "glossary", "masking"])
    open_page("tour", tour=more)
    [task] = taken
    assert len(tomllib.loads(task.question)["page"]) == MOST
