import shutil

import pytest
import torch

from model import storage
from model.data import own
from model.data.vocabulary import (
    NOISE,
    add_missing_characters,
    extend_embedding,
    main,
    required_characters,
)
from model.storage import MODEL
from model.tokenizer import BYTES, UNK, Tokenizer
from model.training.film import FILM
from model.training.invented_names import ENDS, ONSETS, SCRIPTS, VOWELS
from model.training.vocabulary import train_tokenizer
from tests.vocabularies import as_learned

TYPED = ("Äpfel", "Österreich", "50 %", "X-ray", "(a + b)", "3/4", "señor", "Él", "ÑANDÚ", "a@b.ch")
ELSEWHERE = ("猫", "☂", "😀", "Čapek", "Привет")


@pytest.fixture(scope="module")
def shipped():
    return as_learned(*storage.load(MODEL))


@pytest.fixture(scope="module")
def taught(shipped):
    return add_missing_characters(shipped[1])


@pytest.fixture(scope="module")
def tokenizer(taught):
    return taught[0]


def test_every_sign_is_one_known_piece_and_comes_back(tokenizer):
    signs = required_characters(tokenizer.languages)
    assert {*"ÄÖÜßÉÈÊËÀÂÇŒÆÑÁÍÓÚX()/%&+=;–—€$°@#"} <= {*signs}
    for sign in signs:
        assert tokenizer.id_of(sign) != UNK
        ids = tokenizer.encode(f"a {sign} b")
        assert UNK not in ids
        assert not {*tokenizer.pieces(ids)} & {*BYTES}, sign
        assert tokenizer.decode(ids) == f"a {sign} b"


@pytest.mark.parametrize("text", [*TYPED, *ELSEWHERE, "Das ☂ kostet 3 €.", "猫 😀 (猫)"])
def test_whatever_is_typed_comes_back(tokenizer, text):
    ids = tokenizer.encode(text)
    assert UNK not in ids
    assert tokenizer.decode(ids) == text


@pytest.mark.parametrize("character", ELSEWHERE)
def test_what_has_no_piece_is_written_in_its_bytes(tokenizer, character):
    pieces = [p for p in tokenizer.pieces(tokenizer.encode(character)) if p in BYTES]
    unknown = [c for c in character if tokenizer.id_of(c) == UNK]
    assert bytes(int(piece[3:5], 16) for piece in pieces) == "".join(unknown).encode()


def test_made_up_names_need_no_unknown_piece(tokenizer):
    for part in (*ONSETS, *VOWELS, *ENDS, *(letter for script in SCRIPTS for letter in script[:2])):
        assert UNK not in tokenizer.encode(part), part


def test_all_other_pieces_keep_their_places_and_texts_are_cut_as_before(shipped, taught):
    before, (after, new) = shipped[1], taught
    assert len(after) == len(before)
    kept = [number for number in range(len(before)) if number not in new]
    assert after.pieces(kept) == before.pieces(kept)
    for sentence in FILM:  # their film goes on
        for text in (sentence.source, sentence.target):
            assert after.encode(text) == before.encode(text)


def test_trained_weights_lose_no_piece_and_no_row(shipped, taught):
    model, before = shipped
    after, new = add_missing_characters(before, append_last=True)
    assert [*new] == [*range(len(before), len(before) + len(taught[1]))]
    assert [*new.values()] == [*taught[1].values()]
    assert after.pieces(range(len(before))) == before.pieces(range(len(before)))
    E = extend_embedding(model.E.weight, after, new)
    assert len(E) == len(after)
    assert torch.equal(E[: len(before)], model.E.weight)
    for sentence in own.read_typed_sentences(own.TYPED):
        ids = before.encode(sentence[1])
        assert UNK in ids or after.encode(sentence[1]) == ids


def test_a_new_row_begins_near_what_stood_for_it_and_no_two_are_alike(shipped, tokenizer):
    E = shipped[0].E.weight
    new = {tokenizer.id_of(piece): piece for piece in ("Ä", "(", "<0x41>")}
    begun = extend_embedding(E, tokenizer, new)
    row = {piece: begun[tokenizer.id_of(piece)] for piece in ("Ä", "(", "<0x41>", "▁t")}
    small = E[tokenizer.id_of("ä")]
    for piece, begins in (("Ä", (E[UNK] + small) / 2), ("(", E[UNK]), ("<0x41>", E[UNK])):
        noise = (row[piece] - begins).std().item()
        assert noise == pytest.approx(NOISE * E.std().item(), rel=0.2)
    assert not torch.equal(row["("], row["<0x41>"])
    assert torch.equal(row["▁t"], E[tokenizer.id_of("▁t")])
    assert torch.equal(begun, extend_embedding(E, tokenizer, new))


def test_what_has_all_signs_gets_no_more(tokenizer):
    again, new = add_missing_characters(tokenizer)
    assert not new
    assert again.pieces(range(len(again))) == tokenizer.pieces(range(len(tokenizer)))


def test_a_toy_vocabulary_keeps_its_merges():
    toy = train_tokenizer(["the boat, the bridge"] * 5, ["en"], 30)
    assert add_missing_characters(toy) == (toy, {})


def test_the_program_writes_a_folder_to_train_on_from(tmp_path, capsys, shipped, tokenizer):
    begin, new = tmp_path / "begin", tmp_path / "new"
    shutil.copytree(MODEL, begin)
    storage.save(*shipped, begin)
    main(["--model", str(begin), "--folder", str(new)])
    model, again = storage.load(new)
    assert isinstance(again, Tokenizer)
    assert again.decode(again.encode("(Äpfel)")) == "(Äpfel)"
    assert len(again) > len(tokenizer)
    assert len(model.E.weight) == len(again)
    assert (new / "training.json").is_file()
    assert (new / "film" / "0.npz").is_file()
    assert "bytes" in capsys.readouterr().out


def test_a_model_without_a_record_gets_all_signs_too(tmp_path, shipped):
    storage.save(*shipped, tmp_path / "begin")
    main(["--model", str(tmp_path / "begin"), "--folder", str(tmp_path / "new")])
    assert len(storage.load(tmp_path / "new")[1]) > len(shipped[1])


def test_a_folder_without_a_model_is_told_in_one_sentence(tmp_path):
    with pytest.raises(SystemExit, match=r"model\.data\.vocabulary: there is no model"):
        main(["--model", str(tmp_path), "--folder", str(tmp_path / "new")])


def test_a_converted_model_is_refused_and_nothing_is_written(converted_marian, tmp_path):
    with pytest.raises(SystemExit, match="was converted: it can be taught, but not trained on"):
        main(["--model", str(converted_marian[1]), "--folder", str(tmp_path / "new")])
    assert not (tmp_path / "new").exists()
