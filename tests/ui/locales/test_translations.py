"""What translators wrote fits what it translates: gaps, sections, links, formulas, terms."""

import re
from collections import Counter
from collections.abc import Mapping

import pytest
from babel.messages.catalog import Catalog

from tests.pseudo.language import forget_languages, spoken, stretch_text
from ui import locales
from ui.contents import PAGES
from ui.frame.texts import folder, split_sections
from ui.locales.__main__ import describe_coverage, merge_messages, write_catalogue
from ui.locales.extract import extract_messages
from ui.messages import _, use_locale, write_number

SPEC = re.compile(r"(?<!%)\{\w*:([^}]*)\}")  # after a % the gap is Plotly's
GAP = re.compile(r"\{(\w*(?::[^}]*)?)\}")
KEPT = re.compile(r"\{#\w+\}|\]\([^)]*\)|\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`", re.DOTALL)
WORDS = re.compile(r"\\text\{[^}]*\}")  # in a formula: they are translated
OTHERS = locales.languages()[1:]


def gaps(text):
    return Counter(GAP.findall(text))


def forms(text):
    """The forms of a message or of its translation: one, or those of a plural."""
    return [text] if isinstance(text, str) else [*text]


def wrong_gaps(catalog):
    """Translations that lack a gap of their message, or have one that it has not.

    Only the last of a plural's forms needs them all: others may write "one" for {count}.
    """
    for message in catalog:
        *__, last = map(set, map(gaps, forms(message.id)))
        found = [set(gaps(form)) for form in forms(message.string) if message.id and form]
        if found and (found[-1] != last or any(own - last for own in found)):
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


def test_a_gap_that_a_translation_lost_is_found():
    catalog = Catalog(locale="de")
    catalog.add(("one", "{count:,} more"), ("eines", "{count:,} weitere"))
    assert list(wrong_gaps(catalog)) == []
    catalog.add(("{count} token", "{count} tokens of {all}"), ("ein Token", "{count} Tokens"))
    catalog.add("{share:%} and {p:.2}", "{share:.1%} und {p:.2}")
    assert len(list(wrong_gaps(catalog))) == 2


def test_a_gap_says_how_its_number_is_written_only_to_those_who_understand_it():
    """Scripts fill plain gaps only; ``str.format`` fills a fault's, too, for programmers."""
    wrong = []
    for message in extract_messages():
        specs = {spec for form in forms(message.id) for spec in SPEC.findall(form)}
        for spec in specs:
            assert write_number(0.5, spec)  # raises an error if it knows no such spec
        places = [place for place, __ in message.locations]
        scripted, fault = (
            any(place.endswith(".js") for place in places),
            any(place.startswith("model/") for place in places),
        )
        if specs - (set() if scripted else {"g", ","} if fault else specs):
            wrong.append(message.id)
    assert wrong == []


def test_a_translated_text_has_the_sections_links_and_formulas_of_the_english_one():
    found = []
    for language in OTHERS:
        for page in PAGES:
            english = folder(page.name) / "text.md"
            own = locales.find_translation_file(english, language)
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
            own = locales.find_translation_file(path, "xx")
            assert len(split_sections(own, 0)) == len(split_sections(path, 0)), page.name


def changed_catalogue(folder, english: Mapping[str, str]) -> Catalog:
    """Return German after some English sentences were changed, as the program would write it."""
    messages = Catalog(locale="de")
    for message in locales.read_catalogue("de"):
        if message.id:
            now = english.get(message.id, message.id) if message.string else message.id
            messages.add(now, locations=message.locations, context=message.context)
    merged = merge_messages("de", messages)
    write_catalogue("de", merged)
    return locales.read_catalogue("de")


def test_a_changed_sentence_keeps_its_translation_as_fuzzy_and_no_visitor_sees_it(german):
    known = changed_catalogue(german, {"Layer {layer}": "The layer {layer}"})
    message = known.get("The layer {layer}")
    assert (message.string, message.fuzzy) == ("Schicht {layer}", True)
    assert message.user_comments == ["The English was: Layer {layer}"]
    assert known.get("Layer {layer}") is None
    assert describe_coverage("de", known) == "de: 0 missing, 2 fuzzy"
    forget_languages()
    with use_locale("de"):
        assert _("The layer {layer}") == "The layer {layer}"
    again = changed_catalogue(german, {"The layer {layer}": "The layer, {layer}"})
    assert again.get("The layer, {layer}").string == "Schicht {layer}"


def test_a_translation_that_somebody_looked_at_is_fuzzy_no_longer(german):
    changed_catalogue(german, {"Layer {layer}": "The layer {layer}"})
    file = german / locales.MESSAGES
    text = file.read_text("utf-8").replace("#, fuzzy, python-brace-format", "")
    file.write_text(text, encoding="utf-8")
    message = changed_catalogue(german, {}).get("The layer {layer}")
    assert (message.string, message.fuzzy, message.user_comments) == ("Schicht {layer}", False, [])


@pytest.mark.parametrize("now", ["Something else entirely", "Overviews, many of them, and long"])
def test_another_sentence_gets_nobody_elses_translation(german, now):
    known = changed_catalogue(german, {"Overview": now})
    assert not known.get(now).string
    assert describe_coverage("de", known) == "de: 1 missing, 1 fuzzy"


def test_a_sentence_of_another_file_is_no_candidate(german):
    messages = Catalog(locale="de")
    messages.add("The layer {layer}", locations=[("ui/other.py", 1)])
    assert not merge_messages("de", messages).get("The layer {layer}").string


def test_no_language_gets_the_translation_of_another(german):
    messages, before = Catalog(), locales.read_catalogue("de").get("Layer {layer}")
    messages.add("The layer {layer}", locations=before.locations)
    assert merge_messages("de", messages).get("The layer {layer}").string == "Schicht {layer}"
    assert not messages.get("The layer {layer}").string
