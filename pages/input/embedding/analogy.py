"""Word arithmetic a - b + c with typed words: the nearest rows of E, and remarks on them."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from model.measures import neighbours
from model.tokenizer import UNK, Tokenizer
from pages.input.embedding.neighbour_map import LISTED, make_entries
from pages.input.embedding.views.nearest_lists import NearestListsData, NearList, show_nearest_lists
from pages.input.embedding.views.word_map import NearRow
from ui.choices import controls
from ui.messages import N_, _
from ui.readings.reading import quote_pieces

ALONE = 5  # neighbours listed for one word alone
LONGEST = 30  # characters of a word
KEYS = ("start", "minus", "plus")  # session keys and link parameters of the three words
LABELS = (N_("Start with"), N_("− take away"), N_("+ add"))
EXAMPLES = (
    ("came", "come", "go"),
    ("went", "go", "see"),
    ("ate", "eat", "drink"),
    ("Wasser", "water", "coffee"),
    ("maison", "house", "city"),
    ("king", "man", "woman"),  # the famous one; kings are rare in the training data
)


@dataclass(frozen=True)
class WordVector:
    """A typed word as a vector.

    Args:
        word: the word as typed.
        rows: ids of its pieces.
        vector: the row of its piece, or the mean of its pieces' rows.
        remark: a remark if it is not a single piece of the vocabulary, otherwise "".
    """

    word: str
    rows: tuple[int, ...]
    vector: Tensor
    remark: str


def show_analogy(E: Float[Tensor, "vocab d_model"], tokenizer: Tokenizer) -> None:
    """Show fields for words a, b and c, the embedding rows nearest to a - b + c, and a remark.

    Args:
        E: the embedding matrix.
        tokenizer: the model's tokenizer.
    """
    texts = choose_words()
    terms = [found for text in texts if (found := make_word_vector(E, tokenizer, text))]
    if len(terms) == len(texts):
        lists, remarks = find_analogy_rows(E, tokenizer, terms)
        chance = neighbours.mean_cosine(E).item()
        show_nearest_lists(NearestListsData(lists, chance, remarks), key="answers")
    else:
        st.info(_("Type a word into each of the three fields."))


def choose_words() -> list[str]:
    """Show fields for the words a, b and c, and buttons with examples; return the three texts."""
    with st.container(key="sum_words", horizontal=True):
        typed = [
            controls.text_field(key, _(label), word, max_chars=LONGEST, width=190)
            for key, label, word in zip(KEYS, LABELS, EXAMPLES[0], strict=True)
        ]
    with st.container(key="sums", horizontal=True):
        for number, words in enumerate(EXAMPLES):
            label = "{} − {} + {}".format(*words)
            st.button(label, key=f"sum_{number}", on_click=fill_word_fields, args=(words,))
    return typed


def fill_word_fields(words: Sequence[str]) -> None:
    """Set the fields of the words a, b and c."""
    for key, word in zip(KEYS, words, strict=True):
        st.session_state[key] = word


def make_word_vector(
    E: Float[Tensor, "vocab d_model"], tokenizer: Tokenizer, typed_text: str
) -> WordVector | None:
    """Return a typed word with its vector, the mean of its pieces' rows; None if it has no pieces.

    Args:
        E: the embedding matrix.
        tokenizer: the model's tokenizer.
        typed_text: the typed word.
    """
    word = typed_text.strip()[:LONGEST]
    rows = tuple(tokenizer.encode(word))
    if not rows:
        return None
    remark = ""
    if len(rows) > 1:
        remark = _("“{word}” is {count} tokens, {pieces}; the mean of their rows stands in for it.")
        if UNK in rows:
            remark = _(
                "“{word}” is {count} tokens, {pieces}; the mean of their rows stands in for it. "
                "<unk> replaces every character the vocabulary lacks."
            )
        pieces = " + ".join(tokenizer.pieces(rows))
        remark = remark.format(word=word, count=len(rows), pieces=pieces)
    return WordVector(word, rows, E[list(rows)].mean(dim=0), remark)


def find_analogy_rows(
    E: Float[Tensor, "vocab d_model"], tokenizer: Tokenizer, terms: Sequence[WordVector]
) -> tuple[list[NearList], list[str]]:
    """Return the rows of E nearest to a - b + c, and for comparison those nearest to a and to c.

    Args:
        E: the embedding matrix.
        tokenizer: turns rows into pieces.
        terms: the words a, b and c.

    Returns:
        Three lists (for a - b + c, for a, for c); and sentences on words of several pieces and on
        the row nearest to a - b + c.
    """
    a, b, c = terms
    total = a.vector - b.vector + c.vector
    own = {row for each in terms for row in each.rows}
    vectors = (total, a.vector, c.vector)
    # Enough rows to list LISTED that were not typed.
    found = [
        neighbours.nearest_rows(
            neighbours.cosine_matrix(E, vector.unsqueeze(0)), LISTED + len(own)
        )[0]
        for vector in vectors
    ]
    others = [[entry for entry in each if entry[0] not in own] for each in found]
    shown_rows = found[0][: found[0].index(others[0][LISTED - 1]) + 1]
    lists = [
        NearList(f"{a.word} − {b.word} + {c.word}", _mark_typed_rows(tokenizer, shown_rows, own)),
        NearList(
            _("for comparison: {word} alone").format(word=a.word),
            make_entries(tokenizer, others[1][:ALONE]),
        ),
        NearList(_("{word} alone").format(word=c.word), make_entries(tokenizer, others[2][:ALONE])),
    ]
    remarks = dict.fromkeys(each.remark for each in terms if each.remark)
    return lists, [*remarks, _describe_analogy(tokenizer, terms, found[0], others)]


def _mark_typed_rows(
    tokenizer: Tokenizer, neighbours: Sequence[tuple[int, float]], typed_rows: set[int]
) -> tuple[NearRow, ...]:
    """Return embedding rows as list entries; the typed words' rows are marked as not ranked."""
    named = zip(neighbours, make_entries(tokenizer, neighbours), strict=True)
    return tuple(
        NearRow(entry.text, entry.cosine, entry.special, _("typed"), "aside")
        if row in typed_rows
        else entry
        for (row, __), entry in named
    )


def _describe_analogy(
    tokenizer: Tokenizer,
    terms: Sequence[WordVector],
    nearest: Sequence[tuple[int, float]],
    nearest_to_one_word: Sequence[Sequence[tuple[int, float]]],
) -> str:
    """Describe which row is nearest to a - b + c, and whether a or c alone gives the same."""
    rows = [
        nearest[0][0],
        *(each[0][0] for each in nearest_to_one_word),
        *(row for t in terms for row in t.rows),
    ]
    names = dict(zip(rows, quote_pieces(tokenizer.pieces(rows)), strict=True))
    (first, cosine), (best, value) = nearest[0], nearest_to_one_word[0][0]
    if first == best:
        start = _("The nearest of all rows is {first} ({cosine:.3}), a word you didn't type.")
    else:
        start = _(
            "The nearest of all rows is {first} ({cosine:.3}), a word you typed. The nearest one "
            "you didn't type is {best} ({value:.3})."
        )
    start = start.format(first=names[first], cosine=cosine, best=names[best], value=value)
    same = [term.word for term, alone in zip(terms[::2], nearest_to_one_word[1:], strict=True)
            if alone[0][0] == best]  # fmt: skip
    if same:
        also = _("But that row is also the nearest to “{word}” alone, so no arithmetic was needed.")
        return f"{start} {also.format(word=same[0])}"
    alone = _(
        "For comparison, apart from the words you typed, “{one}” alone is nearest to {to_one}, "
        "and “{other}” alone to {to_other}."
    ).format(
        one=terms[0].word,
        to_one=names[nearest_to_one_word[1][0][0]],
        other=terms[2].word,
        to_other=names[nearest_to_one_word[2][0][0]],
    )
    return f"{start} {alone}"
