"""What translators wrote fits what it translates: gaps, sections, links, formulas, terms."""

import re
from collections import Counter

from tests.pseudo.language import spoken, stretch_text
from ui import locales
from ui.contents import PAGES
from ui.frame.texts import _parts, folder
from ui.locales.__main__ import merge_messages, write_catalogue
from ui.locales.extract import extract_messages

GAP = re.compile(r"\{(\w*)\}")
KEPT = re.compile(r"\{#\w+\}|\]\([^)]*\)|\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`", re.DOTALL)
WORDS = re.compile(r"\\text\{[^}]*\}")  # in a formula: they are translated
OTHERS = locales.languages()[1:]


def gaps(text):
    return Counter(GAP.findall(text))


def wrong_gaps(catalog):
    """Translations that lack a gap of their message, or have one that it has not."""
    for message in catalog:
        english = [message.id] if isinstance(message.id, str) else [*message.id]
        own = [message.string] if isinstance(message.string, str) else [*message.string]
        for form in filter(None, own if message.id else ()):
            if set(gaps(form)) - set(gaps(english[-1])) or (
                len(english) == 1 and set(gaps(form)) != set(gaps(english[0]))
            ):
                yield message.id


def differences(english, own):
    """What differs in two texts that must say the same: sections, keys, links, formulas, code."""
    if english.count("\n## ") != own.count("\n## "):
        yield "sections"
    kept, found = (Counter(KEPT.findall(WORDS.sub("", text))) for text in (english, own))
    if kept != found:
        yield (kept - found) + (found - kept)
    if english.count("\n> ") != own.count("\n> "):
        yield "lines on what is shown"


def test_translations_have_the_gaps_of_their_messages():
    catalogues = {language: locales.read_catalogue(language) for language in OTHERS}
    wrong = [(language, one) for language in OTHERS for one in wrong_gaps(catalogues[language])]
    assert wrong == []


def test_a_translated_text_has_the_sections_links_and_formulas_of_the_english_one():
    found = []
    for language in OTHERS:
        for page in PAGES:
            english = folder(page.name) / "text.md"
            own = locales.beside(english, language)
            texts = english.read_text("utf-8"), own.read_text("utf-8")
            found += [(language, page.name, one) for one in differences(*texts)]
    assert found == []


def test_the_same_faults_are_found_where_there_are_some():
    english = "# A\n\nSee [b](./b) and $x$.\n\n## C {#c}\n\n> D.\n"
    assert list(differences(english, english)) == []
    assert "sections" in list(differences(english, english.replace("## C", "C")))
    assert len(list(differences(english, english.replace("$x$", "$y$")))) == 1
    assert list(differences(english, stretch_text(english))) == []


def test_a_catalogue_is_written_the_same_whenever_nothing_changed(german):
    text, messages = (german / locales.MESSAGES).read_text("utf-8"), extract_messages()
    write_catalogue("de", merge_messages("de", messages))
    once = (german / locales.MESSAGES).read_text("utf-8")
    write_catalogue("de", merge_messages("de", messages))
    assert once != text
    assert (german / locales.MESSAGES).read_text("utf-8") == once
    assert 'msgid "Overview"\nmsgstr "Überblick"' in once
    assert not re.search(r"POT-Creation-Date|#: .*:\d|#~", once)


def test_the_language_of_brackets_has_every_message(brackets_folder):
    with spoken(brackets_folder):
        catalog = locales.read_catalogue("xx")
        assert not [one.id for one in catalog if one.id and not one.string]
        assert list(wrong_gaps(catalog)) == []
        for page in PAGES:
            path = folder(page.name) / "text.md"
            own = locales.beside(path, "xx")
            assert len(_parts(own, 0)) == len(_parts(path, 0)), page.name
