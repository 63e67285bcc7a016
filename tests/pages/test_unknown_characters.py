"""A model whose vocabulary lacks signs and bytes: what it cannot read or write is named."""

import re

import pytest
import streamlit as st

from model import storage
from model.tokenizer import EOS, UNK
from pages.lab.patch_it.remarks import notes
from tests.pages.background.questions.asks.answers import ask
from tests.vocabularies import as_learned
from ui.frame import bar_remarks
from ui.frame.doubts import GAP, list_doubt_reasons
from ui.readings import session
from ui.readings.reading import source_tokens


@pytest.fixture(scope="module", autouse=True)
def bare(tmp_path_factory):
    """Let the app read with the vocabulary of before."""
    folder, shipped = tmp_path_factory.mktemp("bare"), session.MODEL_FOLDER
    storage.save(*as_learned(*storage.load(shipped)), folder)
    for path in (folder, shipped):
        st.cache_resource.clear()
        st.cache_data.clear()
        session.MODEL_FOLDER = path
        if path == folder:
            yield


def said(app) -> str:
    shown = [*app.get("html"), *app.info, *app.text, *app.caption]
    return re.sub(
        "<.*?>", "", " ".join(str(getattr(o, "value", None) or o.proto.body) for o in shown)
    )


def remarks(app) -> str:
    return " ".join(h.proto.body for h in app.get("html") if 'class="remark"' in h.proto.body)


def test_the_bar_names_what_is_not_read_and_nothing_vanishes_silently(open_page):
    app = open_page("overview", source="Add ½ cup of 茶.")
    assert "The vocabulary lacks" in remarks(app)
    assert "<b>½</b>" in remarks(app)
    assert "茶" in remarks(app)
    assert "unknown token again" not in remarks(app)


def test_an_unknown_token_in_the_translation_has_a_sign_and_a_sentence():
    reading = session.read_with_translation("A cat.", "fr", (UNK, EOS))
    assert [token.known for token in reading.output] == [False, True]
    [again] = bar_remarks.describe_unknown_characters(reading)
    assert "unknown token again" in again
    assert GAP in again


def test_it_is_a_reason_to_doubt():
    text = "I like 茶."
    [reason] = list_doubt_reasons(text, source_tokens(session.load_model()[1], text))
    assert "vocabulary lacks" in reason


def test_a_word_that_is_not_known_is_not_given_a_row():
    found = ask(session.read("你好", "fr"), "nearest_row")
    assert "reads “你好” as “<unk>”" in found.prompt


@pytest.mark.parametrize("reference", ["🙂", "<b>日本語</b>"])
def test_a_reference_is_forced_all_the_same(open_page, data_of, reference):
    app = open_page("shifted_input", source="A cat.", reference=reference, put="🙂", put_at="2")
    assert not app.exception
    assert not all(token["known"] for token in data_of(app, "shifted")["target"])


@pytest.mark.parametrize(
    ("page", "link", "sentence"),
    [
        ("patch_it", {"beginning": "日"}, "isn't in the vocabulary"),
        ("patch_it", {"clean_token": "日"}, notes.LACKING.format(text="日")),
        ("who_contributed", {"other_translation": "☂☂"}, "is not in the vocabulary"),
        ("decoding", {"begin": "Le 𝄞"}, "write “𝄞”"),
    ],
)
def test_what_cannot_be_written_is_answered_in_a_sentence(open_page, page, link, sentence):
    more = {"changed_sentence": "She is tired."} if page == "patch_it" else {}
    app = open_page(page, source="He is tired.", to="fr", **more, **link)
    assert not app.exception
    assert sentence in said(app)
