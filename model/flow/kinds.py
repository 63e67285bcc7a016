"""Kinds of decisions: the gender of an article, a pronoun, the end of a sentence, and others."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from model.flow.linearized import Decision
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
ARTICLE_FORMS = {  # of an article: the one that is written decides against the others in its group
    GENDER: {
        "fr": ("le la", "un une", "Le La", "Un Une"),
        "de": ("der die", "ein eine", "Der Die", "Ein Eine"),
        "es": ("el la", "un una", "El La", "Un Una"),
    },
    NUMBER: {
        "fr": ("le les", "la les", "Le Les", "La Les"),
        "es": ("el los", "la las", "El Los", "La Las"),
    },
}
NEGATIONS = {"ne", "n", "pas", "nicht", "kein", "keine", "keinen", "no", "No"}
STEM = 3  # least letters that two forms of a word share


@dataclass(frozen=True)
class DecisionExample:
    """A decision of a known kind.

    Args:
        kind: one of ``KINDS``.
        text: the sentence.
        language: code of the language it was translated into.
        step: decoding step, from 0.
        decision: the output token and its foil.
    """

    kind: str
    text: str
    language: str
    step: int
    decision: Decision


def find_decisions(
    readings: Mapping[str, Reading], tokenizer: Tokenizer
) -> Iterator[DecisionExample]:
    """Yield the decoding steps of a sentence at which a choice of one of ``KINDS`` is made.

    An example is the gender of an article: "der" is the output token, "die" its foil. A step may
    make several kinds of choices; each is yielded.

    Args:
        readings: readings of the same sentence, target language code -> reading.
        tokenizer: the model's tokenizer.
    """
    for number, (language, reading) in enumerate(readings.items()):
        ids = reading.output_ids
        other = list(readings.values())[(number + 1) % len(readings)]
        for step, token in enumerate(ids):
            found = _foils_by_kind(reading, step, token, tokenizer)
            if step == 0 and other.output_ids[0] != token:
                found[LANGUAGE] = other.output_ids[0]
            for kind, foil in found.items():
                prefix = reading.target_ids[: step + 1]
                decision = Decision(reading.source_ids, prefix, token, foil)
                yield DecisionExample(kind, reading.text, language, step, decision)


def other_article_form(
    article_kind: str, reading: Reading, step: int, tokenizer: Tokenizer
) -> int | None:
    """Return the id of the likeliest form of other gender, or number, of the article that a step
    writes, such as "die" for "der". Return None if it writes no article with such a form.

    Args:
        article_kind: what the form differs in: ``GENDER`` or ``NUMBER``.
        reading: the reading with the translation.
        step: decoding step, from 0.
        tokenizer: the model's tokenizer.
    """
    token = reading.output_ids[step]
    [piece] = tokenizer.pieces([token])
    groups = [
        {SPACE + form for form in one.split()}
        for one in ARTICLE_FORMS[article_kind].get(reading.language, ())
    ]
    others = {form for one in groups if piece in one for form in one - {piece}}
    return _likeliest_piece(others, reading, step, tokenizer)


def _likeliest_piece(
    pieces: Iterable[str], reading: Reading, step: int, tokenizer: Tokenizer
) -> int | None:
    """Return the id of the likeliest of some pieces at a step; None if all are unknown pieces."""
    logits = reading.trace.pick("logits", target=step)
    ids = [one for one in map(tokenizer.id_of, pieces) if one != UNK]
    return max(ids, key=lambda one: logits[one].item(), default=None)


def _foils_by_kind(reading: Reading, step: int, token: int, tokenizer: Tokenizer) -> dict[str, int]:
    """Return the kinds of choices made at a step, each with the token id of the foil."""
    language, logits = reading.language, reading.trace.pick("logits", target=step)
    runner_up = next(one for one in logits.topk(2).indices.tolist() if one != token)
    piece, second = tokenizer.pieces([token, runner_up])
    found: dict[str, int | None] = {
        kind: other_article_form(kind, reading, step, tokenizer) for kind in (GENDER, NUMBER)
    }
    word = piece.removeprefix(SPACE) if piece.startswith(SPACE) else ""
    if word.lower() in LANGUAGES[language].pronouns:
        same = str.lower if word.islower() else str.capitalize
        others = {SPACE + same(one) for one in LANGUAGES[language].pronouns} - {piece}
        found[PRONOUN] = _likeliest_piece(others, reading, step, tokenizer)
    if len(word) > STEM and second.startswith(SPACE + word[:STEM]):
        found[ENDING] = runner_up
    if word in NEGATIONS:
        found[NEGATION] = runner_up
    if piece.removeprefix(SPACE) == "?":
        found[QUESTION] = _likeliest_piece([piece.replace("?", ".")], reading, step, tokenizer)
    if step and word[:1].isupper() and token in reading.source_ids:
        found[NAME] = runner_up
    if token == EOS:
        found[END] = runner_up
    return {kind: foil for kind, foil in found.items() if foil is not None}
