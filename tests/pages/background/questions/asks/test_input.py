import math

import pytest
import torch

from model.changes.kinds import MissingEverywhere
from model.trace import recording
from tests.pages.background.questions.asks.answers import answer, ask, number
from ui.readings import session


def test_the_number_of_pieces_is_the_tokenizers(reading):
    count = len(session.load_model()[1].encode(reading.text))
    assert answer(ask(reading, "pieces")) == str(count)


def test_the_nearest_row_has_the_largest_cosine_of_all_others(reading):
    found, E = ask(reading, "nearest_row"), session.embedding_matrix()
    own = reading.source_ids[found.page_choices["word"] - 1]
    cosines = torch.nn.functional.cosine_similarity(E, E[own], dim=-1)
    cosines[own] = -2
    [piece] = session.load_model()[1].pieces([cosines.argmax().item()])
    assert answer(found) == f"“{piece.removeprefix('▁') or '▁'}”"
    measured = [number(option.measured.split()[1]) for option in found.options]
    assert max(measured) == pytest.approx(cosines.max().item(), abs=6e-4)
    assert measured.index(max(measured)) in found.right_indices


def test_the_position_counts_most_beside_the_shortest_embedding(reading):
    found, E = ask(reading, "position_share"), session.embedding_matrix()
    width, ids = E.shape[1], reading.source_ids[:-1]
    lengths = [E[row].norm().item() * width**0.5 for row in ids]
    assert reading.source_ids[found.page_choices["word"] - 1] == ids[lengths.index(min(lengths))]
    angles = [3 / 10_000 ** (2 * i / width) for i in range(width // 2)]
    position = math.sqrt(sum(math.sin(a) ** 2 + math.cos(a) ** 2 for a in angles))
    [right] = found.right_indices
    assert found.options[right].measured == f"{position:.2f} next to {min(lengths):.2f}"


def test_no_position_is_said_to_be_longest_where_none_is_added():
    reading = session.read("The cat sleeps.", "fr", (MissingEverywhere("encoder-positions"),))
    found = ask(reading, "position_share")
    assert found.explanation.startswith("Nowhere")
    assert len(found.right_indices) == len(found.options)


def test_a_word_that_stands_twice_is_no_rival_of_itself():
    found = ask(session.read("no no no no", "es"), "position_share")
    assert len(found.options) == 2
    assert len(found.right_indices) == 1


def test_the_pieces_of_a_text_that_is_cut_are_all_counted():
    reading = session.read("the old dog walks through the green garden " * 20, "fr")
    assert reading.truncated
    found = ask(reading, "pieces")
    count = len(session.load_model()[1].encode(reading.text))
    assert count > 128
    assert answer(found) == str(count)
    assert (
        "reads the first 128 of them and the end token, which makes 129 rows" in found.explanation
    )


@pytest.mark.parametrize("text", ["He paid $1,000.", "“No.”", "a.b!c"])
def test_words_of_one_piece_are_counted_with_their_signs(text):
    reading = session.read(text, "fr")
    pieces = session.load_model()[1].pieces(session.load_model()[1].encode(reading.text))
    words = "".join(pieces).split("▁")[1:]
    whole = sum(f"▁{word}" in pieces for word in words)
    said = ask(reading, "pieces").explanation
    if len(words) > 1:
        assert (
            f"Of the sentence's {len(words)} words (split at the spaces), {whole or 'none'} "
            in said
        )
    assert "one of its own" not in said


def test_neighbours_that_look_alike_are_told_apart():
    E, tokenizer = session.embedding_matrix(), session.load_model()[1]
    for text in ("The time.", "A cat.", "Le chat noir.", "to go home"):
        found = ask(session.read(text, "fr"), "nearest_row")
        row = session.read(text, "fr").source_ids[found.page_choices["word"] - 1]
        alike = torch.nn.functional.cosine_similarity(E, E[row], dim=-1)
        alike[row] = -2
        [own, best] = tokenizer.pieces([row, alike.argmax().item()])
        if own != best and own.strip("▁") == best.strip("▁"):
            assert "of a word" in found.prompt or "within a word" in found.prompt


def test_without_positions_exchanged_words_exchange_their_rows(reading):
    found, model = ask(reading, "swapped"), session.load_model()[0]
    assert answer(found) == "they stay the same but swap places"
    ids = list(reading.source_ids)
    order = [1, 0, *range(2, len(ids))]
    edits = {"encoder.embedding.positions": torch.zeros_like}
    with torch.inference_mode(), recording(model, edits):
        before, after = (
            model.encode(torch.tensor([each]))[0] for each in (ids, [ids[i] for i in order])
        )
    torch.testing.assert_close(after, before[order], atol=1e-4, rtol=1e-4)
