"""What the embedding page says holds for the numbers it is given."""

import pytest
import torch

from ui import analogy, embedding_words
from ui.reading import Token


class Pieces:
    """A vocabulary of eight words of one piece each."""

    languages = ("en",)
    words = ("pad", "unk", "end", "start", "king", "man", "woman", "queen")

    def pieces(self, rows):
        return [f"▁{self.words[row]}" for row in rows]

    def encode(self, text):
        return [self.words.index(word) for word in text.split()]


@pytest.fixture
def E():
    """Rows in which the arithmetic is exact: one dimension royal, one female, others their own."""
    rows = torch.eye(8, 10) * 0.3
    rows[4, 8], rows[7, 8] = 1, 1
    rows[6, 9], rows[7, 9] = 1, 1
    return rows


def answered(E, *words):
    tokenizer = Pieces()
    terms = [analogy.term(E, tokenizer, word) for word in words]
    return analogy.answers(E, tokenizer, terms)


def test_an_answer_that_nobody_typed_is_named(E, monkeypatch):
    monkeypatch.setattr(analogy, "LISTED", 3)
    (sums, *_), remarks = answered(E, "king", "man", "woman")
    assert next(n.text for n in sums[1] if n.kind != "aside") == "▁queen"
    assert "“queen”" in remarks[-1]


def test_an_answer_that_one_word_alone_would_have_given_is_called_that(E, monkeypatch):
    monkeypatch.setattr(analogy, "LISTED", 3)
    _, remarks = answered(E, "king", "man", "man")
    assert "no arithmetic was needed" in remarks[-1]
    assert "which was typed" in remarks[-1]


def test_the_rows_beside_a_row_and_its_nearest_are_named(E):
    text = embedding_words.row_remark(E, Pieces(), Token("king"), 4)
    assert "“start” and “man”" in text
    assert "nearest of all 8: “queen”" in text
    assert "**" not in text  # a person may type two stars
    assert "The rows beside it, “woman”," in embedding_words.row_remark(
        E, Pieces(), Token("queen"), 7
    )


def test_pieces_of_the_translation_that_stand_near_are_counted(E):
    counted = embedding_words.translated_remark(E, [4, 5], [7, 5, 3], 1)
    assert "has: 2." in counted
    assert "**1** stand" in counted
    assert "no piece" in embedding_words.translated_remark(E, [4, 5], [5], 1)


def test_a_component_is_written_with_its_numbers():
    row, position = torch.tensor([0.5, -1.0, 0.25, 2.0]), torch.tensor([0.0, -0.5, 0.0, 1.0])
    assert embedding_words.component(row, position, 3, 1) == (
        r"x_{3,2} = -1.0000 \cdot 2 - 0.500 = -2.500"
    )
