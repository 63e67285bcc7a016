"""What visitors read in another language, and that it is theirs alone."""

import json

import pytest

from tests.pseudo.language import forget_languages
from ui import contents, locales, words
from ui.frame import server
from ui.frame.texts import read_page_sections, section_link_names, translate_heading
from ui.locales.__main__ import main as update_catalogues
from ui.messages import _, language, ngettext, pgettext, use_locale
from ui.queues.workers import Workers
from ui.views import scripts


def test_a_message_is_in_the_language_of_its_block_and_only_there(german):
    with use_locale("de"):
        assert _("Layer {layer}").format(layer=2) == "Schicht 2"
        assert _("not translated") == "not translated"
        assert _("") == ""
        assert pgettext("a row", "reads") == "liest"
        counts = [ngettext("{count} word", "{count} words", n).format(count=n) for n in (0, 1, 2)]
        assert counts == ["0 Wörter", "1 Wort", "2 Wörter"]
    assert _("Layer {layer}") == "Layer {layer}"


def test_what_is_fuzzy_stays_english(german):
    with use_locale("de"):
        assert contents.find_page("overview").title == "Überblick"
        assert contents.find_page("decoding").title == "Decoding"


def test_languages_are_those_that_have_a_folder(german):
    assert locales.languages() == ("en", "de")
    assert [locales.find_nearest_language(one) for one in ("de-AT", "de", "fr-FR", "", None)] == [
        "de", "de", "en", "en", "en",
    ]  # fmt: skip
    assert locales.native_name("de") == "Deutsch"


def test_a_fifth_language_is_one_folder(german, open_page, capsys):
    """As CONTRIBUTING says: begun by the program, and the menu offers it once it is there."""
    update_catalogues(["it"])
    assert "it: 0 missing" not in capsys.readouterr().out
    file = german.parent / "it" / locales.MESSAGES
    begun = file.read_text("utf-8")
    assert 'msgid "Overview"\nmsgstr ""' in begun
    done = begun.replace('msgid "Overview"\nmsgstr ""', 'msgid "Overview"\nmsgstr "Panoramica"')
    file.write_text(done, encoding="utf-8")
    forget_languages()
    assert locales.languages() == ("en", "de", "it")
    app = open_page("overview", lang="it")
    assert spoken_on(app) == ("it", True)
    menus = "".join(html.proto.body for html in app.sidebar.get("html"))
    assert "Italiano</a>" in menus
    with use_locale("it"):
        titles = [contents.find_page(name).title for name in ("overview", "decoding")]
    assert titles == ["Panoramica", "Decoding"]  # what is missing stays English


def test_numbers_are_written_as_the_language_has_them(german):
    def shown():
        return [
            *(
                words.format_decimal(1.25, 2),
                words.format_integer(12345),
                words.format_decimal(-0.5, 1),
            ),
            *(
                words.format_percent(0.125, 1),
                words.format_magnitude(0.5),
                words.format_magnitude(12345678.0),
                words.format_shortest(1.5),
            ),
        ]

    assert shown() == ["1.25", "12,345", "−0.5", "12.5%", "0.50", "1 · 10⁷", "1.5"]
    with use_locale("de"):
        assert shown() == ["1,25", "12.345", "−0,5", "12,5\u00a0%", "0,50", "1 · 10⁷", "1,5"]


def test_a_job_speaks_the_language_of_who_began_it(german):
    def work():
        yield language()

    workers = Workers(worker_count=1)
    with use_locale("de"):
        first = workers.submit(work())
    second = workers.submit(work())  # given to a worker by the first one's end
    for job in (first, second):
        assert job.over.wait(10)
    assert [job.poll_results() for job in (first, second)] == [["de"], ["en"]]


def test_scripts_get_their_own_messages_only(german):
    told = locales.script_catalogue("de")
    assert told["messages"] == {
        "Layer {layer}": "Schicht {layer}",
        "{count} word": ["{count} Wort", "{count} Wörter"],
        "heads\u0004silenced": "ausgeschaltet",
    }
    assert (told["decimal"], told["group"]) == (",", ".")
    assert json.loads(scripts.messages_json("de")) == told


def test_the_page_names_its_language_and_its_catalogue(german):
    scripts.messages_json.cache_clear()
    page = contents.find_page("overview")
    with use_locale("de"):
        route = scripts.messages_route("de")
    text = server.page_index_html(page, "de")
    assert '<html lang="de">' in text
    assert f'id="messages" rel="preload" as="fetch" crossorigin href=".{route}"' in text
    assert "<title>Überblick · Glass Transformer</title>" in text
    english = server.page_index_html(page)
    assert '<html lang="en">' in english
    assert 'id="messages"' not in english


@pytest.mark.parametrize(
    ("query", "accepted", "expected"),
    [
        ("lang=de", "en", "de"), ("lang=en", "de", "en"), ("lang=xx", "de-AT,en;q=0.5", "de"),
        ("", "de;q=0.9", "de"), ("", "fr", "en"), ("", "", "en"),
    ],
)  # fmt: skip
def test_the_link_decides_before_the_browser(german, query, accepted, expected):
    scope = {"headers": [(b"accept-language", accepted.encode())]}
    assert server.page_language(scope, query) == expected


def test_a_text_is_read_in_the_language_and_sections_keep_their_names(german, monkeypatch):
    own = german / "text.md"
    english = read_page_sections("masking")
    own.write_text(
        "# Maske\n\nVorspann.\n"
        + "".join(f"\n## Titel {i}\n\nText {i}.\n" for i in range(1, len(english))),
        encoding="utf-8",
    )
    monkeypatch.setattr(
        locales, "find_translation_file", lambda path, spoken: own if spoken == "de" else path
    )
    keys, headings = section_link_names("masking"), list(english)[1:]
    with use_locale("de"):
        assert list(read_page_sections("masking")) == list(english)
        assert read_page_sections("masking")[headings[0]] == "Text 1."
        assert translate_heading("masking", headings[0]) == "Titel 1"
        assert section_link_names("masking") == keys


def spoken_on(app):
    """The language of a visitor's pages, and what the address says of it."""
    query = next(
        data["query"]
        for view in app.get("bidi_component")
        if "query" in (data := json.loads(view.proto.json or "null") or {})
    )
    return app.session_state["language of the interface"], "lang=" in query


def test_a_visitors_choice_reaches_nobody_else_and_stays_in_the_link(german, open_page):
    mine, other = open_page("overview", lang="de"), open_page("overview")
    assert (spoken_on(mine), spoken_on(other)) == (("de", True), ("en", False))
    for app in (mine, other, mine):
        app.run()
    assert (spoken_on(mine), spoken_on(other)) == (("de", True), ("en", False))
    menus = [html.proto.body for html in mine.sidebar.get("html")]
    assert any('lang="de" hreflang="de" aria-current="true">Deutsch</a>' in one for one in menus)


def test_where_english_is_the_only_language_no_menu_is_drawn(open_page, monkeypatch):
    monkeypatch.setattr("ui.frame.language.languages", lambda: (locales.ENGLISH,))
    app = open_page("overview")
    assert not any("hreflang" in html.proto.body for html in app.sidebar.get("html"))
