"""The papers name every criterion once, and say what does not hold, in each language."""

import re
from html.parser import HTMLParser

import pytest

from ui.frame.about import STATIC_PAGES
from ui.frame.static_pages.render import CONFORMANCE_LEVELS, HERE, read_criteria
from ui.locales import find_translation_file, languages
from ui.messages import use_locale

# W3C, Web Content Accessibility Guidelines 2.2: the numbers of levels A and AA, without 4.1.1.
A = (
    "1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 "
    "2.4.1 2.4.2 2.4.3 2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 "
    "4.1.2"
)
AA = (
    "1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 "
    "2.4.11 2.5.7 2.5.8 3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3"
)
HOLDS = {"Supports", "Partially Supports", "Does Not Support", "Not Applicable"}


def test_every_criterion_has_its_line_and_words_of_a_vpat():
    found = [(one.criterion, one.level) for one in read_criteria()]
    assert sorted(found) == sorted([(n, "A") for n in A.split()] + [(n, "AA") for n in AA.split()])
    assert {one.holds for one in read_criteria()} <= HOLDS
    assert all(one.why.endswith(".") for one in read_criteria())


def test_the_report_begins_with_what_does_not_hold_and_the_form_has_all():
    report, form = STATIC_PAGES["accessibility"]("1.0"), STATIC_PAGES["vpat"]("1.0")
    head = report[: report.index("All criteria")]
    for one in read_criteria():
        assert (f"{one.criterion} {one.name} (" in head) == ("Partially" in one.holds)
        assert report.count(f"{one.criterion} {one.name} (") == 1 + ("Partially" in one.holds)
        assert form.count(f"{one.criterion} {one.name} (") == 1


@pytest.mark.parametrize("name", STATIC_PAGES)
def test_a_paper_is_whole_html_and_loads_nothing(name):
    text = STATIC_PAGES[name]("<b>1")
    opened: list[str] = []

    class Whole(HTMLParser):
        def handle_starttag(self, tag, attrs):
            if tag not in ("meta", "hr", "link"):
                opened.append(tag)
            assert not {"src", "srcset"} & dict(attrs).keys()

        def handle_endtag(self, tag):
            assert opened.pop() == tag

    Whole().feed(text)
    assert opened == []
    assert "<b>" not in text
    assert set(re.findall(r'href="(.*?)"', text)) <= {"../", "vpat", "data:,"}


@pytest.mark.parametrize("language", languages()[1:])
def test_a_translated_paper_has_the_tags_and_gaps_of_the_english_one(language):
    for english in map(
        HERE.joinpath, ("accessibility.html", "privacy.html", "tested.html", "vpat.html")
    ):
        own = find_translation_file(english, language)
        assert own != english
        text = own.read_text("utf-8").replace(f'lang="{language}"', 'lang="en"')
        marks = re.findall(r"<[^>]+>|\{\w+\}", text)
        assert marks == re.findall(r"<[^>]+>|\{\w+\}", english.read_text("utf-8")), own.name


@pytest.mark.parametrize("language", languages()[1:])
def test_the_terms_of_a_vpat_are_english_in_each_language(language):
    found = [(one.criterion, one.level, one.holds) for one in read_criteria()]
    with use_locale(language):
        assert [(one.criterion, one.level, one.holds) for one in read_criteria()] == found
        assert all(one.name and one.why.endswith(".") for one in read_criteria())
        form = STATIC_PAGES["vpat"]("1.0")
    terms = [holds for *__, holds in found]
    assert all(
        form.count(f"<td lang='en'>{term}</td>") == terms.count(term) for term in CONFORMANCE_LEVELS
    )
