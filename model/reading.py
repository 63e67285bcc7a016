"""A reading: one sentence, its translation, and everything the model computed on the way."""

import html
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from jaxtyping import Float
from torch import Tensor

from model import serialization
from model.arguments import SHORT_REPR, check_arguments
from model.attention import MultiHeadAttention
from model.attribution.attribute import AttributionRequest, attribute
from model.attribution.inputs import ForcedPair, Scores
from model.attribution.methods import Aligner
from model.changes.kinds import Change, SilencedHead, Steering
from model.decoding import Candidate
from model.flow.decomposition import Flow, runner_up
from model.flow.linearized import Decision, linearize_pass
from model.frames import trace_frame
from model.measures.attention_entropy import row_entropies
from model.measures.heads import key_contribution_norms
from model.measures.lens import Lens
from model.measures.logit_lens import logit_lens
from model.measures.surprisal import log_p
from model.parts import ATTENTIONS, attention_path, residual_tap, typed_submodule
from model.tensors import Trace, write_trace_file
from model.tokenizer import EOS, Tokenizer
from model.tokens import Source, Token, decoder_input, find_piece_id, target_tokens
from model.transformer import Transformer

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True, repr=False)
class Reading:
    """One sentence, its translation, and everything the model computed on the way.

    ``output_ids`` are the ids of ``output``. At step t the decoder has read ``target[: t + 1]``,
    and row t of a target-side tensor predicts ``output[t]``.

    Args:
        text: the sentence as the model reads it.
        language: code of the target language.
        source: input tokens of the encoder, the end token last.
        target: input tokens of the decoder, the start token first.
        output: output tokens of the decoder: the target, shifted left by one.
        translation: the best translation, or the one that was given.
        hypotheses: all that ended in the beam search, best ``score(alpha)`` first, which is ln p
            over the length penalty; those that the length limit truncated come last. There are
            none if the target was given.
        source_ids: ids of ``source``.
        target_ids: ids of ``target``.
        truncated: whether the sentence was too long and only its beginning was read.
        trace: the recorded pass.
        network: the model that computed it.
        tokenizer: its vocabulary.
        changes: the changes of the model in search and pass.
        steps: the candidates at each step of the search, best first; none without a search.
        edited: whether there were edits besides the changes; the edits themselves are not kept.
        weights: fingerprint of the weights, if they were read from a folder.
        folder: that folder.
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
    truncated: bool
    trace: Trace
    network: Transformer = field(compare=False)
    tokenizer: Tokenizer = field(compare=False)
    changes: tuple[Change, ...] = ()
    steps: tuple[Sequence[Candidate], ...] = ()
    edited: bool = False
    weights: str = ""
    folder: Path | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return (
            f"<Reading {SHORT_REPR.repr(self.text)} → {self.language} "
            f"{SHORT_REPR.repr(self.translation)}: {len(self.source)} "
            f"source tokens, {len(self.output)} steps, {len(self.trace)} tensors>"
        )

    def __reduce__(self) -> tuple[object, ...]:
        from model.opening import reduce_reading  # which needs this class

        return reduce_reading(self)

    def __deepcopy__(self, memo: dict) -> "Reading":
        return replace(self, trace=deepcopy(self.trace, memo))  # all else is immutable

    def to_dict(self) -> dict[str, Any]:
        """Serialize all fields but trace and model as JSON-compatible values."""
        return serialization.reading_to_dict(self)

    @classmethod
    def from_dict(
        cls, fields: Mapping[str, Any], trace: Trace, network: Transformer, tokenizer: Tokenizer
    ) -> "Reading":
        """Deserialize a reading: the inverse of ``to_dict``.

        Args:
            fields: its serialized fields.
            trace: its recorded pass.
            network: the model that computed it.
            tokenizer: its vocabulary.
        """
        own = serialization.reading_fields_from_dict(fields)
        return cls(**own, trace=trace, network=network, tokenizer=tokenizer)

    @check_arguments
    def save(self, path: str | Path) -> Path:
        """Write the reading as one safetensors file, without code or model; return its path.

        ``glass.load_reading(path)`` loads it.
        """
        write_trace_file(Path(path), self.trace, self.to_dict())
        return Path(path)

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: both sentences with their tokens, and the best hypotheses."""
        rows = [
            ("reads", self.text, " · ".join(token.text for token in self.source)),
            (f"says ({self.language})", self.translation, " · ".join(t.text for t in self.output)),
        ]
        more = self.n_best()[1:]
        rows += [("also found", text, f"log p {total:.2f}") for text, total in more]
        cells = ("".join(f"<td>{html.escape(one)}</td>" for one in row) for row in rows)
        table = "".join(f"<tr>{row}</tr>" for row in cells)
        return f"<table>{table}</table><p>{len(self.trace)} tensors in <code>.trace</code></p>"

    def n_best(self) -> list[tuple[str, float]]:
        """Return the search's hypotheses as (text, ln p in nats), best first, truncated ones last.

        "Best" is ln p divided by the length penalty, ``hypotheses[i].score(alpha)``, with the
        search's alpha, 0.6 if none was given. So a longer one may come before a likelier one.
        """
        return [(self.tokenizer.decode(one.tokens), one.total) for one in self.hypotheses]

    @check_arguments
    def attribute(
        self,
        method: str = "alti",
        target: int | None = None,
        rival: int | str | None = None,
        aligner: Aligner | None = None,
    ) -> Scores:
        """Return attribution scores of all input tokens, for one step (``target``) or each step.

        Args:
            method: "attention": cross-attention weights; "value": norms of weight times value;
                "rollout" or "alti": shares that sum to 1. The others are in nats of the output
                token's ln p. "gradient": gradient times input, at ``{stack}.embedding.embedding``;
                "integrated": the same, integrated while all embeddings, of source and target
                together, grow from zero to full size, over 33 points or as many more, up to about
                1,024, as it takes until the scores sum to what ln p gains, within 1% or 0.02 nats;
                "occlusion": what ln p loses when the embedding of one token is set to zero.
                These three run the model again; the first four read a trace with ``record="*"``.
            target: the step, from 0; None for all steps, with a row of scores for each.
            rival: id or piece of a foil, a token to compare with the output token of this step:
                scores tell how much more each input token speaks for the output than for the foil:
                differences of ln p, in nats, not of probabilities.
                Only "gradient", "integrated" and "occlusion" allow a foil.
            aligner: the layer and heads that "attention" and "value" use, as a
                ``model.attribution.methods.Aligner``; None for all heads of the last layer.

        Raises:
            ValueError: if there is no such method, step or token, or if the model was changed.
        """
        forced = ForcedPair(self.source_ids, self.target_ids[: len(self.output)], self.output_ids)
        steps = list(range(len(self.output))) if target is None else [self._check_step(target)]
        if self.edited or self.changes:
            raise ValueError("attribution explains the model as it is: read without changes")
        other = None if rival is None else self._foil_id(rival, steps)
        question = AttributionRequest(method, steps, other, aligner)
        scores = attribute(self.network, self.trace, forced, question)
        sides = {"step": self.output, "source": self.source, "target": self.target}
        words = {side: [token.text for token in tokens] for side, tokens in sides.items()}
        return replace(scores, steps=steps, tokens=words)

    @check_arguments
    def contributions(
        self, attention: str = "cross", layer: int = -1
    ) -> tuple[Float[Tensor, "head query key"], Float[Tensor, "query key"]]:
        """Return how large each key's contribution to each query's attention output is (a norm).

        A weight tells what share of a value is read; the norm also counts how large the value is.
        It takes the recorded "v" and "weights" of this attention.

        Args:
            attention: "encoder", "decoder" or "cross".
            layer: index from 0; -1 is the last.

        Returns:
            Two tensors: the norms for each head alone, and those for the sum of all heads.

        Raises:
            ValueError: if there is no such attention or layer.
        """
        pattern = attention_path(attention)
        layers = self.trace.layers(f"{pattern}.v")
        if not -len(layers) <= layer < len(layers):
            raise ValueError(f"this stack has {len(layers)} layers: {layer} is none of them")
        path = pattern.format(layer % len(layers))
        W_O = typed_submodule(self.network, path, MultiHeadAttention).W_O.weight.detach()
        weights = self.trace.pick(f"{path}.weights")
        return key_contribution_norms(weights, self.trace.pick(f"{path}.v"), W_O)

    def _check_step(self, step: int) -> int:
        """Return the decoding step if the translation has it; else raise ValueError."""
        if not 0 <= step < len(self.output):
            raise ValueError(
                f"the translation has {len(self.output)} steps: {step} is none of them"
            )
        return step

    def _foil_id(self, foil: int | str, steps: Sequence[int]) -> int:
        """Return a foil's token id, given its id or piece; ValueError for more than one step."""
        if len(steps) > 1:
            raise ValueError("a rival belongs to one step: name it as target")
        return self.token_id(foil, steps[0])

    def token_id(self, token: int | str, step: int) -> int:
        """Return the id of a token, given as id or as piece.
        A piece without ▁, such as "in", means "▁in" if the output token at ``step`` begins a word,
        else "in". So a step is needed, even for a token that is not said there.

        Args:
            token: its id, or its piece as the screen shows it or the vocabulary writes it.
            step: decoding step, from 0.

        Raises:
            ValueError: if the vocabulary has no such token.
        """
        if isinstance(token, str):
            return find_piece_id(self.tokenizer, token, self.output[step].joined)
        if token not in range(self.network.config.vocab_size):
            raise ValueError(f"the vocabulary has no token {token!r}")
        return token

    @property
    def silenced_heads(self) -> tuple[SilencedHead, ...]:
        """Those of this reading's ``changes`` that silence an attention head, in their order."""
        return tuple(change for change in self.changes if isinstance(change, SilencedHead))

    silenced = silenced_heads  # its older name, for one version

    @property
    def cut(self) -> bool:
        """Deprecated name of ``truncated``."""
        return self.truncated

    @property
    def output_ids(self) -> tuple[int, ...]:
        """Token ids of the translation: no start token, but the end token if it was reached."""
        ended = len(self.output) == len(self.target)
        return (*self.target_ids[1:], *([EOS] if ended else []))

    @property
    def log_probability(self) -> float:
        """The sum of ln p of the output tokens in the recorded pass, in nats.

        Changes and edits of the pass count. It takes the recorded "logits".
        """
        return log_p(self.trace.pick("logits"), self.output_ids).sum().item()

    def lens(self) -> Lens:
        """Return the logit lens: the prediction after each layer of the decoder.

        It takes the recorded "decoder.embedding.output" and
        "decoder.layers.*.add_and_norm_3.output". ``lens().log_p[-1]`` is ln p of each output token.
        """
        E, b = self.network.E.weight.detach(), self.network.b
        logits = logit_lens(self.trace, E, b if b is None else b.detach())
        names = self.tokenizer.pieces(range(len(self.tokenizer)))
        return Lens(logits[:, : len(self.output)], self.output_ids, names)

    @check_arguments
    def entropy(
        self, attention: Literal["encoder", "decoder", "cross"] = "cross"
    ) -> Float[Tensor, "layer head query"]:
        """Return the entropy of each query's attention weights, in bits; 0 if all is on one key.

        It takes the recorded weights of this attention, such as "*.cross_attention.weights".
        """
        return row_entropies(self.layers(attention, "weights"))

    @check_arguments
    def frame(self, name: str = "cross", **indices: int) -> "DataFrame":
        """Return a tensor as a tidy DataFrame: a row for each number, with indices and tokens.

        Args:
            name: tap name of a tensor; with ``{}`` in place of the layer number, all layers;
                or "encoder", "decoder" or "cross", for the weights of that attention.
            indices: axis -> the one index on it that is wanted, such as ``head=1``.

        Raises:
            ValueError: if there is no such tensor, axis or index.
        """
        sides = {"source": self.source, "target": self.target}
        tokens = {side: [token.text for token in some] for side, some in sides.items()}
        return trace_frame(self.trace, name, tokens, **indices)

    @check_arguments
    def flow(self, step: int, token: int | None = None, rival: int | str = "runner-up") -> Flow:
        """Return how the margin m, the logit of ``token`` minus that of ``rival``, comes about.
        It is split exactly into what tokens, positions, biases, heads and feed-forwards contribute.

        Args:
            step: output step, from 0.
            token: id of the token that is explained; None for the output token.
            rival: id or piece of the foil, the token to contrast it with; "runner-up" for the
                likeliest other one, which takes the recorded "logits"; "mean" for the mean of all
                tokens.

        Raises:
            ValueError: if the translation has no such step, there is no such token, or the model
                is steered.
        """
        if self.edited:
            raise ValueError("the way through a model with edits is not known: read without them")
        if any(isinstance(change, Steering) for change in self.changes):
            raise ValueError("what steers a model is no part of it: read without steering")
        step = self._check_step(step)
        token = self.token_id(self.output_ids[step] if token is None else token, step)
        if rival == "runner-up":
            rival = runner_up(self.trace, step, token)
        other = None if rival == "mean" else self._foil_id(rival, [step])
        decision = Decision(self.source_ids, self.target_ids[: step + 1], token, other)
        return Flow(linearize_pass(self.network, decision, self.changes))

    def axes(self, attention: str) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
        """Return (query tokens, key tokens) of an attention: "encoder", "decoder" or "cross"."""
        return {
            "encoder": (self.source, self.source),
            "decoder": (self.target, self.target),
            "cross": (self.target, self.source),
        }[attention]

    def attention(self, attention: str, layer: int) -> Trace:
        """Return the trace of one attention in one layer, with names such as "weights" and "v".
        ``attention`` is "encoder", "decoder" or "cross".
        """
        return self.trace.at(ATTENTIONS[attention].format(layer))

    def layers(self, attention: str, name: str) -> Tensor:
        """Return one tensor of an attention in all layers, stacked: the first axis is the layer.
        Example: ``layers("cross", "weights")``; other attentions are "encoder" and "decoder".
        """
        return self.trace.layers(f"{ATTENTIONS[attention]}.{name}")

    def inputs(self, attention: str, layer: int) -> tuple[Tensor, Tensor]:
        """Return (x, memory) of an attention: queries come from x, keys and values from memory."""
        if attention == "cross":
            x = self.trace[f"decoder.layers.{layer}.add_and_norm_1.output"]
            return x, self.trace["memory"]
        x = self.trace[residual_tap(attention, layer)]
        return x, x


def build_reading(
    source: Source,
    target_language: str,
    output_ids: list[int],
    trace: Trace,
    network: Transformer,
    tokenizer: Tokenizer,
) -> Reading:
    """Return the Reading (sentence, translation and tensors) of a recorded pass.
    ``output_ids`` are the translation's token ids, with the end token if it was reached.
    """
    target = decoder_input(tokenizer.start(target_language), output_ids)
    first = Token(tokenizer.pieces(target[:1])[0], special=True)
    return Reading(
        text=source.text,
        language=target_language,
        source=source.tokens,
        target=(first, *target_tokens(tokenizer, target[1:], target_language)),
        output=target_tokens(tokenizer, output_ids, target_language),
        translation=tokenizer.decode(output_ids),
        hypotheses=(),
        source_ids=source.ids,
        target_ids=tuple(target),
        truncated=source.truncated,
        trace=trace,
        network=network,
        tokenizer=tokenizer,
    )
