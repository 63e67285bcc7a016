"""Kinds of decisions: the gender of an article, a pronoun, the end of a sentence, and others."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from model.flow.held import Decision
from model.languages import LANGUAGES
from model.reading import Reading
from model.tokenizer import EOS, SPACE, UNK, Tokenizer

KINDS = (
    "gender of an article",
    "number of an article",
    "pronoun",
    "ending of a word",
    "negation",
    "question mark",
    "which language",
    "name",
    "end of the sentence",
)
GENDER, NUMBER, PRONOUN, ENDING, NEGATION, QUESTION, LANGUAGE, NAME, END = KINDS
GENDERS = {
    "fr": ("le la", "un une", "Le La", "Un Une"),
    "de": ("der die", "ein eine", "Der Die", "Ein Eine"),
    "es": ("el la", "un una", "El La", "Un Una"),
}
NUMBERS = {
    "fr": ("le les", "la les", "Le Les", "La Les"),
    "es": ("el los", "la las", "El Los", "La Las"),
}
NEGATIONS = {"ne", "n", "pas", "nicht", "kein", "keine", "keinen", "no", "No"}
STEM = 3  # letters that two forms of a word share, at least


@dataclass(frozen=True)
class Example:
    """A decision of a known kind.

    Args:
        kind: one of ``KINDS``.
        text: the sentence.
        language: into which it was translated.
        step: counted from 0.
        decision: what was said, and against what.
    """

    kind: str
    text: str
    language: str
    step: int
    decision: Decision


def examples(readings: Mapping[str, Reading], tokenizer: Tokenizer) -> Iterator[Example]:
    """Yield the decisions of one sentence that are of a known kind.

    Args:
        readings: by the language into which it was translated.
        tokenizer: of the model.
    """
    for place, (language, reading) in enumerate(readings.items()):
        ids = reading.output_ids
        other = list(readings.values())[(place + 1) % len(readings)]
        for step, said in enumerate(ids):
            found = _rivals(reading, step, said, tokenizer)
            if step == 0 and other.output_ids[0] != said:
                found[LANGUAGE] = other.output_ids[0]
            for kind, rival in found.items():
                prefix = reading.target_ids[: step + 1]
                decision = Decision(reading.source_ids, prefix, said, rival)
                yield Example(kind, reading.text, language, step, decision)


def _rivals(reading: Reading, step: int, said: int, tokenizer: Tokenizer) -> dict[str, int]:
    """Return the kinds that one step belongs to, and what the token is compared with."""
    language, logits = reading.language, reading.trace.pick("logits", target=step)
    runner_up = next(one for one in logits.topk(2).indices.tolist() if one != said)
    piece, second = tokenizer.pieces([said, runner_up])
    found: dict[str, int] = {}

    def among(kind: str, pieces: set[str]) -> None:
        ids = [one for one in map(tokenizer.id_of, pieces) if one not in (UNK, said)]
        if ids:
            found[kind] = max(ids, key=lambda one: logits[one].item())

    word = piece.removeprefix(SPACE) if piece.startswith(SPACE) else ""
    for kind, table in ((GENDER, GENDERS), (NUMBER, NUMBERS)):
        pairs = [set(pair.split()) for pair in table.get(language, ()) if word in pair.split()]
        if pairs:
            among(kind, {SPACE + one for one in set.union(*pairs)})
    if word.lower() in LANGUAGES[language].pronouns:
        same = str.lower if word.islower() else str.capitalize
        among(PRONOUN, {SPACE + same(one) for one in LANGUAGES[language].pronouns})
    if len(word) > STEM and second.startswith(SPACE + word[:STEM]):
        found[ENDING] = runner_up
    if piece.removeprefix(SPACE) in NEGATIONS:
        found[NEGATION] = runner_up
    if piece.removeprefix(SPACE) == "?":
        among(QUESTION, {piece.replace("?", ".")})
    if step and word[:1].isupper() and said in reading.source_ids:
        found[NAME] = runner_up
    if said == EOS:
        found[END] = runner_up
    return found
