"""What the embedding page says holds for the numbers it is given."""

import re

import pytest
import torch

from model.measures.neighbours import normalize_rows
from pages.input.embedding import analogy
from pages.input.embedding import remarks as embedding_words
from ui.readings import session
from ui.readings.reading import Token, quote_pieces
from ui.words import escape_markdown


class Pieces:
    """A vocabulary of eight words of one piece each."""

    languages = ("en",)
    first_piece = 4
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
    terms = [analogy.make_word_vector(E, tokenizer, word) for word in words]
    return analogy.find_analogy_rows(E, tokenizer, terms)


def test_an_answer_that_nobody_typed_is_named(E, monkeypatch):
    monkeypatch.setattr(analogy, "LISTED", 3)
    (sums, *_), remarks = answered(E, "king", "man", "woman")
    assert next(n.text for n in sums.near if n.kind != "aside") == "▁queen"
    assert "“queen”" in remarks[-1]


def test_an_answer_that_one_word_alone_would_have_given_is_called_that(E, monkeypatch):
    monkeypatch.setattr(analogy, "LISTED", 3)
    _, remarks = answered(E, "king", "man", "man")
    assert "no arithmetic was needed" in remarks[-1]
    assert "a word you typed" in remarks[-1]


def test_the_rows_beside_a_row_and_its_nearest_are_named(E):
    text = embedding_words.describe_takeaway(E, Pieces(), Token("king"), 4)
    assert text.startswith("“king” has number 4 on the list, between “start” and “man”. By their")
    assert "**" not in text  # a person may type two stars
    assert "next to “woman”" in embedding_words.describe_takeaway(E, Pieces(), Token("queen"), 7)
    alike = embedding_words.describe_similarity(E, Pieces(), 4)
    assert "“start” and “man”" in alike
    assert "Of all 8 rows, the most similar is “queen”" in alike
    assert "the neighbouring row, “woman”," in embedding_words.describe_similarity(E, Pieces(), 7)


def test_pieces_of_the_translation_that_stand_near_are_counted(E):
    def told(target):
        return embedding_words.describe_translation_neighbours(E, Pieces(), [4, 5], target, 1)

    text = told([7, 5, 6])
    # without the row that all have in common, and “woman” is near none
    assert "meet in this table: “queen” near “king”. The row of" in text
    assert "**none**" in told([6, 0])
    assert "among the 1 most like your token’s." in told([7])
    assert "Every token" in told([5])


def test_pieces_that_look_alike_say_where_in_a_word_they_stand():
    assert quote_pieces(["▁Le", "Le", "▁le"]) == [
        "“Le” at the start of a word",
        "“Le” within a word",
        "“le”",
    ]
    assert quote_pieces(["▁cat", "▁cat", "s"]) == ["“cat”", "“cat”", "“s”"]


def test_no_row_is_said_to_be_nearest_to_a_row_of_its_own_name():
    E, tokenizer = session.embedding_matrix(), session.load_model()[1]
    alike = (normalize_rows(E) @ normalize_rows(E).T).fill_diagonal_(-2)
    pieces = tokenizer.pieces(range(len(E)))
    plain = [embedding_words.strip_space_mark(piece) for piece in pieces]
    twins = [
        row for row, best in enumerate(alike.argmax(dim=-1).tolist()) if plain[row] == plain[best]
    ]
    assert twins  # such pieces are near to each other
    for row in twins[:40]:
        text = embedding_words.describe_similarity(E, tokenizer, row)
        best = re.search(rf"Of all {len(E):,} rows, the most similar is (.+?), with \d", text)[1]
        place = "within a word" if pieces[row].startswith("▁") else "at the start of a word"
        assert best == escape_markdown(f"“{plain[row]}” {place}")


def test_a_piece_that_the_vocabulary_lacks_is_not_called_a_row_of_its_own(E):
    text = embedding_words.describe_takeaway(E, Pieces(), Token("你", known=False), 1)
    assert text.startswith("“你” is unknown, and like all unknown characters it has number 1")


def test_a_capital_letter_is_told():
    tokenizer = Pieces()
    tokenizer.words = ("pad", "unk", "end", "start", "The", "man", "woman", "the")
    rows = torch.eye(8, 10)
    rows[7] = rows[4] + 0.1
    text = embedding_words.describe_similarity(rows, tokenizer, 4)
    assert "“the”, with 0.96. It's the same word except for a capital letter." in text


def test_a_nearest_row_that_is_hardly_nearer_than_any_other_is_called_that(E):
    near = embedding_remark(torch.eye(8, 10) + 0.01)
    assert "barely closer than two random rows" in near
    assert "barely" not in embedding_remark(E)


def embedding_remark(rows):
    return embedding_words.describe_similarity(rows, Pieces(), 4)


def test_a_component_is_written_with_its_numbers():
    row, position = torch.tensor([0.5, -1.0, 0.25, 2.0]), torch.tensor([0.0, -0.5, 0.0, 1.0])
    assert embedding_words.component_latex(row, position, 3, 1) == (
        r"x_{3,2} = -1.0000 \cdot 2 - 0.500 = -2.500"
    )
