"""What is counted as a right first translation, and as a vowel that should have been dropped."""

import pytest

from model import storage
from model.data.own import FirstText
from model.robustness import elisions as counted
from model.robustness.elisions import (
    FRAMES,
    NOUNS,
    count_missing_elisions,
    fill_frames,
    missing_elisions,
)
from model.robustness.first_texts import count_right_first_texts
from model.robustness.trials import scores_by_direction
from model.storage import MODEL


@pytest.fixture(scope="module")
def shipped():
    return storage.load(MODEL)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("L'animal dort.", 0),
        ("Le animal dort.", 1),
        ("Je crois que il parle de elle.", 2),
        ("la école et la église", 2),
        ("le chat, la eau, que oui", 1),
        ("le onze mai, la une du journal, le oui", 0),
        ("Elle aime la idée de Anne.", 2),
        ("le héros, le yaourt, la hache", 0),
        ("Quelle animal ! Celle école ?", 0),
    ],
)
def test_a_vowel_that_should_have_been_dropped_is_found(text, faults):
    assert len(missing_elisions(text)) == faults


def test_every_noun_stands_in_every_frame():
    assert len(set(fill_frames())) == len(NOUNS) * len(FRAMES) == 500


def test_faulty_translations_are_counted_once_each(shipped, monkeypatch):
    monkeypatch.setattr(
        counted, "missing_elisions", lambda text: ["x", "x"] if "chat" in text else []
    )
    found = count_missing_elisions(*shipped, ["The cat sleeps.", "I have a dog."])
    assert found["sentences"] == 2
    assert found["faults"] == len(found["examples"]) == 1


def test_first_texts_are_asked_for_in_each_language_and_judged_by_their_answers(shipped):
    cat = FirstText("en", "I like cats.", {"fr": ["J'aime les chats."], "de": ["Nein."]})
    found = count_right_first_texts(*shipped, [cat])
    assert (found["asked"], found["right"]) == (2, 1)
    [(text, language, said)] = found["wrong"]
    assert (text, language) == ("I like cats.", "de")
    assert "Katzen" in said


def test_what_the_model_has_no_language_for_is_not_asked(network, tokenizer):
    assert set(tokenizer.languages) == {"en", "fr"}
    cat = FirstText("en", "I like cats.", {"fr": ["J'aime les chats."], "de": ["Katzen."]})
    dog = FirstText("de", "Ein Hund", {"en": ["A dog"]})
    assert count_right_first_texts(network, tokenizer, [cat, dog])["asked"] == 1
    four = {code: ["a cat"] for code in ("en", "de", "fr", "es")}
    assert list(scores_by_direction(network, tokenizer, four)) == [
        "en-en",
        "en-fr",
        "fr-en",
        "fr-fr",
    ]
