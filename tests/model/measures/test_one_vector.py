"""One vector as the whole memory: many equal ones say the same, and repetition is cut."""

import pytest
import torch

from model.measures.one_vector import cut_repetition, decode_single_vectors
from model.passes import Search, search_batch
from model.tokenizer import EOS


def test_a_memory_of_equal_vectors_says_what_one_of_them_says(finisher):
    vectors = torch.randn(3, 16, generator=torch.Generator().manual_seed(5))
    alone = decode_single_vectors(finisher, vectors, 4, steps=9)

    def fill(memory):
        return vectors.unsqueeze(1).expand_as(memory)

    found = search_batch(finisher, [[7, 9, 12, 2]] * 3, [4] * 3, {"memory": fill}, Search(width=1))
    for ids, hypotheses in zip(alone, found, strict=True):
        said = [token for token in hypotheses[0].tokens if token != EOS]
        assert ids == said[:9]


def test_what_is_changed_in_the_decoder_counts(finisher):
    vectors = torch.randn(4, 16, generator=torch.Generator().manual_seed(5))
    edits = {"decoder.layers.0.add_and_norm_2.sublayer": torch.zeros_like}
    deaf = decode_single_vectors(finisher, vectors, 4, edits)
    assert decode_single_vectors(finisher, vectors, 4) != deaf


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("7 7 7", "7"),
        ("7 8 7 8 7", "7 8"),
        ("7 8", "7 8"),
        ("5 7 7 8 7 8 7 8", "5 7 7 8"),
        ("7 7 8 9", "7 7 8 9"),
        ("7 7 7 8 9", "7"),
        ("3 4 5 6 7 8 4 5 6 7 8 4 5 6", "3 4 5 6 7 8"),
        ("", ""),
    ],
)
def test_ids_are_kept_up_to_where_they_repeat(said, kept):
    ids, repeats = cut_repetition(list(map(int, said.split())))
    assert " ".join(map(str, ids)) == kept
    assert repeats == (len(kept) < len(said))
