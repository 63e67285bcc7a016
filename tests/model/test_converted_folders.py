"""Folders of Marian's: those of several languages, and those that are refused."""

import json
import shutil

import pytest

from model import storage
from model.glass import Glass
from model.marian.__main__ import main
from model.marian.convert import convert
from model.translate import translate
from tests.close import near

TEXT = "The heron waits."


@pytest.mark.parametrize(
    ("name", "values", "sentence"),
    [
        ("config.json", {"model_type": "bart"}, "of the kind 'bart', not 'marian'"),
        ("config.json", {"decoder_attention_heads": 2}, "decoder_attention_heads = 2; pages show"),
        ("config.json", {"encoder_ffn_dim": 9}, "encoder_ffn_dim = 9"),
        ("config.json", {"normalize_before": True}, "normalize_before = True"),
        ("config.json", {"tie_word_embeddings": False}, "tie_word_embeddings = False"),
        ("config.json", {"activation_function": "gelu"}, "the activation 'gelu'"),
        ("config.json", {"d_model": 48}, "does not hold what its configuration describes"),
        ("config.json", {"d_model": None}, "does not tell d_model"),
        ("config.json", {"d_model": 25}, "d_model=25 does not split into h=3 heads"),
        ("config.json", {"pad_token_id": 9_999}, "names token 9999, but there are"),
        ("config.json", {"vocab_size": 10**9}, "does not number 1,000,000,000 pieces"),
        ("config.json", {"max_position_embeddings": 10**12}, "max_positions = 1,000,000,000,000"),
        ("config.json", {"d_model": 3_000_000}, "d_model = 3,000,000; pages can show at most"),
        ("config.json", {"activation_function": ["x"]}, "the activation ['x']"),
        ("vocab.json", {"<unk>": [1]}, "does not number"),
        ("vocab.json", {"extra": 9}, "does not number"),
        ("vocab.json", {"<unk>": 0}, "vocab.json numbers"),
    ],
)
def test_what_cannot_be_shown_is_refused_in_one_sentence(
    converted_marian, tmp_path, name, values, sentence
):
    folder = tmp_path / "marian"
    folder.mkdir()
    for path in converted_marian[0].iterdir():
        (folder / path.name).symlink_to(path)
    text = json.loads((folder / name).read_text())
    (folder / name).unlink()
    (folder / name).write_text(json.dumps(text | values))
    with pytest.raises(SystemExit) as ended:
        main([str(folder), str(tmp_path / "out"), "--from", "en", "--to", "fr"])
    assert sentence in str(ended.value)
    assert len(str(ended.value).splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_an_activation_that_is_not_told_is_marians_usual_one_which_is_refused(
    converted_marian, tmp_path
):
    folder = shutil.copytree(converted_marian[0], tmp_path / "marian")
    values = json.loads((folder / "config.json").read_text())
    del values["activation_function"]
    (folder / "config.json").write_text(json.dumps(values))
    with pytest.raises(ValueError, match="the activation 'gelu', not relu or swish"):
        convert(folder, tmp_path / "out", "en", "fr")


@pytest.fixture(scope="module")
def several(marian_made, tmp_path_factory):
    """A model that is asked for one of three languages: the Marian folder, and ours."""
    folder, _, theirs = marian_made(asked=("fra", "spa", "ita"))
    out = tmp_path_factory.mktemp("several")
    assert convert(folder, out, "en").languages == ("fra", "spa", "ita")
    return folder, Glass(*storage.load(out)), theirs


@pytest.mark.parametrize("code", ["fra", "ita"])
def test_a_model_of_several_languages_is_asked_by_a_piece_before_the_source(several, code):
    _, glass, theirs = several
    run = glass.read(TEXT, to=code)
    wanted = theirs(f">>{code}<< {TEXT}").input_ids
    assert glass.tokenizer.pieces(run.source_ids) == theirs.convert_ids_to_tokens(wanted)
    assert [token.special for token in run.source[:2]] == [True, False]
    assert run.target[0].text == "<start>"
    [said] = translate(glass.network, glass.tokenizer, [TEXT], [code])
    assert said.source == list(run.source_ids)
    assert said.text == run.translation
    given = run.output_ids
    again = glass.read(
        run.text, to="spa", translation=given
    )  # it asks for one and is asked for another
    assert (
        again.source_ids
        == glass.read(TEXT, to="spa", translation=given).source_ids
        != run.source_ids
    )
    assert glass.log_probability(TEXT, code, given) == near(
        glass.log_probability(run.text, code, given)
    )


def test_only_some_of_several_languages_may_be_wanted(several, tmp_path):
    assert convert(several[0], tmp_path, "en", "spa,ita").languages == ("spa", "ita")
    with pytest.raises(ValueError, match="no piece >>deu<<"):
        convert(several[0], tmp_path / "other", "en", "spa,deu")


@pytest.mark.parametrize("name", ["source.spm", "target.spm"])
def test_a_damaged_sentencepiece_model_is_refused_before_anything_is_written(
    converted_marian, tmp_path, name
):
    folder = tmp_path / "marian"
    shutil.copytree(converted_marian[0], folder)
    (folder / name).write_bytes(b"no model")
    with pytest.raises(ValueError, match="is no SentencePiece model"):
        convert(folder, tmp_path / "out", "en", "fr")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("source.spm", "", "is empty"),
        ("target.spm", "", "is empty"),
        ("config.json", "[" * 100_000, "config.json is damaged"),
        ("vocab.json", "[" * 100_000, "vocab.json is damaged"),
    ],
)
def test_what_holds_nothing_or_never_ends_is_refused(
    converted_marian, tmp_path, name, content, sentence
):
    folder = tmp_path / "marian"
    shutil.copytree(converted_marian[0], folder)
    (folder / name).write_text(content)
    with pytest.raises(ValueError, match=sentence):
        convert(folder, tmp_path / "out", "en", "fr")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("code", ["../x", "<b>x</b>", "f", "fr fr", "fr\n", "a" * 40])
def test_a_language_is_named_by_its_code(converted_marian, tmp_path, code):
    for source, target in (("en", code), (code, "fr")):
        with pytest.raises(ValueError, match="is no code of a language"):
            convert(converted_marian[0], tmp_path / "out", source, target)
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
def test_half_a_folder_is_refused_in_one_sentence(converted_marian, tmp_path, lost, sentence):
    folder = tmp_path / "marian"
    folder.mkdir()
    for path in converted_marian[0].iterdir():
        if path.name != lost:
            (folder / path.name).symlink_to(path)
    with pytest.raises(ValueError, match=sentence):
        convert(folder, tmp_path / "out", "en", "fr")


def test_a_folder_that_does_not_tell_its_languages_is_asked_for_them(converted_marian, tmp_path):
    with pytest.raises(ValueError, match="name one with --from"):
        convert(converted_marian[0], tmp_path / "out")
