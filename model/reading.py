"""A reading: one sentence, what the model said of it, and everything it computed on the way."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from torch import Tensor

from model.changes.kinds import Change, SilencedHead
from model.config import MAX_PIECES
from model.decoding import Candidate
from model.flow.held import Decision, hold
from model.flow.ways import Flow, runner_up
from model.parts import ATTENTIONS, residual_tap
from model.tokenizer import BYTES, EOS, SPACE, UNK, Tokenizer, normalize
from model.trace import Trace
from model.transformer import Transformer

TYPED = "und"  # what HTML calls a language that is not determined: only a visitor could tell


@dataclass(frozen=True)
class Token:
    """A token as the screen shows it.

    Args:
        text: what the person typed, or the piece of a translation; a byte's name.
        joined: whether it continues the word before it.
        special: whether it is a mark such as the end token.
        known: False for a character that the vocabulary lacks.
        language: in which it is pronounced: a code, ``TYPED``, or "" where it belongs to no text.
    """

    text: str
    joined: bool = False
    special: bool = False
    known: bool = True
    language: str = field(default="", compare=False)


@dataclass(frozen=True)
class Reading:
    """One sentence, what the model said, and everything it computed on the way.

    Args:
        text: the sentence as the model reads it.
        language: into which it was translated.
        source: tokens of the encoder, the end token last.
        target: tokens that the decoder was given, the start token first.
        output: tokens that the decoder said: the same, one step ahead.
        translation: the best translation, or the one that was given.
        hypotheses: all that the beam search finished, best first; none if the target was given.
        source_ids: ids of ``source``.
        target_ids: ids of ``target``.
        cut: whether the sentence was longer than the model reads.
        trace: the recorded pass.
        changes: what was edited in all of this.
        steps: what the search considered at each step, best first; none if there was no search.
        network: the one that computed it; None of a reading that no pass made.
    """

    text: str
    language: str
    source: tuple[Token, ...]
    target: tuple[Token, ...]
    output: tuple[Token, ...]
    translation: str
    hypotheses: tuple[Candidate, ...]
    source_ids: tuple[int, ...]
    target_ids: tuple[int, ...]
    cut: bool
    trace: Trace
    changes: tuple[Change, ...] = ()
    steps: tuple[Sequence[Candidate], ...] = ()
    network: Transformer | None = field(default=None, repr=False, compare=False)

    @property
    def silenced_heads(self) -> tuple[SilencedHead, ...]:
        """Heads that were silent in all of this."""
        return tuple(change for change in self.changes if isinstance(change, SilencedHead))

    silenced = silenced_heads  # its older name, for one version

    @property
    def output_ids(self) -> tuple[int, ...]:
        """Ids of ``output``: the target without its start token, and the end token if it ended."""
        ended = len(self.output) == len(self.target)
        return (*self.target_ids[1:], *([EOS] if ended else []))

    def flow(self, step: int, said: int | None = None, rival: int | str = "runner-up") -> Flow:
        """Return the exact way of a decision: how much of it went through which part.

        Args:
            step: of the translation, from 0.
            said: id of the token that is explained; None for the one that was written.
            rival: id of the token that it is compared with; "runner-up" for the most likely other
                one, "mean" for the mean of all tokens.

        Raises:
            ValueError: if the translation has no such step, or there is no such token.
        """
        if not 0 <= step < len(self.output):
            raise ValueError(
                f"the translation has {len(self.output)} steps: {step} is none of them"
            )
        said = self.output_ids[step] if said is None else said
        if rival == "runner-up":
            rival = runner_up(self.trace, step, said)
        for token in (said, rival):
            if token != "mean" and token not in range(self.network.config.vocab_size):
                raise ValueError(f"the vocabulary has no token {token!r}")
        prefix, other = self.target_ids[: step + 1], None if rival == "mean" else rival
        decision = Decision(self.source_ids, prefix, said, other)
        return Flow(hold(self.network, decision, self.changes))

    def axes(self, attention: str) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
        """Return the tokens that ask and the tokens that answer in one of the attentions."""
        return {
            "encoder": (self.source, self.source),
            "decoder": (self.target, self.target),
            "cross": (self.target, self.source),
        }[attention]

    def attention(self, attention: str, layer: int) -> Trace:
        """Return the tensors of one attention of one layer."""
        return self.trace.at(ATTENTIONS[attention].format(layer))

    def inputs(self, attention: str, layer: int) -> tuple[Tensor, Tensor]:
        """Return what one attention was given: the rows that ask and the rows that answer."""
        if attention == "cross":
            asks = self.trace[f"decoder.layers.{layer}.add_and_norm_1.output"]
            return asks, self.trace["memory"]
        x = self.trace[residual_tap(attention, layer)]
        return x, x


@dataclass(frozen=True)
class Source:
    """A sentence as the encoder reads it: at most 128 pieces, and the end token.

    Args:
        text: as the model reads it.
        ids: of the tokens.
        tokens: as the person typed them.
        cut: whether there were more pieces.
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[Token, ...]
    cut: bool


def cut_source(tokenizer: Tokenizer, text: str, language: str = "") -> Source:
    """Cut a sentence that is to be translated into a language."""
    text = tokenizer.source_text(text, language)
    pieces = tokenizer.typed_pieces(text)
    some = pieces[:MAX_PIECES]
    return Source(
        normalize(text),
        (*(identity for identity, _ in some), EOS),
        (*_typed_tokens(tokenizer, some), Token("</s>", special=True)),
        len(pieces) > MAX_PIECES,
    )


def source_tokens(tokenizer: Tokenizer, text: str) -> tuple[Token, ...]:
    """Return the tokens of a text as the person typed them."""
    return _typed_tokens(tokenizer, tokenizer.typed_pieces(text))


def _typed_tokens(tokenizer: Tokenizer, pieces: Sequence[tuple[int, str]]) -> tuple[Token, ...]:
    ids = [identity for identity, _ in pieces]
    return tuple(
        Token(
            piece if piece in BYTES else surface.strip() or piece.removeprefix(SPACE) or SPACE,
            joined=not piece.startswith(SPACE) and place > 0,
            special=tokenizer.is_language(piece),
            known=identity != UNK,
            language=TYPED,
        )
        for place, ((identity, surface), piece) in enumerate(
            zip(pieces, tokenizer.pieces(ids), strict=True)
        )
    )


def target_tokens(tokenizer: Tokenizer, ids: list[int], language: str = "") -> tuple[Token, ...]:
    """Return the tokens of a translation into a language."""
    pieces = tokenizer.pieces(ids)
    return tuple(
        Token(
            piece.removeprefix(SPACE) or SPACE,
            joined=not piece.startswith(SPACE) and place > 0 and identity != EOS,
            special=identity == EOS,
            known=identity != UNK,
            language=language,
        )
        for place, (identity, piece) in enumerate(zip(ids, pieces, strict=True))
    )
