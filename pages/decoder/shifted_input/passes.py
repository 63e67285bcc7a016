"""The passes behind the shifted input: of a given translation, of a free one, of a changed one."""

from dataclasses import dataclass, replace

from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import can_cache
from model.config import MAX_PIECES
from model.measures.surprisal import surprisal
from model.passes import record_pass
from model.tokenizer import EOS, normalize
from pages.decoder.shifted_input import cached
from pages.decoder.shifted_input.compute import likeliest_mistakes
from ui.messages import N_
from ui.readings import passes, session
from ui.readings.reading import Reading, Token, source_tokens
from ui.readings.typed import display_token, name, token_of

TRIED = 40  # steps of a reference in which wrong words are tried
TRUE = N_("after the reference's words")
ONE = N_("after one wrong word among them")
OWN = N_("after the model's own words")
END = Token("</s>", special=True)


@dataclass(frozen=True)
class Forced:
    """A translation and the pass in which the decoder was given its tokens.

    Args:
        said: tokens that should be said, the end token last.
        ids: theirs.
        start: the token that the decoder reads first.
        logits: row t, computed after the first t tokens, scores what is said at step t.
        target_ids: what the decoder was given.
        truncated: whether the translation was longer than the model reads.
    """

    said: tuple[Token, ...]
    ids: tuple[int, ...]
    start: Token
    logits: Float[Tensor, "target vocab"]
    target_ids: tuple[int, ...]
    truncated: bool = False

    @property
    def reads(self) -> tuple[Token, ...]:
        """What the decoder is given at each step: what should be said, one step late."""
        return (self.start, *self.said[:-1])


@dataclass(frozen=True)
class PutIn:
    """Another token in the decoder's input.

    Args:
        place: of the step that reads it, from 0.
        id: of the token.
        token: how it is written.
        logits: of the pass with it.
        note: what should be known about it, or "".
    """

    place: int
    id: int
    token: Token
    logits: Float[Tensor, "target vocab"]
    note: str


@dataclass(frozen=True)
class WrongWords:
    """Every token of a reference replaced, one at a time.

    Args:
        bits: how far each prediction moves.
        reads: token of each row.
        instead: what is put in there.
    """

    bits: Float[Tensor, "position target"]
    reads: list[str]
    instead: list[str]


def reference(reading: Reading, typed: str) -> Forced:
    """Return the typed translation, teacher-forced; the model's own best if nothing was typed."""
    tokenizer = session.glass().tokenizer
    if not normalize(typed):
        return _force(reading, reading.output)
    pieces = tokenizer.encode(typed)
    said = (*pieces[: MAX_PIECES - 1], EOS)
    tokens = source_tokens(tokenizer, typed)[: MAX_PIECES - 1]
    tokens = (*(replace(token, language=reading.language) for token in tokens), END)
    given = session.read_with_translation(reading.text, reading.language, said, reading.changes)
    return _force(given, tokens, truncated=len(pieces) >= MAX_PIECES)


def free(reading: Reading) -> Forced:
    """Return what the model says alone, greedily: at each step it reads its own earlier words."""
    if all_favourites(reading):
        return _force(reading, reading.output)
    said = tuple(passes.greedy(reading.source_ids, reading.target_ids[0], reading.changes))
    given = session.read_with_translation(reading.text, reading.language, said, reading.changes)
    return _force(given, given.output)


def all_favourites(reading: Reading) -> bool:
    """Whether each token of a translation is the likeliest one: then it is what is said freely.

    Only where a row of the pass is what the search computed at its step, and where it ended.
    """
    said = reading.output_ids
    if said[-1] != EOS or not can_cache(reading.changes):
        return False
    best = reading.trace["logits"][0, : len(said)].argmax(dim=-1)
    return best.tolist() == list(said)


def _force(given: Reading, tokens: tuple[Token, ...], truncated: bool = False) -> Forced:
    said = given.output_ids
    logits = given.trace["logits"][0, : len(said)]
    return Forced(tokens, said, given.target[0], logits, given.target_ids[: len(said)], truncated)


def parting(true: Forced, own: Forced) -> int | None:
    """Return the first step, from 0, at which two translations say something else, if any."""
    pairs = zip(true.ids, own.ids, strict=False)
    return next((step for step, (a, b) in enumerate(pairs) if a != b), None)


def put_in(reading: Reading, true: Forced, place: int, typed: str) -> PutIn | None:
    """Return the pass in which one step reads another token; None if that changes nothing.

    Args:
        reading: the sentence.
        true: the translation that is given otherwise.
        place: of the step that reads it, from 0.
        typed: the token, as ``token_of`` understands it.
    """
    tokenizer = session.glass().tokenizer
    if place < 0 or not normalize(typed):
        return None
    token, note = token_of(tokenizer, typed)
    if token == true.target_ids[place]:
        return None
    return PutIn(
        place,
        token,
        display_token(tokenizer, token),
        logits_with_token(reading, true, place, token),
        note,
    )


def likely_mistake(reading: Reading, true: Forced) -> tuple[int, str]:
    """Return a step, from 1, and a likely wrong token that it could read: the one that moves most.

    Where no step reads a token of the reference, the step is 0.
    """
    if len(true.said) < 2:
        return 0, ""
    tried = wrong_words(reading, true)
    row = int(tried.bits.sum(dim=1).argmax())
    return row + 2, tried.instead[row]


def logits_with_token(
    reading: Reading, true: Forced, place: int, token: int
) -> Float[Tensor, "target vocab"]:
    """Return the logits of the pass in which one step, from 0, reads another token."""
    given = (*true.target_ids[:place], token, *true.target_ids[place + 1 :])
    glass = session.glass()
    model, edits = glass.network_with(reading.changes), glass.edits(reading.changes)
    return record_pass(model, reading.source_ids, given, edits)["logits"][0]


def after(
    reading: Reading, true: Forced, own: Forced, other: PutIn | None
) -> tuple[dict[str, Float[Tensor, " _"]], int | None]:
    """Return how probable the reference's words are after each of several beginnings, by its name.

    After the reference's words; after the same with the one wrong word where the two part; after
    the model's own words, as far as it said any. Where these are the reference's, the wrong word is
    the one that was put in, and there are no words of its own.

    Returns:
        The probabilities, and the step, from 0, after which the beginnings differ.
    """
    logits, parts = {TRUE: true.logits}, parting(true, own)
    if parts is not None and parts + 1 < min(len(true.ids), len(own.ids)):
        logits[ONE] = logits_with_token(reading, true, parts + 1, own.ids[parts])
        logits[OWN] = own.logits
    elif parts is None and other:
        logits[ONE], parts = other.logits, other.place - 1
    return {name: (-surprisal(rows, true.ids)).exp() for name, rows in logits.items()}, parts


def rivals(reading: Reading) -> list[str]:
    """Return the other translations that the search finished, best first, each once."""
    tokenizer = session.glass().tokenizer
    texts = [tokenizer.decode(hypothesis.tokens) for hypothesis in reading.hypotheses]
    return [text for text in dict.fromkeys(texts[1:]) if text and text != texts[0]]


def wrong_words(reading: Reading, true: Forced) -> WrongWords:
    """Try a wrong word at every place of the reference but the first, which is the start token."""
    tokenizer = session.glass().tokenizer
    ids, logits = true.ids[:TRIED], true.logits[:TRIED]
    specials = tokenizer.first_piece
    wrong = likeliest_mistakes(logits, ids, specials)[: len(ids) - 1]
    bits = cached.change_each_token(
        reading.source_ids, true.target_ids[: len(ids)], tuple(wrong), reading.changes
    )
    reads = [token.text for token in true.reads[1 : len(ids)]]
    return WrongWords(bits, reads, [name(tokenizer, token) for token in wrong])
