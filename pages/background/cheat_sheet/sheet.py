"""The blocks of the cheat sheet: the page of each, and its shapes for the current sentence."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from model.config import ModelConfig
from model.glass import ALPHA, WIDTH
from model.training.schedule import learning_rate
from pages.background.cheat_sheet.compute import PAPER_VOCABULARY, Sizes, get_sizes
from ui.contents import PAGES, SECTIONS
from ui.frame import explain, texts
from ui.frame.texts import translate_heading
from ui.messages import N_, _
from ui.readings.reading import Reading
from ui.words import format_decimal, format_integer, format_shortest

PAPER_WARMUP, PAPER_SMOOTHING = 4_000, 0.1  # sections 5.3 and 5.4
UNKNOWN = N_("not recorded")


@dataclass(frozen=True)
class Block:
    """One block of the sheet.

    Args:
        page: name of the page that explains it.
        shape: template of its output shape, to be filled with sizes.
    """

    page: str
    shape: str


# By heading in the page's text, in the order of the data flow. n is the number of source tokens, m
# of target tokens.
BLOCKS = {
    "Tokenization": Block("tokenization", N_("{n} ids, V = {V}")),
    "Embedding": Block("embedding", "{n} × {d_model}"),
    "Positional encoding": Block("positional_encoding", "{n} × {d_model}"),
    "Queries, keys, values": Block("queries_keys_values", "{h} × {n} × {d_k}"),
    "Scaled dot-product": Block("scaled_dot_product", "{h} × {n} × {n} → {h} × {n} × {d_v}"),
    "Multi-head": Block("multi_head", "{h} × {n} × {d_v} → {n} × {d_model}"),
    "Residual and norm": Block("residual_and_norm", "{n} × {d_model}"),
    "Feed-forward": Block("feed_forward", "{n} × {d_ff} → {n} × {d_model}"),
    "Encoder stack": Block("encoder_stack", N_("{N} layers → {n} × {d_model}")),
    "Shifted input": Block("shifted_input", N_("{m} ids → {m} ids")),
    "Masks": Block("masking", N_("{m} × {m}, {hidden} hidden")),
    "Masked self-attention": Block("cross_attention", "{h} × {m} × {m} → {h} × {m} × {d_v}"),
    "Cross-attention": Block("cross_attention", "{h} × {m} × {n} → {h} × {m} × {d_v}"),
    "Decoder stack": Block("decoder_stack", N_("{decoder} layers → {m} × {d_model}")),
    "Linear and softmax": Block("next_token", "{m} × {V}"),
    "Decoding": Block("decoding", N_("beam {beam}, α = {alpha}")),
    "Loss, label smoothing": Block("learning", "ε = {epsilon}, V = {V}"),
    "Learning rate": Block("learning", N_("highest {peak}")),
}

# Lab pages about the whole model, by heading: no block, so neither formula nor shape.
LAB = {
    "Break it": "break_it",
    "Patch it": "patch_it",
    "Steer it": "steer_it",
    "Who contributed": "who_contributed",
    "Trace it": "trace_it",
    "Head census": "head_census",
}


def list_block_shapes(
    reading: Reading, config: ModelConfig, record: Mapping[str, Sequence[Mapping]] | None
) -> dict[str, tuple[str, str]]:
    """Return the shape of each block's output as text, in this model and in the paper's base model.

    Args:
        reading: the sentence and its translation, whose lengths are part of the shapes.
        config: configuration of this model.
        record: training log of this model, with "settings" and "curve"; None leaves label smoothing
            and learning rate "not recorded".

    Returns:
        Heading of the block -> (shape in this model, shape in the base model).
    """
    n, m = len(reading.source), len(reading.target)
    counted = {"n": n, "m": m, "hidden": m * (m - 1) // 2, "beam": WIDTH}
    smoothing = peak = _(UNKNOWN)
    if record:
        smoothing = format_shortest(record["settings"][-1]["settings"]["smoothing"])
        peak = format_decimal(max(point["rate"] for point in record["curve"]), 5)
    paper_peak = learning_rate(PAPER_WARMUP, Sizes().d_model, PAPER_WARMUP)

    def format_sizes(sizes: Sizes, vocabulary: int, epsilon: str, highest: str) -> dict[str, str]:
        """Return a model's sizes and rates as text, to fill the shape templates."""
        counts = vars(sizes) | counted | {"decoder": sizes.layer_counts[1], "V": vocabulary}
        rates = {"alpha": format_shortest(ALPHA), "epsilon": epsilon, "peak": highest}
        return {name: format_integer(count) for name, count in counts.items()} | rates

    here = format_sizes(get_sizes(config), config.vocab_size, smoothing, peak)
    base = format_sizes(
        Sizes(), PAPER_VOCABULARY, format_shortest(PAPER_SMOOTHING), format_decimal(paper_peak, 5)
    )
    written = {name: _(block.shape) for name, block in BLOCKS.items()}
    return {name: (text.format(**here), text.format(**base)) for name, text in written.items()}


def show_sheet(name: str, shapes: Mapping[str, tuple[str, str]]) -> None:
    """Show the cheat sheet: a card for each block and each lab page, with its text and shapes.

    Args:
        name: name of this page, "cheat_sheet", whose text has a section for each card.
        shapes: heading of the block -> (shape in this model, shape in the paper's base model).
    """
    words, base = texts.read_page_sections(name), html.escape(_("the paper's base model"))
    sections, group = {page.name: page.section for page in PAGES}, ""
    with st.container(key="sheet"):
        for place, (heading, (here, paper)) in enumerate(shapes.items()):
            page = BLOCKS[heading].page
            if sections[page] != group:
                _show_group(group := sections[page])
            with st.container(key=f"block-{place}-{group}"):
                explain.show_page_link(page, translate_heading(name, heading))
                st.markdown(words[heading])
                st.html(
                    f'<div class="shape"><b>{here}</b><span title="{base}">{paper}</span></div>'
                )
        _show_group("lab")
        for heading, page in LAB.items():
            with st.container(key=f"block-lab-{page}"):
                explain.show_page_link(page, translate_heading(name, heading))
                st.markdown(words[heading])


def _show_group(section: str) -> None:
    """Show a section's title, as in the menu, above its cards."""
    with st.container(key=f"group-{section}"):
        st.caption(_(SECTIONS[section]))
