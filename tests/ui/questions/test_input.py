import math

import pytest
import torch

from model.changes import Without
from model.trace import recording
from tests.ui.questions.answers import answer, ask, number
from ui import session


def test_the_number_of_pieces_is_the_tokenizers(reading):
    count = len(session.load_model()[1].encode(reading.text))
    assert answer(ask(reading, "pieces")) == str(count)


def test_the_nearest_row_has_the_largest_cosine_of_all_others(reading):
    found, E = ask(reading, "nearest_row"), session.embedding_matrix()
    own = reading.source_ids[found.look["word"] - 1]
    cosines = torch.nn.functional.cosine_similarity(E, E[own], dim=-1)
    cosines[own] = -2
    [piece] = session.load_model()[1].pieces([cosines.argmax().item()])
    assert answer(found) == f"“{piece.removeprefix('▁') or '▁'}”"
    measured = [number(option.measured.split()[1]) for option in found.options]
    assert max(measured) == pytest.approx(cosines.max().item(), abs=6e-4)
    assert measured.index(max(measured)) in found.right


def test_the_length_of_a_position_is_that_of_its_sines_and_cosines(reading):
    found, width = ask(reading, "position_length"), session.load_model()[0].config.d_model
    place = found.look["word"] - 1
    angles = [place / 10_000 ** (2 * i / width) for i in range(width // 2)]
    length = math.sqrt(sum(math.sin(a) ** 2 + math.cos(a) ** 2 for a in angles))
    assert number(answer(found)) == pytest.approx(length, abs=6e-3)


def test_an_embedding_that_is_not_scaled_is_not_called_so():
    reading = session.read("The cat sleeps.", "fr", (Without("root-d-model"),))
    found = ask(reading, "position_length")
    added = reading.trace["encoder.embedding.embedding"][0, found.look["word"] - 1]
    assert f" {added.norm():.2f} long" in found.explanation
    assert "times" not in found.explanation


def test_without_positions_exchanged_words_exchange_their_rows(reading):
    found, model = ask(reading, "swapped"), session.load_model()[0]
    assert answer(found) == "the same rows, in other places"
    ids = list(reading.source_ids)
    order = [1, 0, *range(2, len(ids))]
    edits = {"encoder.embedding.positions": torch.zeros_like}
    with torch.inference_mode(), recording(model, edits):
        before, after = (
            model.encode(torch.tensor([each]))[0] for each in (ids, [ids[i] for i in order])
        )
    torch.testing.assert_close(after, before[order], atol=1e-4, rtol=1e-4)
