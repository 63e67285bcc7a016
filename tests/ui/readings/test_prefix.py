import random

import pytest

from model.tokenizer import EOS, UNK
from tests.vocabularies import without_bytes
from ui.readings import session
from ui.readings.prefix import PIECES, format_prefix, parse_prefix


@pytest.fixture(scope="module")
def tokenizer():
    return session.load_model()[1]


def test_words_become_the_ids_of_their_pieces(tokenizer):
    ids = tuple(tokenizer.encode("Le chat dort"))
    assert parse_prefix(tokenizer, " Le chat dort ") == ids
    assert parse_prefix(tokenizer, "Le chat dort </s>") == (*ids, EOS)
    assert parse_prefix(tokenizer, "</s>") == (EOS,)
    assert parse_prefix(tokenizer, "  ") == ()


def test_any_path_of_a_tree_can_be_written_and_read_again(tokenizer):
    chance = random.Random(1)
    written = []
    for _ in range(300):
        ids = [chance.randrange(len(tokenizer)) for _ in range(chance.randrange(5))]
        ids = [one for one in ids if one != EOS] + [EOS] * chance.randrange(2)
        written.append(format_prefix(tokenizer, ids))
        assert parse_prefix(tokenizer, written[-1]) == tuple(ids)
    assert any(text.startswith(PIECES) for text in written)
    assert any(text and not text.startswith(PIECES) for text in written)
    assert parse_prefix(tokenizer, format_prefix(tokenizer, [UNK])) == (UNK,)


@pytest.mark.parametrize(("text", "lacking"), [("Le 𝄞", "𝄞"), ("· xyzzyq", "xyzzyq")])
def test_what_the_vocabulary_lacks_is_named(tokenizer, text, lacking):
    with pytest.raises(ValueError, match=lacking):
        parse_prefix(without_bytes(tokenizer), text)


def test_nothing_is_lacking_where_bytes_are_pieces(tokenizer):
    ids = parse_prefix(tokenizer, "Le 𝄞")
    assert UNK not in ids
    assert tokenizer.decode(ids) == "Le 𝄞"
