"""What is converted from Marian computes and says what Hugging Face's library computes and says."""

import json
import shutil

import pytest
import torch

from model import storage
from model.config import MARIAN
from model.decoding import beam_search, rank_hypotheses
from model.glass import Glass
from model.marian.convert import convert
from model.tokenizer import EOS, PAD, normalize
from tests.close import assert_near
from tests.marian import USUAL

TEXTS = ["The heron waits.", "Nobody eats the old bridge again", "Le gardien"]
VARIATIONS = {
    "like OPUS-MT": USUAL,
    "ReLU": {"scale_embedding": True, "activation_function": "relu"},
    "not scaled": {"scale_embedding": False, "activation_function": "swish"},
    "a shallow decoder": {"scale_embedding": False, "decoder_layers": 1},
    "a deep decoder": {"scale_embedding": True, "encoder_layers": 1, "decoder_layers": 3},
    "EOS elsewhere": {"scale_embedding": True, "activation_function": "swish", "eos_token_id": 7},
}


@pytest.mark.parametrize("kind", VARIATIONS)
def test_logits_are_those_of_marian(marian_made, tmp_path, kind):
    folder, twin, theirs = marian_made(**VARIATIONS[kind])
    convert(folder, tmp_path, "en", "fr")
    model, tokenizer = storage.load(tmp_path)
    there = theirs.get_vocab() | {"<2fr>": twin.config.decoder_start_token_id}
    rows = torch.tensor([there[piece] for piece in tokenizer.pieces(range(len(tokenizer)))])
    for text in TEXTS:
        source = [*tokenizer.encode(text), EOS]
        target = [tokenizer.start("fr"), *tokenizer.encode("The heron")]
        found = model(torch.tensor([source]), torch.tensor([target]))[0]
        expected = twin(
            input_ids=rows[torch.tensor([source])], decoder_input_ids=rows[torch.tensor([target])]
        ).logits[0]
        expected = expected[:, rows]
        assert_near(found[:, :3], expected[:, :3])
        assert_near(found[:, 4:], expected[:, 4:])
        assert found[:, 3].max() < -9_000  # the start token is never said
        assert_near(found.logsumexp(-1), expected[:, [0, 1, 2, *range(4, len(rows))]].logsumexp(-1))


def test_a_difference_would_be_seen(converted_marian):
    _, _, model, tokenizer, twin, theirs = converted_marian
    there = theirs.get_vocab() | {"<2fr>": twin.config.decoder_start_token_id}
    rows = torch.tensor([there[piece] for piece in tokenizer.pieces(range(len(tokenizer)))])
    source, target = [*tokenizer.encode(TEXTS[0]), EOS], [tokenizer.start("fr")]
    found = model(torch.tensor([source]), torch.tensor([target]))[0]
    other = twin(
        input_ids=rows[torch.tensor([source[1:]])], decoder_input_ids=rows[torch.tensor([target])]
    ).logits[0]
    assert (found - other[:, rows]).abs().max() > 1e-2


@pytest.mark.parametrize("text", [*TEXTS, "Ünknown ☂ letters", ">>fra<< The heron waits."])
def test_texts_are_cut_as_marians_tokenizer_cuts_them(converted_marian, text):
    _, _, _, tokenizer, _, theirs = converted_marian
    own = tokenizer.pieces([*tokenizer.encode(text), EOS])
    assert own == theirs.convert_ids_to_tokens(theirs(normalize(text)).input_ids)
    assert len(tokenizer.surfaces(text)) == len(own) - 1


@pytest.mark.parametrize(("width", "kind"), [(1, "like OPUS-MT"), (4, "not scaled")])
def test_the_search_finds_what_generate_finds(marian_made, tmp_path, width, kind):
    from transformers import GenerationConfig

    folder, twin, theirs = marian_made(**VARIATIONS[kind])
    convert(folder, tmp_path, "en", "fr")
    model, tokenizer = storage.load(tmp_path)
    there = theirs.get_vocab() | {"<2fr>": twin.config.decoder_start_token_id}
    pad = twin.config.pad_token_id
    ended = 0
    for text in TEXTS:
        source = [*tokenizer.encode(text), EOS]
        best = rank_hypotheses(
            beam_search(model, [source], [tokenizer.start("fr")], width), alpha=0.0
        )[0]
        twin.generation_config = GenerationConfig(
            pad_token_id=pad,
            eos_token_id=twin.config.eos_token_id,
            decoder_start_token_id=pad,
            bad_words_ids=[[pad]],
            num_beams=width,
            early_stopping=width > 1,
            length_penalty=0.0,
            max_new_tokens=len(source) + 50,
        )
        said = twin.generate(
            input_ids=torch.tensor([[there[piece] for piece in tokenizer.pieces(source)]])
        )[0, 1:].tolist()
        own = [there[piece] for piece in tokenizer.pieces(best[0].tokens)]
        ended += own[-1] == twin.config.eos_token_id
        if own[-1] == twin.config.eos_token_id or width == 1:
            assert own == said[: len(own)]
            assert (
                tokenizer.decode(best[0].tokens).split()
                == theirs.decode(said, skip_special_tokens=True).split()
            )
        assert PAD not in best[0].tokens
    assert ended


def test_a_folder_that_was_converted_before_its_origin_was_noted_opens_as_marians(
    converted_marian, tmp_path
):
    _, out, model, *_ = converted_marian
    folder = shutil.copytree(out, tmp_path / "old")
    values = json.loads((folder / storage.CONFIG).read_text())
    assert values.pop("converted_from") == model.config.converted_from == MARIAN
    (folder / storage.CONFIG).write_text(json.dumps(values))
    assert storage.load(folder)[0].config == model.config


def test_the_door_opens_what_was_converted(converted_marian):
    _, out, *_ = converted_marian
    glass = Glass(*storage.load(out))
    run = glass.read(TEXTS[0], to="fr")
    assert [token.text for token in run.target[:1]] == ["<2fr>"]
    assert glass.config.read_languages == ("en",)
    assert run.trace.pick("memory").shape == (len(run.source), 24)


def test_ids_of_the_checkpoint_are_found_as_the_page_says(converted_marian):
    folder, out, network, _, twin, _ = converted_marian
    new = json.loads((out / "pieces.json").read_text())
    old = json.loads((folder / "vocab.json").read_text())
    there = [old[piece] for piece in new[4:]]
    assert len(network.E.weight) == len(old) + 1
    shared = twin.get_input_embeddings().weight
    order = torch.arange(network.config.d_model).view(-1, 2).T.flatten()
    assert torch.equal(network.E.weight[4:][:, order].half(), shared[there].half())
