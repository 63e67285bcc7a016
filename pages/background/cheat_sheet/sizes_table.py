"""The paper's Table 3 as a table: sizes, learned numbers as printed and as our formula counts."""

import html

from model.config import ModelConfig
from pages.background.cheat_sheet.compute import (
    PAPER_VOCABULARY,
    TABLE_3,
    Row,
    Sizes,
    fitting_vocabularies,
    learned_numbers,
    sizes_of,
)
from ui.words import percent

PARTS = {"embedding": "E", "attention": "attention", "feed-forward": "feed-forward"}
NOTE = (
    "\\* Our configuration has $d_k = d_v = d_{model}/h$ and cannot be built with a smaller $d_k$: "
    "these rows are counted by the formula alone. All others are the same as a real Transformer of "
    "ours with these sizes. One matrix E for three uses, no bias in attention, learned γ, β and "
    "the biases of the feed-forward network included. Rows that change only dropout or smoothing "
    "are left out; so is row (E), with learned positions. The last row has this model's own "
    "vocabulary."
)
SIZES = ("N", "d_model", "d_ff", "h", "d_k", "d_v")


def table(vocab_size: int, config: ModelConfig) -> str:
    """Return the table as HTML.

    Args:
        vocab_size: that the paper's models are given.
        config: of this model, the last row; it has its own vocabulary.
    """
    own = Row("this model", sizes_of(config))
    most = max(sum(learned_numbers(row.sizes, vocab_size).values()) for row in TABLE_3)
    rows = [_row(row, vocab_size, most) for row in TABLE_3]
    rows.append(_row(own, config.vocab_size, most))
    heads = ["", *SIZES, "printed", "counted", "", "E · attention · feed-forward"]
    top = "".join(f"<th>{_name(head)}</th>" for head in heads)
    return f'<div class="sizes"><table><tr>{top}</tr>{"".join(rows)}</table></div>'


def _row(row: Row, vocab_size: int, most: int) -> str:
    counts = learned_numbers(row.sizes, vocab_size)
    millions = _millions(row, vocab_size)
    encoder, decoder = row.sizes.stacks
    shown = {name: f"{getattr(row.sizes, name):,}" for name in SIZES}
    shown["N"] = f"{encoder}" if encoder == decoder else f"{encoder} + {decoder}"
    sizes = "".join(
        f"<td>{size}</td>" if size == f"{getattr(Sizes(), name):,}" else f"<td><b>{size}</b></td>"
        for name, size in shown.items()
    )
    bars = "".join(
        f'<i class="{PARTS[part].replace("-", "")}" style="width:{count / most:.2%}" '
        f'title="{name}: {count / 1e6:.1f} million"></i>'
        for part, name in PARTS.items()
        for count in [counts[part]]
    )
    printed = f"{row.printed} M" if row.printed else "–"
    mark = "" if row.sizes.buildable else '<span title="by formula alone">*</span>'
    return (
        f"<tr><th>{html.escape(row.name)}{mark}</th>{sizes}<td>{printed}</td>"
        f"<td>{millions:.2f} M</td><td>{_difference(row, millions)}</td><td>{bars}</td></tr>"
    )


def _difference(row: Row, millions: float) -> str:
    if row.printed is None:
        return ""
    if round(millions) == row.printed:
        return "✓"
    return _off(millions, row.printed)


def _name(head: str) -> str:
    name, _, index = head.partition("_")
    return f"{name}<sub>{index}</sub>" if index else head


def finding(vocab_size: int) -> str:
    """Say how many printed numbers come out with a vocabulary, and which one gives the most."""
    printed = [row for row in TABLE_3 if row.printed]
    fitting = [row for row in printed if vocab_size in fitting_vocabularies(row)]
    variants = [fitting_vocabularies(row) for row in printed if row.name != "big"]
    least = max(one.start for one in variants)
    most = min(one.stop for one in variants) - 1
    [big] = [fitting_vocabularies(row) for row in printed if row.name == "big"]
    paper = {row.name: _millions(row, PAPER_VOCABULARY) for row in printed}
    return (
        f"With **{vocab_size:,}** tokens, the printed number comes out in "
        f"**{len(fitting) or 'none'} of {len(printed)}** rows. "
        f"With the paper's “about {PAPER_VOCABULARY:,}”, the base model has "
        f"{paper['base']:.2f} million parameters, {_off(paper['base'], 65)} against the printed "
        f"number. The big one has {paper['big']:.2f} million, {_off(paper['big'], 213)}. "
        f"With {least:,} to {most:,} tokens, every row but the big one comes out. "
        f"That one takes {big.start:,} to {big.stop - 1:,}."
    )


def shapes(config: ModelConfig) -> dict[str, str]:
    """Return how this model's learned numbers come about."""
    d, ff = config.d_model, config.d_ff
    encoder, decoder = sizes_of(config).stacks
    counts = learned_numbers(sizes_of(config), config.vocab_size)
    terms = {
        "embedding": f"{config.vocab_size:,} × {d}",
        "attention": f"{encoder + 2 * decoder} × 4 × {d} × {d}",
        "feed-forward": f"{encoder + decoder} × (2 × {d} × {ff} + {ff} + {d})",
        "norms": f"{2 * encoder + 3 * decoder} × 2 × {d}",
    }
    total = {"together": f"{sum(counts.values()):,}"}
    return {name: f"{term} = {counts[name]:,}" for name, term in terms.items()} | total


def _millions(row: Row, vocab_size: int) -> float:
    return sum(learned_numbers(row.sizes, vocab_size).values()) / 1e6


def _off(millions: float, printed: int) -> str:
    return percent(millions / printed - 1, 1, plus=True)
