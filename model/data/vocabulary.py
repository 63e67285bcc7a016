"""Teach a vocabulary the signs it lacks: ``python -m model.data.vocabulary --model M --folder F``.

A vocabulary that was learned from sentences has no piece for what these hardly hold, a capital Ä or
an @: it reads them as unknown and can never write them. Every letter of the languages, all of ASCII
and the usual signs get a piece, and each of the 256 bytes, of which UTF-8 writes every other
character. A vocabulary that was only just learned gives them the places of its last merges, without
which words are only cut finer, and keeps its size. Trained weights keep all that they have: the new
pieces stand behind the others, which keep their numbers and rows. What comes out is a folder to
train on from, as ``python -m model.training --begin`` takes it.
"""

import argparse
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import torch
from jaxtyping import Float
from sentencepiece import sentencepiece_model_pb2
from torch import Tensor

from model import storage
from model.languages import LANGUAGES
from model.programs import exit_with_message
from model.tokenizer import BYTES, UNK, Tokenizer

# What people type besides letters: all of ASCII, and what a text of four languages may hold. NFKC
# (inside SentencePiece) writes others, such as … ² º, with these.
ModelProto = sentencepiece_model_pb2.ModelProto  # type: ignore[attr-defined] # made at run time
COMMON_CHARACTERS = "".join(map(chr, range(0x21, 0x7F))) + "¡¿«»–—€£¥§°·×±√∞→"
NOISE = 0.5  # noise of a new row, in standard deviations of all weights of E


def required_characters(languages: Iterable[str]) -> list[str]:
    """Return every character for which the vocabulary of these languages needs a piece."""
    small = "".join(LANGUAGES[code].letters for code in languages if code in LANGUAGES)
    return sorted(
        {*COMMON_CHARACTERS, *small, *(letter for one in small for letter in one.upper())}
    )


def add_missing_characters(
    tokenizer: Tokenizer, append_last: bool = False
) -> tuple[Tokenizer, dict[int, str]]:
    """Return a tokenizer whose vocabulary has the missing characters and bytes, and these pieces.

    The new pieces replace the pieces that were merged last, so the vocabulary keeps its size.

    Args:
        tokenizer: the tokenizer to extend; it does not change.
        append_last: whether new pieces are added at the end instead, so that the vocabulary grows
            and no piece changes its id, as a trained embedding matrix requires.

    Returns:
        The extended tokenizer, and the new pieces, id -> piece. If there are more than half as many
        new pieces as merged ones (a toy vocabulary), the tokenizer itself, and {}.
    """
    proto = ModelProto.FromString(tokenizer.model)
    known = {piece.piece for piece in proto.pieces}
    lacking = [
        piece for piece in (*required_characters(tokenizer.languages), *BYTES) if piece not in known
    ]
    kinds = ModelProto.SentencePiece
    places = [
        number
        for number, piece in enumerate(proto.pieces)
        if piece.type == kinds.NORMAL and len(piece.piece) > 1
    ]
    if len(places) < 2 * len(lacking):
        return tokenizer, {}
    if append_last:
        places = [len(proto.pieces) + number for number in range(len(lacking))]
        proto.pieces.extend(kinds() for _ in lacking)
    lowest = min(piece.score for piece in proto.pieces)
    new = dict(zip(places[len(places) - len(lacking) :], lacking, strict=True))
    for place, (number, piece) in enumerate(new.items(), 1):
        kind = kinds.BYTE if piece in BYTES else kinds.NORMAL
        score = 0.0 if piece in BYTES else lowest - place
        proto.pieces[number].CopyFrom(kinds(piece=piece, score=score, type=kind))
    proto.trainer_spec.byte_fallback = True
    proto.trainer_spec.vocab_size = len(proto.pieces)
    return Tokenizer(proto.SerializeToString(), tokenizer.languages), new


def extend_embedding(
    E: Float[Tensor, "_ d_model"], tokenizer: Tokenizer, new_pieces: dict[int, str]
) -> Float[Tensor, "vocab d_model"]:
    """Return the embedding matrix with an initial row appended for each new piece.

    So far, each of these characters was read as the unknown piece. So a new row begins as the row
    of the unknown piece; for a capital letter whose small letter has a row, as the mean of both.
    Random noise is added, since equal rows would hardly become different in training.

    Args:
        E: embedding matrix of the model so far, without rows for the new pieces.
        tokenizer: the vocabulary with the new pieces, at the end.
        new_pieces: the new pieces, id -> piece.
    """
    begun = E[UNK].repeat(len(tokenizer), 1)
    begun[: len(E)] = E
    chance = torch.Generator().manual_seed(0)
    for number, piece in new_pieces.items():
        small = tokenizer.id_of(piece.lower())
        begins = E[UNK] if small in new_pieces else (E[UNK] + E[small]) / 2
        begun[number] = begins + NOISE * E.std() * torch.randn(E.shape[1], generator=chance)
    return begun


def write_extended_model(model_folder: Path, folder: Path) -> list[str]:
    """Write a copy of a model whose vocabulary also has all needed characters and the 256 bytes.
    Return the added pieces.

    Args:
        model_folder: folder of the model to copy.
        folder: where the copy goes.

    Raises:
        ValueError: if ``model_folder`` holds no model of this app, or a converted one.
        OSError: if ``folder`` cannot be written to.
    """
    model, before = storage.load_to_train(model_folder)
    tokenizer, new = add_missing_characters(before, append_last=True)
    model.E.weight.data = extend_embedding(model.E.weight, tokenizer, new)
    model.config = replace(model.config, vocab_size=len(tokenizer))
    storage.save(model, tokenizer, folder)
    if (film := model_folder / storage.FILM).is_dir():
        shutil.copytree(film, folder / storage.FILM, dirs_exist_ok=True)
    if (record := model_folder / storage.RECORD).is_file():
        shutil.copy(record, folder)
    return list(new.values())


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a copy of a model whose vocabulary has all needed characters (command line)."""
    parser = argparse.ArgumentParser(prog="python -m model.data.vocabulary", description=__doc__)
    parser.add_argument("--model", type=Path, required=True, help="folder of the model")
    parser.add_argument("--folder", type=Path, required=True, help="where the new one goes")
    chosen = parser.parse_args(arguments)
    with exit_with_message(parser):
        new = write_extended_model(chosen.model, chosen.folder)
    signs = [piece for piece in new if piece not in BYTES]
    print(f"{len(signs)} signs: {''.join(signs)}; {len(new) - len(signs)} bytes")


if __name__ == "__main__":
    main()
