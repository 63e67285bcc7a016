"""What is converted from Marian computes and says what Hugging Face's library computes and says."""

import json

import pytest
import sentencepiece
import torch
from torch.testing import assert_close

from model import storage
from model.decoding import beam_search, ranking
from model.glass import Glass
from model.marian import convert, main
from model.tokenizer import EOS, PAD, normalize

TEXTS = ["The heron waits.", "Nobody eats the old bridge again", "Le gardien"]
VARIATIONS = {
    "like OPUS-MT": {"scale_embedding": True, "activation_function": "swish"},
    "ReLU": {"scale_embedding": True, "activation_function": "relu"},
    "not scaled": {"scale_embedding": False, "activation_function": "swish"},
    "EOS elsewhere": {"scale_embedding": True, "activation_function": "swish", "eos_token_id": 7},
}


@pytest.fixture(scope="module")
def made(lines, tmp_path_factory):
    """Return a function that makes a tiny random Marian folder: (folder, model, tokenizer)."""
    from transformers import MarianConfig, MarianMTModel, MarianTokenizer

    def pieces(folder, side, language):
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines[language] * 3),
            model_prefix=str(folder / side),
            vocab_size=60,
            model_type="unigram",
            hard_vocab_limit=False,
            minloglevel=2,
        )
        (folder / f"{side}.model").rename(folder / f"{side}.spm")
        loaded = sentencepiece.SentencePieceProcessor(str(folder / f"{side}.spm"))
        return [loaded.id_to_piece(i) for i in range(3, loaded.vocab_size())]

    def made(eos_token_id=0, **settings):
        folder = tmp_path_factory.mktemp("marian")
        own = dict.fromkeys([*pieces(folder, "source", "en"), *pieces(folder, "target", "fr")])
        own = [">>fra<<", *[piece for piece in own if piece not in ("<s>", "</s>", "<unk>")]]
        own.insert(1, "<unk>")
        own.insert(eos_token_id, "</s>")
        ids = {piece: number for number, piece in enumerate([*own, "<pad>"])}
        (folder / "vocab.json").write_text(json.dumps(ids))
        config = MarianConfig(
            vocab_size=len(ids),
            d_model=24,
            encoder_layers=2,
            decoder_layers=2,
            encoder_attention_heads=3,
            decoder_attention_heads=3,
            encoder_ffn_dim=20,
            decoder_ffn_dim=20,
            max_position_embeddings=256,
            pad_token_id=len(ids) - 1,
            decoder_start_token_id=len(ids) - 1,
            eos_token_id=eos_token_id,
            forced_eos_token_id=None,
            init_std=0.4,
            **settings,
        )
        torch.manual_seed(5)
        twin = MarianMTModel(config).eval().requires_grad_(False)
        for parameter in twin.parameters():
            if parameter.dim() == 1:  # biases and norms differ from their plain start
                parameter += 0.3 * torch.randn(parameter.shape)
        twin.final_logits_bias += 0.5 * torch.randn(twin.final_logits_bias.shape)
        twin.final_logits_bias[0, eos_token_id] += 4  # or hardly a translation would end
        twin.save_pretrained(folder)
        tokenizer = MarianTokenizer(
            str(folder / "source.spm"), str(folder / "target.spm"), str(folder / "vocab.json")
        )
        return folder, twin, tokenizer

    return made


@pytest.fixture(scope="module")
def usual(made, tmp_path_factory):
    """The usual kind: its folder and ours, our model and tokenizer, and theirs."""
    folder, twin, theirs = made(**VARIATIONS["like OPUS-MT"])
    out = tmp_path_factory.mktemp("converted")
    convert(folder, out, "en", "fr")
    return folder, out, *storage.load(out), twin, theirs


def scores(twin, source, target):
    """Their logits for ids of theirs."""
    return twin(input_ids=source[None], decoder_input_ids=target[None]).logits[0]


@pytest.mark.parametrize("kind", VARIATIONS)
def test_logits_are_those_of_marian(made, tmp_path, kind):
    folder, twin, theirs = made(**VARIATIONS[kind])
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
        assert_close(found[:, :3], expected[:, :3], atol=1e-5, rtol=1e-5)
        assert_close(found[:, 4:], expected[:, 4:], atol=1e-5, rtol=1e-5)
        assert found[:, 3].max() < -9_000  # the start token is never said
        assert_close(
            found.logsumexp(-1), expected[:, [0, 1, 2, *range(4, len(rows))]].logsumexp(-1)
        )


def test_a_difference_would_be_seen(usual):
    _, _, model, tokenizer, twin, theirs = usual
    there = theirs.get_vocab() | {"<2fr>": twin.config.decoder_start_token_id}
    rows = torch.tensor([there[piece] for piece in tokenizer.pieces(range(len(tokenizer)))])
    source, target = [*tokenizer.encode(TEXTS[0]), EOS], [tokenizer.start("fr")]
    found = model(torch.tensor([source]), torch.tensor([target]))[0]
    other = twin(
        input_ids=rows[torch.tensor([source[1:]])], decoder_input_ids=rows[torch.tensor([target])]
    ).logits[0]
    assert (found - other[:, rows]).abs().max() > 1e-2


@pytest.mark.parametrize("text", [*TEXTS, "Ünknown ☂ letters", ">>fra<< The heron waits."])
def test_texts_are_cut_as_marians_tokenizer_cuts_them(usual, text):
    _, _, _, tokenizer, _, theirs = usual
    own = tokenizer.pieces([*tokenizer.encode(text), EOS])
    assert own == theirs.convert_ids_to_tokens(theirs(normalize(text)).input_ids)
    assert len(tokenizer.surfaces(text)) == len(own) - 1


@pytest.mark.parametrize(("width", "kind"), [(1, "like OPUS-MT"), (4, "not scaled")])
def test_the_search_finds_what_generate_finds(made, tmp_path, width, kind):
    from transformers import GenerationConfig

    folder, twin, theirs = made(**VARIATIONS[kind])
    convert(folder, tmp_path, "en", "fr")
    model, tokenizer = storage.load(tmp_path)
    there = theirs.get_vocab() | {"<2fr>": twin.config.decoder_start_token_id}
    pad = twin.config.pad_token_id
    ended = 0
    for text in TEXTS:
        source = [*tokenizer.encode(text), EOS]
        best = ranking(beam_search(model, [source], [tokenizer.start("fr")], width), alpha=0.0)[0]
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


def test_the_door_opens_what_was_converted(usual):
    _, out, *_ = usual
    glass = Glass(*storage.load(out))
    run = glass.read(TEXTS[0], to="fr")
    assert [token.text for token in run.target[:1]] == ["<2fr>"]
    assert glass.config.read_languages == ("en",)
    assert run.trace.pick("memory").shape == (len(run.source), 24)


@pytest.mark.parametrize(
    ("name", "values", "sentence"),
    [
        ("config.json", {"model_type": "bart"}, "of the kind 'bart', not 'marian'"),
        ("config.json", {"decoder_layers": 1}, "decoder_layers = 1; pages show models with two"),
        ("config.json", {"encoder_ffn_dim": 9}, "encoder_ffn_dim = 9"),
        ("config.json", {"normalize_before": True}, "normalize_before = True"),
        ("config.json", {"tie_word_embeddings": False}, "tie_word_embeddings = False"),
        ("config.json", {"activation_function": "gelu"}, "the activation 'gelu'"),
        ("config.json", {"d_model": 48}, "does not hold what its configuration describes"),
        ("vocab.json", {"extra": 9}, "vocab.json numbers"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_sentence(
    usual, tmp_path, capsys, name, values, sentence
):
    folder = tmp_path / "marian"
    folder.mkdir()
    for path in usual[0].iterdir():
        (folder / path.name).symlink_to(path)
    text = json.loads((folder / name).read_text())
    (folder / name).unlink()
    (folder / name).write_text(json.dumps(text | values))
    assert main([str(folder), str(tmp_path / "out"), "--from", "en", "--to", "fr"]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("lost", "sentence"),
    [
        ("model.safetensors", "a pytorch_model.bin is a pickle"),
        ("source.spm", "source.spm is missing"),
        ("vocab.json", "vocab.json is missing"),
        ("config.json", "config.json is missing"),
    ],
)
def test_half_a_folder_is_refused_in_one_sentence(usual, tmp_path, lost, sentence):
    folder = tmp_path / "marian"
    folder.mkdir()
    for path in usual[0].iterdir():
        if path.name != lost:
            (folder / path.name).symlink_to(path)
    with pytest.raises(ValueError, match=sentence):
        convert(folder, tmp_path / "out", "en", "fr")


def test_a_folder_that_does_not_tell_its_languages_is_asked_for_them(usual, tmp_path):
    with pytest.raises(ValueError, match="name one with --from"):
        convert(usual[0], tmp_path / "out")
