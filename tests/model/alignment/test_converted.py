"""Words aligned by a model converted from Marian: it is asked for a language before the source."""

import json

import pytest
import torch

from model import storage
from model.alignment.__main__ import main
from model.alignment.aligned import AlignedPair
from model.alignment.error_rate import predict_links
from model.attribution.faithfulness import link_words as links_of
from model.attribution.faithfulness import tokenize_pair
from model.attribution.inputs import Scores
from model.marian.convert import convert
from model.measures.words import merge_pieces, word_indices
from model.passes import record_pass
from model.tokenizer import EOS, SPACE


@pytest.fixture(scope="module")
def several(marian_made, tmp_path_factory):
    """A model that is asked for French or Spanish: the Marian folder, ours, and their tokenizer."""
    folder, _, theirs = marian_made(asked=("fra", "spa"))
    out = tmp_path_factory.mktemp("aligning")
    convert(folder, out, "en")
    return out, theirs


@pytest.fixture
def pair(lines):
    source, target = (tuple(lines[language][0].split()) for language in ("en", "fr"))
    return AlignedPair(source, target, frozenset({(0, 0), (2, 1)}))


@pytest.mark.parametrize("code", ["fra", "spa"])
def test_the_piece_that_asks_stands_before_the_source_and_is_no_word(several, pair, code):
    """Pieces are those of Marian's own tokenizer, words are told by their spaces."""
    out, theirs = several
    model, tokenizer = storage.load(out)
    texts = " ".join(pair.source), " ".join(pair.target)
    read = theirs.convert_ids_to_tokens(theirs(f">>{code}<< {texts[0]}").input_ids)[:-1]
    said = theirs.convert_ids_to_tokens(theirs(text_target=texts[1]).input_ids)[:-1]
    assert read[0] == f">>{code}<<"
    source, target = ([tokenizer.id_of(piece) for piece in side] for side in (read, said))
    trace = record_pass(model, [*source, EOS], [tokenizer.start(code), *target])
    rows = [
        word_indices([not piece.startswith(SPACE) for piece in side]) for side in (said, read[1:])
    ]
    links = predict_links(model, tokenizer, pair, code)
    for head in range(model.config.h):
        weights = trace["decoder.layers.1.cross_attention.weights"][0, head, 1:, 1:-1]
        best = merge_pieces(weights, *rows).argmax(dim=-1).tolist()
        assert links[1, head, "reads"] == {(at, word) for word, at in enumerate(best)}


def test_the_referee_forces_the_same_pass_and_leaves_the_piece_out(several, pair):
    _, tokenizer = storage.load(several[0])
    forced = tokenize_pair(tokenizer, " ".join(pair.source), " ".join(pair.target), "spa")
    assert tokenizer.pieces(forced.source[:1]) == [">>spa<<"]
    assert list(forced.output_ids[:-1]) == tokenizer.encode_target(" ".join(pair.target))
    scores = Scores(torch.tensor([[0.7, 0.1, 0.2], [0.7, 0.2, 0.1]]), torch.zeros(2, 2))
    assert links_of(scores, "writes", [0, 1], [0], first=1) == {(1, 0)}


def test_the_command_measures_the_direction_that_the_model_translates(several, pair, tmp_path):
    entry = {"src_words": pair.source, "tgt_words": pair.target, "alignment": sorted(pair.links)}
    (tmp_path / "hand.en-spa.jsonl").write_text(json.dumps(entry) + "\n")
    table = tmp_path / "table.json"
    main([str(tmp_path / "hand.en-spa.jsonl"), "--model", str(several[0]), "--table", str(table)])
    assert json.loads(table.read_text())["sentences"] == {"en-spa": 1}
