"""Pairs whose French drops the article's vowel: ``python -m model.data.elisions --data DIR``.

"L'oiseau" is cut into other pieces than "un oiseau", so the model has to meet each such noun behind
an apostrophe. From the pairs of ``train.en-fr.tsv.gz`` in which it does, and from the nouns of
``assets/own/elisions.tsv`` in the frames below, comes ``elide.en-fr.tsv.gz``, another part to train
on. No frame is one of those by which ``model.robustness`` counts the faults.
"""

import argparse
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from model.data.corpora import read_corpora
from model.data.pairs import SentencePair, write_disjoint_pairs
from model.programs import exit_with_message

NOUNS = Path(__file__).parents[2] / "assets" / "own" / "elisions.tsv"  # English and French
FILE = "elide.en-fr.tsv.gz"
FRAMES = (
    ("the {}", "l'{}"),
    ("The {}", "L'{}"),
    ("The {} is behind the house.", "L'{} est derrière la maison."),
    ("The {} was not there.", "L'{} n'était pas là."),
    ("Look at the {}!", "Regarde l'{} !"),
    ("I like the {}.", "J'aime l'{}."),
    ("They are waiting for the {}.", "Ils attendent l'{}."),
    ("We found the {} this morning.", "Nous avons trouvé l'{} ce matin."),
    ("You can see the {} from here.", "On peut voir l'{} d'ici."),
    ("Who has the {}?", "Qui a l'{} ?"),
    ("Because of the {}, we are late.", "À cause de l'{}, nous sommes en retard."),
    ("At the end there is a picture of the {}.", "À la fin, il y a une photo de l'{}."),
    ("I do not know the size of the {}.", "Je ne connais pas la taille de l'{}."),
    ("We need the {} today.", "Nous avons besoin de l'{} aujourd'hui."),
    ("He knows that the {} exists.", "Il sait que l'{} existe."),
    ("I hope that the {} is still there.", "J'espère que l'{} est encore là."),
    ("In front of the {} there is a car.", "Devant l'{}, il y a une voiture."),
    ("She is coming with the {}.", "Elle vient avec l'{}."),
)
_ELIDED = re.compile(r"\bl'\w", re.IGNORECASE)


def fill_frames() -> Iterator[SentencePair]:
    """Yield English-French sentence pairs whose French noun follows an elided article, "l'".
    Every noun of ``assets/own/elisions.tsv`` is set into every frame of ``FRAMES``: for example
    "Look at the bird!", "Regarde l'oiseau !".
    """
    for line in NOUNS.read_text(encoding="utf-8").splitlines():
        english, french = line.split("\t")
        for ours, theirs in FRAMES:
            yield ours.format(english), theirs.format(french)


def pairs_with_elision(folder: Path) -> Iterator[SentencePair]:
    """Yield the English-French training pairs whose French has an elided article (l').

    Raises:
        ValueError: if the folder has no pairs of these languages.
    """
    for corpus in read_corpora(folder, "train", ("en", "fr")):
        for pair in zip(*corpus.sentences, strict=True):
            if _ELIDED.search(pair[1]):
                yield pair


def write_elision_pairs(folder: Path) -> int:
    """Write training pairs with an elided French article (l'oiseau); return their number.

    The pairs come from the training files in the folder and from sentence templates that are filled
    with nouns. They go to the file ``elide.en-fr.tsv.gz`` in the same folder.

    Raises:
        ValueError: if the folder has no English and French pairs to train on.
        OSError: if the folder cannot be written to.
    """
    pairs = list(dict.fromkeys([*pairs_with_elision(folder), *fill_frames()]))
    return write_disjoint_pairs(folder, {FILE: pairs}, {})[FILE]


def main(arguments: Sequence[str] | None = None) -> None:
    """Write an extra training corpus of pairs with elided French articles (command line)."""
    parser = argparse.ArgumentParser(prog="python -m model.data.elisions", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    chosen = parser.parse_args(arguments)
    with exit_with_message(parser):
        count = write_elision_pairs(chosen.data)
    print(f"{FILE}  {count:,} pairs")


if __name__ == "__main__":
    main()
