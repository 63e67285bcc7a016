"""Figure 1 of the paper for one sentence: what each block computed, and the page it opens."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from jaxtyping import Float
from torch import Tensor

from model.changes.change import STACKS
from model.config import ModelConfig
from model.glass import Glass
from model.measures.samples import MAX_CELLS, subsample
from model.tokenizer import SPACE, Tokenizer
from pages.start.overview import compute
from ui.choices import default_choices
from ui.choices.controls import set_choice
from ui.frame.mini_map import list_block_links
from ui.messages import _, ngettext, pgettext
from ui.readings import session
from ui.readings.reading import ATTENTIONS, Reading
from ui.readings.token_input import TIE
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import record_table, tensor_table
from ui.words import language_name


@dataclass(frozen=True)
class Block:
    """A block: its title, its shape, also shorter and for screen readers, and input → output."""

    name: str
    title: str
    shape: str
    short: str
    label: str
    flow: str


@dataclass(frozen=True)
class Heads:
    """By layer: the head that is enlarged, and those that are silenced; from 0."""

    shown: Sequence[int]
    silent: Sequence[Sequence[int]]


@dataclass(frozen=True)
class Next:
    """By step: names and numbers of the likeliest tokens, p of the output token, and its rank."""

    names: Sequence[Sequence[str]]
    logits: Float[Tensor, "step rank"]
    probabilities: Float[Tensor, "step rank"]
    said: Sequence[float]
    rank: Sequence[int]


@dataclass(frozen=True)
class DiagramData:
    """What the blocks computed and the pages that they open, by block; layer and step from 1."""

    sentence: Sequence[str | int]
    layers: Mapping[str, int]
    layer: int
    step: int
    blocks: Sequence[Block]
    texts: Mapping[str, str]
    captions: Mapping[str, str]
    widths: Mapping[str, int]
    opens: Mapping[str, Mapping[str, str]]
    source: Sequence[Label]
    target: Sequence[Label]
    output: Sequence[Label]
    ids: Mapping[str, Sequence[int]]
    tensors: Mapping[str, Tensor]
    heads: Mapping[str, Heads]
    next: Next


@dataclass(frozen=True)
class DiagramEvents:
    """The layer or step that the visitor chose, from 1."""

    layer: int
    step: int


_diagram = register_view(
    __file__,
    DiagramData,
    DiagramEvents,
    tables=[
        record_table("blocks"),
        tensor_table(
            "next", "step:output rank", logit="next.logits", probability="next.probabilities"
        ),
    ],
)

NAMED, BARS = 8, 24  # next tokens of each step: shown with names, and as bars

# The taps of the blocks' thumbnails: one for each layer, or one for the stack.
OF_LAYERS = {
    "encoder_norm_1": "encoder.layers.{}.add_and_norm_1.output",
    "encoder_feed_forward": "encoder.layers.{}.feed_forward.hidden",
    "encoder_norm_2": "encoder.layers.{}.add_and_norm_2.output",
    "decoder_norm_1": "decoder.layers.{}.add_and_norm_1.output",
    "decoder_norm_2": "decoder.layers.{}.add_and_norm_2.output",
    "decoder_feed_forward": "decoder.layers.{}.feed_forward.hidden",
    "decoder_norm_3": "decoder.layers.{}.add_and_norm_3.output",
}
OF_HEADS = {"encoder_self": "encoder", "decoder_self": "decoder", "cross": "cross"}
OF_STACKS = {
    "source_embedding": "encoder.embedding.embedding",
    "target_embedding": "decoder.embedding.embedding",
    "memory": "memory",
}
WAVES = {"source_positions": "encoder", "target_positions": "decoder"}


def show_diagram(
    reading: Reading,
    glass: Glass,
    *,
    layer: int,
    step: int,
    block_descriptions: Mapping[str, str],
) -> None:
    """Show Figure 1 of the paper, with this sentence's tensors as thumbnails.

    When the visitor chooses another layer or step in it, the view sets "layer" or "step" in the
    session, both from 1.

    Args:
        reading: the sentence, and the trace of its pass.
        glass: the model's tokenizer and sizes.
        layer: the layer whose thumbnails are shown, from 1.
        step: the decoding step that is shown, from 1.
        block_descriptions: name of a block, as in ``blocks`` -> its description.
    """

    data = DiagramData(
        sentence=[reading.text, reading.language, *reading.target_ids],
        layers={stack: len(glass.config.layers(stack)) for stack in STACKS},
        layer=layer,
        step=step,
        blocks=blocks(reading, glass.config),
        texts=block_descriptions,
        captions=captions(reading),
        widths={"model": glass.config.d_model, "hidden": glass.config.d_ff},
        opens=list_block_links(),
        source=label_tokens(reading.source),
        target=label_tokens(reading.target),
        output=label_tokens(reading.output),
        ids={"source": reading.source_ids, "target": reading.target_ids},
        tensors=thumbnail_tensors(reading),
        heads=shown_heads(reading),
        next=likeliest_tokens(reading, glass.tokenizer),
    )
    _diagram(
        key="diagram",
        data=data,
        on_layer_change=partial(set_choice, "layer"),
        on_step_change=partial(set_choice, "step"),
    )


def captions(reading: Reading) -> dict[str, str]:
    """Return the captions of encoder and decoder input, as translated texts.

    Returns:
        "source" and "target" for wide screens, "source_short" and "target_short" for narrow ones.
    """
    n, m = len(reading.source), len(reading.target)
    source = ngettext(
        "{count} source token; {end} marks the end", "{count} source tokens; {end} marks the end", n
    )
    target = ngettext(
        "{count} target token, shifted right: {start} stands for {language}",
        "{count} target tokens, shifted right: {start} stands for {language}",
        m,
    )
    start, language = reading.target[0].text, language_name(reading.language)
    return {
        "source": source.format(count=n, end=reading.source[-1].text),
        "target": target.format(count=m, start=start, language=language),
        "source_short": _("your sentence"),
        "target_short": _("shifted right"),
    }


def blocks(reading: Reading, config: ModelConfig) -> list[Block]:
    """Return each block of the diagram (see ``block``), in the order of the data flow.

    Args:
        reading: the sentence, whose token counts are in the shapes.
        config: the model's sizes.
    """
    n, m = len(reading.source), len(reading.target)
    vocab, width = f"{m} × {config.vocab_size}", config.d_model
    x, y = f"{n} × {width}", f"{m} × {width}"

    def heads(name: str, title: str, rows: int, columns: int) -> Block:
        """Return an attention block, with the shape of its heads."""
        shape = ngettext(
            "{count} head of {rows} × {columns}", "{count} heads of {rows} × {columns}", config.h
        ).format(count=config.h, rows=rows, columns=columns)
        into, out = (x, x) if name == "encoder_self" else (y, y)
        return block(
            name, title, shape, (into, out), short_shape=f"{config.h} × {rows} × {columns}"
        )

    def feed_forward(name: str, rows: int) -> Block:
        """Return a feed-forward block, with its widths."""
        shape = f"{rows} × {config.d_ff} → {width}"
        return block(name, _("Feed-forward"), shape, (f"{rows} × {width}", f"{rows} × {width}"))

    norm = _("Add & Norm")
    return [
        block("source_tokens", _("Source tokens"), _tokens(n), (_("text"), _ids(n))),
        block("source_embedding", _("Input embedding"), x, (_ids(n), x)),
        block("source_positions", _("Positional encoding"), x, (_positions(n), x)),
        block("encoder_stack", _("Encoder layer"), _layers(config, "encoder"), (x, x)),
        heads("encoder_self", _("Self-attention"), n, n),
        block("encoder_norm_1", norm, x, (f"{x} + {x}", x)),
        feed_forward("encoder_feed_forward", n),
        block("encoder_norm_2", norm, x, (f"{x} + {x}", x)),
        block("memory", _("Memory"), x, (x, x)),
        block("target_tokens", _("Target tokens"), _tokens(m), (_("text"), _ids(m))),
        block("target_embedding", _("Output embedding"), y, (_ids(m), y)),
        block("target_positions", _("Positional encoding"), y, (_positions(m), y)),
        block("decoder_stack", _("Decoder layer"), _layers(config, "decoder"), (y, y)),
        heads("decoder_self", _("Masked self-attention"), m, m),
        block("decoder_norm_1", norm, y, (f"{y} + {y}", y)),
        heads("cross", _("Cross-attention"), m, n),
        block("decoder_norm_2", norm, y, (f"{y} + {y}", y)),
        feed_forward("decoder_feed_forward", m),
        block("decoder_norm_3", norm, y, (f"{y} + {y}", y)),
        block("linear", _("Linear"), vocab, (y, vocab)),
        block("softmax", _("Softmax"), vocab, (vocab, vocab)),
        block("output_tokens", _("Translation"), _tokens(len(reading.output)), (vocab, _("text"))),
    ]


def _tokens(count: int) -> str:
    """Return "1 token" or "{count} tokens"."""
    return ngettext("{count} token", "{count} tokens", count).format(count=count)


def _ids(count: int) -> str:
    """Return "1 id" or "{count} ids"."""
    return ngettext("{count} id", "{count} ids", count).format(count=count)


def _positions(count: int) -> str:
    """Return "1 position" or "{count} positions"."""
    return ngettext("{count} position", "{count} positions", count).format(count=count)


def _layers(config: ModelConfig, stack: str) -> str:
    """Return the number of a stack's layers, in words."""
    return _("{count} of them").format(count=len(config.layers(stack)))


def block(
    name: str,
    title: str,
    shape: str,
    input_and_output: tuple[str, str],
    short_shape: str | None = None,
) -> Block:
    """Return one block of the diagram, for the view.

    Args:
        name: the block's name in the view, such as "encoder_self".
        title: the title that is shown, such as "Self-attention".
        shape: the shape that is shown, such as "4 × 256".
        input_and_output: shape of the block's input, and shape of its output.
        short_shape: a shorter text for the shape, for narrow screens; None if there is none.
    """
    by, to = pgettext("4 by 256", "by"), pgettext("256 to 1024", "to")
    spoken = f"{title}, {shape.replace('×', by).replace('→', to)}"
    return Block(name, title, shape, short_shape or shape, spoken, " → ".join(input_and_output))


def thumbnail_tensors(reading: Reading) -> dict[str, Tensor]:
    """Return the tensors that the thumbnails draw.

    Of a large tensor, only some rows and columns are kept: as many as a thumbnail can show.

    Returns:
        Name of the block, as in ``blocks`` -> its tensor.
    """
    names = OF_LAYERS | {block: f"{ATTENTIONS[kind]}.weights" for block, kind in OF_HEADS.items()}
    layers = {block: subsample(reading.trace.layers(name)) for block, name in names.items()}
    rows = {block: subsample(reading.trace[name][0]) for block, name in OF_STACKS.items()}
    waves = {
        block: reading.trace[f"{stack}.embedding.positions"][:MAX_CELLS]
        for block, stack in WAVES.items()
    }
    chosen = {block: wave[:, compute.pick_sine_columns(wave)] for block, wave in waves.items()}
    return layers | rows | chosen


def shown_heads(reading: Reading) -> dict[str, Heads]:
    """Return which attention heads the diagram enlarges, and which heads output 0.

    Returns:
        "encoder_self", "decoder_self" or "cross" -> its heads.
    """
    layers = session.glass().config.layers
    return {
        block: Heads(
            [default_choices.default_head_number(kind, layer) - 1 for layer in layers(kind)],
            compute.find_silenced_heads(reading.trace.layers(f"{ATTENTIONS[kind]}.heads")),
        )
        for block, kind in OF_HEADS.items()
    }


def likeliest_tokens(reading: Reading, tokenizer: Tokenizer) -> Next:
    """Return, for each decoding step, the 24 likeliest next tokens, with names for 8 of them.

    Args:
        reading: the sentence, with its trace and translation.
        tokenizer: the model's tokenizer.

    Returns:
        Likeliest first. The rank of the output token is its index among those 8, or -1 if it is not
        one of them: beam search does not always take the likeliest token.
    """
    said = reading.hypotheses[0].tokens
    logits = reading.trace["logits"][0, : len(said)]
    ids, scores, probabilities = compute.next_tokens(logits, BARS)
    named = ids[:, :NAMED].tolist()
    return Next(
        [_readable_pieces(tokenizer, row) for row in named],
        scores,
        probabilities,
        compute.gather_probabilities(logits, said).tolist(),
        [row.index(one) if one in row else -1 for row, one in zip(named, said, strict=True)],
    )


def _readable_pieces(tokenizer: Tokenizer, ids: Sequence[int]) -> list[str]:
    """Return pieces as readable text, with a tie sign before those that continue a word."""
    return [
        piece.removeprefix(SPACE) or SPACE if piece.startswith((SPACE, "<")) else f"{TIE}{piece}"
        for piece in tokenizer.pieces(ids)
    ]
