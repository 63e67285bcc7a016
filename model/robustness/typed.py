"""Translate what people type, for reading: ``python -m model.robustness.typed``.

``assets/typed.tsv`` has two hundred ordinary sentences, a development set: training never had
them, but their mistakes showed what to write more sentences about. Their
translations into the other languages go into ``assets/judged.tsv``, side by side. Somebody reads
them and writes into each row whether the translation is acceptable, "yes" or "no", and why not.
Judgments of translations that other weights made before stay where the same is said again, so
after a new training only what is new has to be read. Those of a model of one's own go beside it.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from model import storage
from model.data.own import ASSETS, TYPED, read_typed_sentences
from model.files import write_text
from model.programs import exit_with_message
from model.tokenizer import Tokenizer
from model.transformer import Transformer
from model.translate import translate

JUDGED = ASSETS / "judged.tsv"
VERDICTS = ("yes", "no", "")


@dataclass(frozen=True)
class JudgedTranslation:
    """A translation with a reader's judgement.

    Args:
        source: code of the source language.
        target: code of the target language.
        text: the source text, as people type it.
        translation: the model's translation.
        verdict: "yes" if it is acceptable: it says what the text says, no word is wrong, missing,
            invented or left in the other language, and at most one slip of grammar (an ending, an
            article, a preposition) does not hinder; "no"; or "" if nobody has read it yet.
        why: what is wrong with it.
    """

    source: str
    target: str
    text: str
    translation: str
    verdict: str = ""
    why: str = ""


def read_judgements(path: Path = JUDGED) -> list[JudgedTranslation]:
    """Read the translations that a reader judged acceptable or not.

    Raises:
        ValueError: if a row has the wrong number of columns, or its verdict is not "yes", "no" or
            empty.
    """
    _, *rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    for number, row in enumerate(rows, 2):
        if len(row) != len(fields(JudgedTranslation)) or row[4] not in VERDICTS:
            raise ValueError(f"{path}, line {number}: no translation with a verdict and a reason")
    return [JudgedTranslation(*row) for row in rows]


def judgements_file(folder: Path) -> Path:
    """Return the path of the judgements file for the model in this folder."""
    return JUDGED if folder.resolve() == storage.MODEL.resolve() else folder / JUDGED.name


def write_judgements(rows: Iterable[JudgedTranslation], path: Path) -> None:
    """Write translations and judgements as TSV, with a header."""
    names = [field.name for field in fields(JudgedTranslation)]
    write_text(path, "".join("\t".join(row) + "\n" for row in (names, *map(astuple, rows))))


def translate_for_judging(
    model: Transformer,
    tokenizer: Tokenizer,
    sentences: Iterable[tuple[str, str]],
    judgements: Iterable[JudgedTranslation] = (),
) -> list[JudgedTranslation]:
    """Translate each sentence into every other language; keep earlier verdicts that still apply.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        sentences: pairs (language code, sentence).
        judgements: translations judged before. If the model still writes the same translation of
            the same sentence, its verdict is kept.

    Returns:
        The translations; those that nobody has judged yet have an empty verdict.
    """
    known = {(row.text, row.target, row.translation): row for row in judgements}
    read = [(source, text) for source, text in sentences if source in model.config.read_languages]
    asked = [(s, t, text) for s, text in read for t in tokenizer.languages if t != s]
    found = translate(model, tokenizer, [a[2] for a in asked], [a[1] for a in asked])
    rows = []
    for (source, target, text), translation in zip(asked, found, strict=True):
        row = JudgedTranslation(source, target, text, translation.text)
        rows.append(known.get((text, target, translation.text), row))
    return rows


def count_acceptable(rows: Iterable[JudgedTranslation]) -> tuple[int, int]:
    """Return the number of acceptable translations, and of all judged ones."""
    verdicts = [row.verdict for row in rows if row.verdict]
    return verdicts.count("yes"), len(verdicts)


def main(arguments: Sequence[str] | None = None) -> None:
    """Translate the development sentences, and write them for judging (command line)."""
    parser = argparse.ArgumentParser(prog="python -m model.robustness.typed", description=__doc__)
    parser.add_argument("--model", type=Path, default=storage.MODEL, help="folder of the model")
    parser.add_argument("--judged", type=Path, help="file to read and to write, if another one")
    chosen = parser.parse_args(arguments)
    judged = chosen.judged or judgements_file(chosen.model)
    with exit_with_message(parser):
        before = read_judgements(judged) if judged.exists() else []
        sentences = read_typed_sentences(TYPED)
        rows = translate_for_judging(*storage.load(chosen.model), sentences, before)
        write_judgements(rows, judged)
    for source, target in sorted({(row.source, row.target) for row in rows}):
        good, read = count_acceptable(r for r in rows if (r.source, r.target) == (source, target))
        print(f"{source}-{target}  {good} of {read} are acceptable")
    good, read = count_acceptable(rows)
    print(f"{good} of {read} are acceptable, {len(rows) - read} are to be read")


if __name__ == "__main__":
    main()
