"""Terms of the glossary in the pages' texts."""

import re

import pytest

from ui.contents import PAGES
from ui.frame import terms, texts
from ui.views.data_cache import resolve_cache_addresses

LINK = re.compile(r"\[([^\]]*)\]\(\./glossary#(\w+)\)")


@pytest.fixture
def linked(monkeypatch):
    """Return a function that links the texts of a page, one after the other, as a page does."""
    sent = {}
    monkeypatch.setattr(terms.st, "session_state", {})
    monkeypatch.setattr(
        terms, "_terms", lambda key, data: sent.update(resolve_cache_addresses(data))
    )

    def linked(*texts, page="multi_head"):
        terms.begin_page(page, "\n\n".join(texts))
        made = [terms.link_terms(text) for text in texts]
        assert [terms.link_terms(text) for text in texts] == made  # and so when a part runs again
        assert {anchor for text in made for _, anchor in LINK.findall(text)} <= set(sent["terms"])
        return made

    return linked


def test_the_glossary_is_sorted_and_every_term_is_explained_on_a_page():
    names = [entry.term for entry in terms.list_terms()]
    assert names == sorted(set(names), key=str.lower)
    assert all(entry.meaning.endswith(".") for entry in terms.list_terms())
    assert len({entry.anchor for entry in terms.list_terms()}) == len(names)


def test_only_the_first_mention_on_a_page_is_linked(linked):
    first, second = linked("A head reads. Two heads, one softmax.", "The softmax of a head.")
    assert first == (
        "A [head](./glossary#head) reads. Two heads, one [softmax](./glossary#softmax)."
    )
    assert second == "The softmax of a head."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Queries and layer normalization", {"Queries": "query", "layer normalization": None}),
        ("A causal mask, then a mask", {"causal mask": None, "mask": "mask"}),
        ("top-p and d_k", {"top-p": "top_k_top_p", "d_k": "d_k_d_v"}),
        ("the end token and </s>", {"end token": "end_token_s"}),
        ("**Dropout** helps", {"Dropout": "dropout"}),
        ("$head$ `head` [a head](./x) <i>head</i> “head” *A head*", {"head": "head"}),
        ("| head |\n# head", {}),
        ("overhead, head-on, heading, value, key", {}),
    ],
)
def test_terms_are_found_as_they_are_written_and_only_in_plain_text(linked, text, found):
    [made] = linked(text)
    shown = LINK.findall(made)
    plain = {name: anchor or name.replace(" ", "_") for name, anchor in found.items()}
    if "`" in text:  # only the one between <i> and </i> is neither formula, code, link nor quote
        assert made == text.replace("<i>head</i>", "<i>[head](./glossary#head)</i>")
    else:
        assert dict(shown) == plain


def test_what_a_page_means_by_another_word_is_not_linked(linked):
    assert linked("A cosine.", page="positional_encoding") == ["A cosine."]
    assert linked("A cosine.", page="embedding") == ["A [cosine](./glossary#cosine)."]


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_links_change_no_word_of_a_page_and_keep_its_headings(linked, page):
    prose = list(texts.read_page_sections(page).values())
    made = linked(*prose, page=page)
    assert [LINK.sub(r"\1", text) for text in made] == prose
    lines = [line for text in made for line in text.splitlines()]
    assert not any(LINK.search(line) for line in lines if line.startswith(("#", "|")))


def test_the_words_that_every_page_needs_are_explained():
    names = {form.lower() for entry in terms.list_terms() for form in entry.term.split(", ")}
    needed = (
        "attention transformer layer loss target reference vocabulary batch nat chrf validation"
    )
    assert names >= {*needed.split(), "source sentence", "residual stream"}
