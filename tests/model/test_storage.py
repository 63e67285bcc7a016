import json
import os
import pickle
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

import model as package
from model import storage
from model.decoding import beam_search, rank_hypotheses
from model.storage import (
    CHECKSUM,
    CONFIG,
    PIECES,
    SOURCE_PIECES,
    TARGET_PIECES,
    VOCABULARY,
    WEIGHTS,
    fingerprint,
    load,
    save,
)
from model.training.vocabulary import train_tokenizer


@pytest.fixture
def folder(network, tokenizer, tmp_path):
    save(network, tokenizer, tmp_path / "model")
    return tmp_path / "model"


def refusal(folder):
    """The sentence with which loading is refused."""
    with pytest.raises(ValueError, match=r"\w+ \w+") as refused:
        load(folder)
    sentence = str(refused.value)
    assert "\n" not in sentence
    return sentence


def change_config(folder, **values):
    path = folder / CONFIG
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def test_weights_are_halves_on_disk_and_floats_in_memory(network, folder):
    stored = load_file(folder / WEIGHTS)
    assert {tensor.dtype for tensor in stored.values()} == {torch.float16}
    loaded, _ = load(folder)
    for name, tensor in loaded.state_dict().items():
        assert tensor.dtype == torch.float32
        assert torch.equal(tensor, network.state_dict()[name].half().float())


def test_what_was_saved_is_ready_to_translate(network, folder):
    loaded, _ = load(folder)
    assert loaded.config == network.config
    assert not loaded.training
    assert not any(parameter.requires_grad for parameter in loaded.parameters())


def test_saving_again_what_was_loaded_changes_no_byte(folder, tmp_path):
    save(*load(folder), tmp_path / "again")
    for name in (WEIGHTS, CONFIG, VOCABULARY):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()


def test_a_loaded_model_translates_as_before(network, folder, tokenizer):
    network.load_state_dict({k: v.half().float() for k, v in network.state_dict().items()})
    loaded, vocabulary = load(folder)
    sources = [[*tokenizer.encode(text), 2] for text in ("the boat", "le vieux pont")]
    assert sources == [[*vocabulary.encode(text), 2] for text in ("the boat", "le vieux pont")]
    before = rank_hypotheses(beam_search(network, sources, [4, 3], width=2))
    after = rank_hypotheses(beam_search(loaded, sources, [4, 3], width=2))
    for sentence in before:
        assert [c.tokens for c in after[sentence]] == [c.tokens for c in before[sentence]]
        totals = [c.total for c in before[sentence]]
        assert [c.total for c in after[sentence]] == pytest.approx(totals, rel=1e-5)


def test_a_converted_model_that_was_saved_opens_with_its_own_vocabulary(converted_marian, tmp_path):
    _, out, model, tokenizer, *_ = converted_marian
    save(model, tokenizer, tmp_path)
    assert load(tmp_path)[0].config == model.config
    for name in (SOURCE_PIECES, TARGET_PIECES, PIECES):
        assert (tmp_path / name).read_bytes() == (out / name).read_bytes()


@pytest.mark.parametrize("name", [WEIGHTS, CONFIG, VOCABULARY])
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    assert refusal(folder).endswith(f"{name} is missing")


def test_a_missing_folder_is_named(tmp_path):
    assert f"there is no model in {tmp_path / 'nowhere'}" in refusal(tmp_path / "nowhere")


@pytest.mark.parametrize("share", [0.0, 0.001, 0.5, 0.99])
@pytest.mark.parametrize("name", [WEIGHTS, CONFIG, VOCABULARY])
def test_a_truncated_file_is_refused(folder, name, share):
    content = (folder / name).read_bytes()
    (folder / name).write_bytes(content[: int(share * len(content))])
    assert str(folder) in refusal(folder)


@pytest.mark.parametrize("content", [b"garbage" * 99, bytes(500), b"\xff" * 500, b"\x80\x04N."])
@pytest.mark.parametrize("name", [WEIGHTS, CONFIG, VOCABULARY])
def test_garbage_is_refused(folder, name, content):
    (folder / name).write_bytes(content)
    assert str(folder) in refusal(folder)


def test_a_pickle_is_refused_and_never_run(folder, tmp_path):
    class Trap:
        def __reduce__(self):
            return Path.touch, (tmp_path / "sprung",)

    (folder / WEIGHTS).write_bytes(pickle.dumps(Trap()))
    assert "not a safetensors file" in refusal(folder)
    assert not (tmp_path / "sprung").exists()


def test_no_module_reads_pickles():
    for path in Path(package.__file__).parent.rglob("*.py"):
        source = path.read_text()
        assert "torch.load" not in source, path
        assert "import pickle" not in source, path
        assert "allow_pickle" not in source, path


def test_weights_of_another_network_are_refused(folder):
    save_file({"layer.weight": torch.zeros(3, 3)}, folder / WEIGHTS)
    assert "weights" in refusal(folder)


def test_weights_that_lack_one_are_refused(folder):
    stored = load_file(folder / WEIGHTS)
    del stored["E.weight"]
    save_file(stored, folder / WEIGHTS)
    assert "weights" in refusal(folder)


@pytest.mark.parametrize("sizes", [{"d_model": 32}, {"N": 2}, {"d_ff": 25}])
def test_sizes_that_differ_from_the_weights_are_refused(folder, sizes):
    change_config(folder, **sizes)
    assert "configuration" in refusal(folder)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_are_not_finite_are_refused(folder, number):
    stored = load_file(folder / WEIGHTS)
    stored["encoder.layers.0.feed_forward.W_1.bias"][3] = number
    save_file(stored, folder / WEIGHTS)
    assert "not finite" in refusal(folder)


def test_a_bit_that_flipped_in_the_weights_is_noticed(folder):
    content = bytearray((folder / WEIGHTS).read_bytes())
    content[-9] ^= 1
    (folder / WEIGHTS).write_bytes(content)
    assert CHECKSUM in refusal(folder)


def test_a_checksum_is_what_sha256sum_writes_and_may_be_missing(folder):
    assert (folder / CHECKSUM).read_text() == f"{fingerprint(folder)}  {WEIGHTS}\n"
    (folder / CHECKSUM).unlink()
    load(folder)


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied", "w"), OSError("no")])
def test_a_file_that_may_not_be_read_is_named(folder, monkeypatch, error):
    def refuse(path):
        raise error

    monkeypatch.setattr(storage, "load_file", refuse)
    assert "cannot be read" in refusal(folder)


def test_a_configuration_of_brackets_without_end_is_refused(folder):
    (folder / CONFIG).write_text("[" * 100_000)
    assert CONFIG in refusal(folder)


def test_a_vocabulary_of_another_size_is_refused(folder, lines):
    other = train_tokenizer(lines["en"], ("en", "fr"), 90)
    (folder / VOCABULARY).write_bytes(other.model)
    assert "has 90 pieces, its configuration says 120" in refusal(folder)


def test_a_vocabulary_of_other_languages_is_refused(folder, lines):
    other = train_tokenizer([*lines["en"], *lines["fr"]], ("en", "de"), 120)
    (folder / VOCABULARY).write_bytes(other.model)
    assert "no start token for 'fr'" in refusal(folder)


@pytest.mark.parametrize(
    "values",
    [
        {"d_model": 0},
        {"h": 3},
        {"P_drop": 2.0},
        {"languages": []},
        {"languages": 5},
        {"colour": "red"},
    ],
)
def test_a_configuration_that_describes_no_model_is_refused(folder, values):
    change_config(folder, **values)
    assert "does not describe a model" in refusal(folder)


def test_what_a_configuration_may_not_say_is_named_in_words(folder):
    change_config(folder, rotary=True)
    assert refusal(folder).endswith("does not describe a model: 'rotary' is not known here")


@pytest.mark.parametrize("N", [1.5, "four", None])
def test_a_size_that_is_no_whole_number_is_refused(folder, N):
    change_config(folder, N=N)
    with pytest.raises(ValueError, match="does not describe a model"):
        load(folder)


@pytest.mark.parametrize("text", ["{", "[]", "null", "3", "{}", '"model"'])
def test_broken_json_is_refused(folder, text):
    (folder / CONFIG).write_text(text)
    assert "does not describe a model" in refusal(folder)


def only(folder, name, text):
    """Leave one file in a folder."""
    for path in folder.iterdir():
        path.unlink()
    (folder / name).write_text(text)


def test_weights_as_a_pickle_only_are_refused_unread(folder):
    (folder / WEIGHTS).rename(folder / "pytorch_model.bin")
    assert "only as pytorch_model.bin, a pickle" in refusal(folder)


def test_a_folder_of_marian_says_how_to_convert_it(folder):
    only(folder, CONFIG, '{"model_type": "marian"}')
    assert f"python -m model.marian {folder} OUT" in refusal(folder)


def test_another_kind_of_model_is_named(folder):
    only(folder, CONFIG, '{"model_type": "bert"}')
    assert "of the kind 'bert'" in refusal(folder)


def test_half_a_model_names_what_is_missing(folder):
    (folder / VOCABULARY).unlink()
    assert f"{VOCABULARY} is missing" in refusal(folder)


@pytest.mark.parametrize("name", [WEIGHTS, CONFIG, VOCABULARY, CHECKSUM])
def test_a_pipe_or_a_device_instead_of_a_file_is_refused_and_not_waited_for(folder, name):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert f"{name} is no regular file" in refusal(folder)
    (folder / name).unlink()
    (folder / name).symlink_to("/dev/zero")
    assert f"{name} is no regular file" in refusal(folder)


@pytest.mark.parametrize("name", [CONFIG, VOCABULARY])
def test_no_more_is_read_than_such_a_file_can_have(folder, name):
    os.truncate(folder / name, 60_000_000)
    assert f"{name} has 60,000,000 bytes" in refusal(folder)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"source_languages": "en"}, "source_languages='en' is no list"),
        ({"source_languages": [None]}, "source_languages=[None] is no list"),
        ({"source_languages": {"en": 1}}, "is no list"),
        ({"source_languages": ["en", "en"]}, "source_languages names a language twice"),
        ({"languages": ["en", ""]}, "languages has ''"),
        ({"languages": ["en", "a\nb"]}, r"languages has 'a\nb'"),
        ({"biases": []}, "biases=[] is no bool"),
        ({"biases": "yes"}, "biases='yes' is no bool"),
        ({"biases": 1}, "biases=1 is no bool"),
        ({"activation": ["relu"]}, "activation=['relu'] is no str"),
        ({"converted_from": 0}, "converted_from=0 is no str"),
    ],
)
def test_a_configuration_that_would_fail_on_the_first_page_is_refused(folder, values, said):
    change_config(folder, **values)
    assert said in refusal(folder)


@pytest.mark.parametrize("positions", [1, 64])
def test_sentences_may_be_longer_than_the_positions_that_a_configuration_prepares(
    folder, positions
):
    change_config(folder, max_positions=positions)
    glass = package.load(folder)
    assert len(glass.read(" ".join(["boat"] * 100), "fr").source) > 64


def test_a_fingerprint_is_that_of_the_weights_that_were_read(folder, monkeypatch):
    *_, known = storage.load_with_fingerprint(folder)
    assert known == fingerprint(folder)
    read = storage._read_weights

    def exchange(config, path):
        found = read(config, path)
        save_file({"other": torch.ones(2)}, path)
        return found

    monkeypatch.setattr(storage, "_read_weights", exchange)
    assert "was exchanged while it was read" in refusal(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize(
    ("hidden", "said"),
    [(".", "may not be opened"), (WEIGHTS, "Permission denied"), (CONFIG, "Permission denied")],
)
def test_what_may_not_be_read_is_named_with_the_reason(folder, hidden, said):
    for path in (folder, *folder.parents):
        if path.owner() == "root" and path.stat().st_mode & 0o777 == 0o700:
            path.chmod(0o755)
    (folder / hidden).chmod(0)
    os.seteuid(65_534)
    try:
        sentence = refusal(folder)
    finally:
        os.seteuid(0)
    assert said in sentence
    assert str(folder / hidden) in sentence
