"""What the tokenization page says holds for the pieces it is given."""

import pytest

from pages.input.tokenization import computed, remarks
from ui.readings import session


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("no", "for one word."),
        ("?", "for one sign."),
        ("!!! ??", "for 5 signs."),
        ("Hi!", "for one word and one sign."),
        ("One, two.", "for 2 words and 2 signs."),
    ],
)
def test_words_and_signs_are_counted_apart(text, counts):
    tokenizer = session.load_model()[1]
    parts = computed.cut(tokenizer, text)
    word = remarks.chosen_word(tokenizer, text, parts, 0, "")[0]
    said = remarks.look_for(tokenizer, word, tokenizer.merges(word), parts)
    assert said.endswith(counts)


@pytest.mark.parametrize(("text", "said"), [("qqqqq", "No piece"), (" biblioteca", "piece")])
def test_no_piece_is_called_none(text, said):
    label, entries = remarks.found(session.load_model()[1], text)
    assert label.startswith("No piece has it.") == (not entries)
    assert said in label
