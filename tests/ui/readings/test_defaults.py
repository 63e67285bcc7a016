"""What pages begin with: a word, a head and a step that show something of the sentence."""

from types import SimpleNamespace

import pytest
import torch

from ui.readings import defaults
from ui.readings.reading import Token

END = Token("</s>", special=True)


def tokens(text):
    """Cut a text: ▁ before a piece begins a word; others continue one."""
    pieces = text.split()
    return (*(Token(p.removeprefix("▁"), joined=not p.startswith("▁")) for p in pieces), END)


@pytest.mark.parametrize(
    ("text", "language", "word"),
    [
        ("▁The ▁dog ▁sleeps ▁because ▁he ▁is ▁tired .", "en", "he"),
        ("▁parce ▁qu ' il ▁est ▁fatigué .", "fr", "il"),
        ("▁It ▁is ▁raining .", "en", "raining"),  # nothing stands before it that it could mean
        ("▁Der ▁Hund ▁schläft , ▁weil ▁es ▁kalt ▁ist .", "de", "es"),
        ("▁El ▁perro ▁es ▁viejo .", "es", "perro"),  # “es” is no pronoun here
        ("▁The ▁un believ able ▁cat .", "en", "un"),
        ("▁dog ▁he ▁left ▁home", "xx", "left"),  # a language whose pronouns are unknown
        ("▁ha", "en", "ha"),
    ],
)
def test_the_word_is_a_pronoun_with_words_before_it_or_else_the_first_of_the_longest(
    text, language, word
):
    found = tokens(text)
    assert found[defaults.find_default_token(found, language)].text == word


@pytest.mark.parametrize("text", ["▁. ▁!", "▁123 ▁45", ""])
def test_where_there_are_no_words_the_first_token_is_taken(text):
    assert defaults.find_default_token(tokens(text), "en") == 0
    assert defaults.find_longest_word(tokens(text)) == 0


def reading(text, rows):
    """Return what defaults.head asks of a reading whose token 2 reads these rows, by head."""
    keys, weights = tokens(text), torch.zeros(1, len(rows), 6, len(rows[0]))
    weights[0, :, 2] = torch.tensor(rows)
    return SimpleNamespace(
        attention=lambda kind, layer: {"weights": weights}, axes=lambda kind: (keys, keys)
    )


def test_the_head_is_the_one_in_which_the_word_reads_a_long_word_further_away():
    rows = [
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.0],  # its neighbour, as of every word
        [0.0, 0.0, 0.0, 0.0, 0.1, 0.9],  # the end
        [0.4, 0.3, 0.0, 0.0, 0.0, 0.3],  # a long word
        [0.6, 0.0, 0.0, 0.0, 0.0, 0.4],  # the same, more
        [0.0, 0.0, 0.0, 0.0, 0.9, 0.1],  # a sign
    ]
    assert (
        defaults.find_default_head(reading("▁house ▁the ▁it ▁was ▁.", rows), "encoder", 0, 2) == 3
    )


def test_neighbours_signs_and_what_is_read_little_count_only_where_nothing_else_does():
    neighbour, sign, little, itself, end = (
        [0.2, 0.8, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.1, 0.0, 0.9, 0.0],
        [0.1, 0.1, 0.0, 0.0, 0.0, 0.8],
        [0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
    )
    text = "▁house ▁the ▁it ▁was ▁."
    assert defaults.find_default_head(reading(text, [end, sign, neighbour]), "encoder", 0, 2) == 2
    assert defaults.find_default_head(reading(text, [end, sign, itself]), "encoder", 0, 2) == 1
    assert defaults.find_default_head(reading(text, [end, itself, little]), "encoder", 0, 2) == 2


def test_in_cross_attention_every_word_of_the_other_side_counts_alike():
    rows = [[0.0, 0.0, 0.0, 0.0, 0.0, 1.0], [0.6, 0.0, 0.4, 0.0, 0.0, 0.0], [0.1, 0, 0.9, 0, 0, 0]]
    assert defaults.find_default_head(reading("▁house ▁the ▁it ▁was ▁.", rows), "cross", 0, 2) == 2


def test_the_step_is_that_of_the_least_probable_word_and_not_of_a_sign():
    logits = torch.zeros(1, 4, 5)
    logits[0, range(4), [1, 2, 3, 4]] = torch.tensor([2.0, 1.0, 0.0, 3.0])
    said = SimpleNamespace(
        output_ids=(1, 2, 3, 4), output=tokens("▁a ▁b ▁."), trace={"logits": logits}
    )
    assert defaults.find_default_step(said) == 1
