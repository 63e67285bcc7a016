"""Passes of the shifted-input page: teacher-forced, free-running, and with a replaced token."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import can_cache
from model.config import MAX_PIECES
from model.measures.surprisal import surprisal
from model.passes import record_pass
from model.tokenizer import EOS, normalize
from pages.decoder.shifted_input import cached
from pages.decoder.shifted_input.compute import find_likeliest_mistakes
from ui.messages import N_
from ui.readings import passes, session
from ui.readings.reading import Reading, Token, source_tokens, target_tokens
from ui.readings.token_input import parse_token, token_label, vocabulary_token

TRIED = 40  # at most this many steps of a reference are tried with wrong words
AFTER_REFERENCE = N_("after the reference's words")
AFTER_ONE_ERROR = N_("after the reference's words, one of them wrong")
AFTER_OWN_WORDS = N_("after the model's own words")
END = Token("</s>", special=True)


@dataclass(frozen=True)
class TeacherForcedPass:
    """A translation and the decoder pass that was teacher-forced with it.

    Args:
        target_tokens: the target tokens, the end token last.
        ids: ids of the target tokens.
        start: the start token, which the decoder reads first.
        logits: logits of the target token of each step.
        target_ids: ids of the decoder's input tokens, start token first.
        truncated: whether the translation was longer than the model can read.
    """

    target_tokens: tuple[Token, ...]
    ids: tuple[int, ...]
    start: Token
    logits: Float[Tensor, "target vocab"]
    target_ids: tuple[int, ...]
    truncated: bool = False

    @property
    def input_tokens(self) -> tuple[Token, ...]:
        """Return the decoder's input tokens: start token, then all target tokens but the last."""
        return (self.start, *self.target_tokens[:-1])


@dataclass(frozen=True)
class ReplacedToken:
    """A decoder input token replaced by another, and the logits of that pass.

    Args:
        step: the step that reads it, from 0.
        id: the new token's id.
        token: the new token, as it is displayed.
        logits: logits of the pass with the new token.
        note: a note on how the typed text was tokenized, or "".
    """

    step: int
    id: int
    token: Token
    logits: Float[Tensor, "target vocab"]
    note: str


class Continuation(NamedTuple):
    """What the model writes by itself from a replaced token on.

    Args:
        text: the text from the new token on.
        is_right: whether the tokens after it are those of the reference.
        run: the pass in which the decoder reads all of it.
    """

    text: str
    is_right: bool
    run: TeacherForcedPass


@dataclass(frozen=True)
class WrongWordEffects:
    """The effects of replacing every token of a reference, one at a time.

    Args:
        bits: KL divergence of each prediction, from ``compute.compute_replacement_effects``.
        input_tokens: for each row of ``bits``, the reference's token that is replaced.
        replacements: for each row, the token that replaces it.
    """

    bits: Float[Tensor, "position target"]
    input_tokens: list[str]
    replacements: list[str]


def run_reference(reading: Reading, typed_text: str) -> TeacherForcedPass:
    """Return the pass in which the decoder reads a reference translation (teacher forcing).

    Args:
        reading: the sentence and the model's own translation.
        typed_text: the reference as typed; if it is empty, the model's own translation is used.
    """
    tokenizer = session.glass().tokenizer
    if not normalize(typed_text):
        return _make_teacher_forced_pass(reading, reading.output)
    pieces = tokenizer.encode(typed_text)
    said = (*pieces[: MAX_PIECES - 1], EOS)
    tokens = source_tokens(tokenizer, typed_text)[: MAX_PIECES - 1]
    tokens = (*(replace(token, language=reading.language) for token in tokens), END)
    given = session.read_with_translation(reading.text, reading.language, said, reading.changes)
    return _make_teacher_forced_pass(given, tokens, truncated=len(pieces) >= MAX_PIECES)


def run_freely(reading: Reading) -> TeacherForcedPass:
    """Return the pass over the model's greedy translation, whose steps read its own tokens."""
    if is_greedy_output(reading):
        return _make_teacher_forced_pass(reading, reading.output)
    said = tuple(
        passes.greedy_translation(reading.source_ids, reading.target_ids[0], reading.changes)
    )
    given = session.read_with_translation(reading.text, reading.language, said, reading.changes)
    return _make_teacher_forced_pass(given, given.output)


def is_greedy_output(reading: Reading) -> bool:
    """Return whether a translation is certainly what greedy decoding writes.

    It is if every token is the likeliest of its step. The result is also False if the translation
    has no end token, or if changes to the network make the logits of a pass over the whole
    translation differ from those of decoding step by step.
    """
    said = reading.output_ids
    if said[-1] != EOS or not can_cache(reading.changes):
        return False
    best = reading.trace["logits"][0, : len(said)].argmax(dim=-1)
    return best.tolist() == list(said)


def _make_teacher_forced_pass(
    reading: Reading, tokens: tuple[Token, ...], truncated: bool = False
) -> TeacherForcedPass:
    """Return the pass of a reading as a teacher-forced one, without rows beyond its output."""
    said = reading.output_ids
    logits = reading.trace["logits"][0, : len(said)]
    return TeacherForcedPass(
        tokens, said, reading.target[0], logits, reading.target_ids[: len(said)], truncated
    )


def find_first_difference(reference: TeacherForcedPass, free_run: TeacherForcedPass) -> int | None:
    """Return the first step, from 0, at which two translations have different tokens, or None.

    Args:
        reference: the pass over the reference.
        free_run: the pass over the model's own translation.
    """
    pairs = zip(reference.ids, free_run.ids, strict=False)
    return next((step for step, (a, b) in enumerate(pairs) if a != b), None)


def run_with_replaced_token(
    reading: Reading, reference: TeacherForcedPass, step: int, typed_text: str
) -> ReplacedToken | None:
    """Return the pass with one decoder input token replaced; None if no other token is typed.

    Args:
        reading: the sentence.
        reference: the pass with all tokens unchanged.
        step: the step that reads the replaced token, from 0.
        typed_text: the new token as typed, in a form that ``parse_token`` reads.
    """
    tokenizer = session.glass().tokenizer
    if step < 0 or not normalize(typed_text):
        return None
    token, note = parse_token(tokenizer, typed_text)
    if token == reference.target_ids[step]:
        return None
    return ReplacedToken(
        step,
        token,
        vocabulary_token(tokenizer, token),
        compute_logits_with_token(reading, reference, step, token),
        note,
    )


def continue_after_replaced_token(
    reading: Reading, reference: TeacherForcedPass, replaced_token: ReplacedToken | None
) -> Continuation | None:
    """Return what the model writes by itself from a replaced token on; None if none is replaced.

    Args:
        reading: the sentence and the changes to the network.
        reference: the pass with all tokens unchanged.
        replaced_token: the decoder input token that was replaced, if any.
    """
    if replaced_token is None:
        return None
    step, glass = replaced_token.step, session.glass()
    model, edits = glass.network_with(reading.changes), glass.edits(reading.changes)
    start, *prefix = (*reference.target_ids[:step], replaced_token.id)
    written = passes.greedy_translation(reading.source_ids, start, reading.changes, tuple(prefix))
    given = (start, *written[:-1])
    run = TeacherForcedPass(
        target_tokens(glass.tokenizer, written, reading.language),
        tuple(written),
        reference.start if step else replaced_token.token,
        record_pass(model, reading.source_ids, given, edits)["logits"][0],
        given,
    )
    text = glass.tokenizer.decode(written[max(step - 1, 0) :])
    return Continuation(text, run.ids[step:] == reference.ids[step:], run)


def find_most_disruptive_mistake(effects: WrongWordEffects) -> tuple[int, str]:
    """Return the wrong word in the decoder's input that changes later predictions most.

    Args:
        effects: the effects of all replacements.

    Returns:
        The number of the step that reads the wrong word, from 1; and the wrong word. They are 0 and
        "" if the reference is a single token, which no later step reads.
    """
    if not effects.replacements:
        return 0, ""
    row = int(effects.bits.sum(dim=1).argmax())
    return row + 2, effects.replacements[row]


def compute_logits_with_token(
    reading: Reading, reference: TeacherForcedPass, step: int, token_id: int
) -> Float[Tensor, "target vocab"]:
    """Return the logits of the reference's pass with one decoder input token replaced.

    Args:
        reading: the sentence and the changes to the network.
        reference: the pass with all tokens unchanged.
        step: the step that reads the replaced token, from 0.
        token_id: id of the new token.
    """
    given = (*reference.target_ids[:step], token_id, *reference.target_ids[step + 1 :])
    glass = session.glass()
    model, edits = glass.network_with(reading.changes), glass.edits(reading.changes)
    return record_pass(model, reading.source_ids, given, edits)["logits"][0]


def compute_reference_probabilities(
    reading: Reading,
    reference: TeacherForcedPass,
    free_run: TeacherForcedPass,
    replaced_token: ReplacedToken | None,
) -> tuple[dict[str, Float[Tensor, " _"]], int | None]:
    """Return the probabilities of the reference's tokens after different decoder inputs.

    ``AFTER_REFERENCE``: the decoder reads the reference. ``AFTER_ONE_ERROR``: it reads the
    reference with one wrong word, that of the model's own translation where the two first differ.
    ``AFTER_OWN_WORDS``: it reads the model's own translation. Both are missing if the two differ so
    late that no step reads the difference. If they are the same, ``AFTER_OWN_WORDS`` is missing,
    and the wrong word of ``AFTER_ONE_ERROR`` is ``replaced_token``; without one, it is missing too.

    Args:
        reading: the sentence and the changes to the network.
        reference: the pass in which the decoder reads the reference.
        free_run: the pass in which it reads the model's own translation.
        replaced_token: the wrong word that the visitor put into the decoder's input, if any.

    Returns:
        Decoder input -> probability of the reference's token at each step; and the step, from 0,
        after which the inputs differ, or None if they never do.
    """
    logits, parts = {AFTER_REFERENCE: reference.logits}, find_first_difference(reference, free_run)
    if parts is not None and parts + 1 < min(len(reference.ids), len(free_run.ids)):
        logits[AFTER_ONE_ERROR] = compute_logits_with_token(
            reading, reference, parts + 1, free_run.ids[parts]
        )
        logits[AFTER_OWN_WORDS] = free_run.logits
    elif parts is None and replaced_token:
        logits[AFTER_ONE_ERROR], parts = replaced_token.logits, replaced_token.step - 1
    return {name: (-surprisal(rows, reference.ids)).exp() for name, rows in logits.items()}, parts


def list_other_hypotheses(reading: Reading) -> list[str]:
    """Return the texts of the other translations that beam search finished, from second best on.

    Each text is listed once; empty texts and the text of the best translation are left out.
    """
    tokenizer = session.glass().tokenizer
    texts = [tokenizer.decode(hypothesis.tokens) for hypothesis in reading.hypotheses]
    return [text for text in dict.fromkeys(texts[1:]) if text and text != texts[0]]


def compute_wrong_word_effects(reading: Reading, reference: TeacherForcedPass) -> WrongWordEffects:
    """Return how much the predictions change if an input token is replaced by a wrong word.

    This is computed for each decoder input token in turn, with the likeliest wrong word in its
    place, within the first ``TRIED`` steps of the reference.

    Args:
        reading: the sentence and the changes to the network.
        reference: the pass over the reference.
    """
    tokenizer = session.glass().tokenizer
    ids, logits = reference.ids[:TRIED], reference.logits[:TRIED]
    specials = tokenizer.first_piece
    wrong = find_likeliest_mistakes(logits, ids, specials)[: len(ids) - 1]
    bits = cached.compute_replacement_effects(
        reading.source_ids, reference.target_ids[: len(ids)], tuple(wrong), reading.changes
    )
    reads = [token.text for token in reference.input_tokens[1 : len(ids)]]
    return WrongWordEffects(bits, reads, [token_label(tokenizer, token) for token in wrong])
