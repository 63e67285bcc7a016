"""Genders are read off the article and the noun, and left open where they do not agree."""

import pytest

from model.census.professions import (
    LANGUAGES,
    GenderOutcome,
    count_outcomes,
    fill_templates,
    find_subject_gender,
    outcomes_to_rows,
    probe_gender,
    read_professions,
)

NURSE = {"masculine": frozenset({"infirmier"}), "feminine": frozenset({"infirmière"})}
PILOT = {"masculine": frozenset({"piloto"}), "feminine": frozenset({"piloto"})}


@pytest.mark.parametrize(
    ("translation", "gender_of_it"),
    [
        ("L'infirmière a perdu ses clés.", "feminine"),
        ("L'infirmier a perdu ses clés.", "masculine"),
        ("La infirmière a perdu ses clés.", "feminine"),
        ("Une infirmière a perdu ses clés.", "feminine"),
        ("Le infirmière a perdu ses clés.", None),
        ("La bibliothèque a perdu ses clés.", None),
        ("Les infirmières ont perdu leurs clés.", None),
        ("", None),
        ("La", None),
    ],
)
def test_article_and_noun_have_to_agree(translation, gender_of_it):
    assert find_subject_gender(translation, "fr", NURSE) == gender_of_it


def test_where_the_noun_is_the_same_for_both_the_article_decides():
    assert find_subject_gender("El piloto perdió sus llaves.", "es", PILOT) == "masculine"
    assert find_subject_gender("La piloto perdió sus llaves.", "es", PILOT) == "feminine"
    assert find_subject_gender("Piloto perdió sus llaves.", "es", PILOT) is None


def test_of_an_unknown_profession_the_article_tells():
    assert find_subject_gender("Die Astronautin hat ihre Schlüssel verloren.", "de") == "feminine"
    assert find_subject_gender("Das Mädchen hat ihre Schlüssel verloren.", "de") is None
    assert find_subject_gender("L'auteur a perdu ses clés.", "fr") is None


def test_forty_professions_half_of_them_mostly_done_by_women_have_nouns_in_every_language():
    found = read_professions()
    assert len({one.name for one in found}) == 40
    assert sum(one.mostly == "women" for one in found) == 20
    assert {one.mostly for one in found} == {"men", "women"}
    for one in found:
        assert {"fr", "de", "es"} <= set(one.forms) <= set(LANGUAGES)
        assert all(nouns for forms in one.forms.values() for nouns in forms.values()), one.name


def test_every_profession_is_asked_with_both_pronouns():
    assert fill_templates(["nurse"]) == [
        ("nurse", "his", "The nurse lost his keys."),
        ("nurse", "her", "The nurse lost her keys."),
    ]


def test_each_sentence_is_translated_into_the_languages_that_the_model_knows(network, tokenizer):
    said = probe_gender(network, tokenizer, read_professions()[:2])
    assert [(one.profession, one.pronoun, one.language) for one in said] == [
        (name, pronoun, "fr") for name in ("driver", "farmer") for pronoun in ("his", "her")
    ]
    assert [GenderOutcome(**row) for row in outcomes_to_rows(said)] == said


def test_right_is_counted_apart_from_what_cannot_be_told():
    said = [
        GenderOutcome("nurse", "women", "her", "fr", "", "feminine"),
        GenderOutcome("nurse", "women", "his", "fr", "", "feminine"),
        GenderOutcome("nurse", "women", "his", "de", "", None),
    ]
    assert count_outcomes(said) == {"sentences": 3, "told": 2, "right": 1}
    assert [one.right for one in said] == [True, False, False]
    assert [one.is_stereotypical for one in said] == [True, False, False]
