"""The paper's Table 3 in HTML: sizes, and parameters as printed and as counted by formula."""

import html

from model.config import ModelConfig
from pages.background.cheat_sheet.compute import (
    PAPER_VOCABULARY,
    TABLE_3,
    Sizes,
    Table3Row,
    count_parameters,
    find_fitting_vocabularies,
    get_sizes,
)
from ui.messages import N_, _
from ui.words import format_integer, format_percent

PARTS = {  # class of a bar, and its name
    "embedding": ("E", "E"),
    "attention": ("attention", N_("attention")),
    "feed-forward": ("feedforward", N_("feed-forward")),
}
ROWS = {"base": N_("base"), "big": N_("big")}
NOTE = N_(
    "\\* In our configuration $d_k = d_v = d_{model}/h$, and a smaller $d_k$ can't be "
    "built, so these rows are counted by formula alone. We checked all other rows "
    "against a real Transformer that we built with these sizes. These models use one "
    "matrix E in three places and have no bias in attention; the learned γ and β and "
    "the biases of the feed-forward network are counted. We left out rows that change "
    "only dropout or smoothing, as well as row (E), which has learned positions. The "
    "last row has this model's own vocabulary."
)
SIZES = ("N", "d_model", "d_ff", "h", "d_k", "d_v")


def sizes_table_html(vocab_size: int, config: ModelConfig) -> str:
    """Return the paper's Table 3 as HTML: parameters as printed there, and as counted here.

    Args:
        vocab_size: vocabulary size assumed for the paper's models.
        config: configuration of this model, the last row, with its own vocabulary.
    """
    own = Table3Row(_("this model"), get_sizes(config))
    most = max(sum(count_parameters(row.sizes, vocab_size).values()) for row in TABLE_3)
    rows = [sizes_row_html(row, vocab_size, most) for row in TABLE_3]
    rows.append(sizes_row_html(own, config.vocab_size, most))
    heads = [*SIZES, _("printed"), _("counted"), "", _("E · attention · feed-forward")]
    top = "".join(f"<th>{_symbol_html(head)}</th>" for head in heads)
    return f'<div class="sizes"><table><tr><th></th>{top}</tr>{"".join(rows)}</table></div>'


def sizes_row_html(row: Table3Row, vocab_size: int, largest_count: int) -> str:
    """Return a row of Table 3 as HTML, with its parameter count as number and bar.
    Sizes that differ from those of the base model are bold.

    Args:
        row: the row of Table 3.
        vocab_size: vocabulary size with which parameters are counted.
        largest_count: number of parameters that a bar of full width stands for.
    """
    counts = count_parameters(row.sizes, vocab_size)
    millions = _count_millions(row, vocab_size)
    encoder, decoder = row.sizes.layer_counts
    shown = {name: format_integer(getattr(row.sizes, name)) for name in SIZES}
    shown["N"] = f"{encoder}" if encoder == decoder else f"{encoder} + {decoder}"
    sizes = "".join(
        f"<td>{size}</td>"
        if size == format_integer(getattr(Sizes(), name))
        else f"<td><b>{size}</b></td>"
        for name, size in shown.items()
    )
    bars = "".join(_bar_html(part, counts[part], largest_count) for part in PARTS)
    printed = _("{millions} M").format(millions=row.printed) if row.printed else "–"
    counted = _("{millions:.2} M").format(millions=millions)
    mark = f'<span title="{html.escape(_("by formula alone"))}">*</span>'
    name = html.escape(_(ROWS.get(row.name, row.name))) + ("" if row.sizes.buildable else mark)
    return (
        f"<tr><th>{name}</th>{sizes}<td>{printed}</td>"
        f"<td>{counted}</td><td>{_format_difference(row, millions)}</td><td>{bars}</td></tr>"
    )


def _bar_html(part: str, parameter_count: int, largest_count: int) -> str:
    """Return an HTML bar for one part's parameters, relative to the largest model."""
    kind, name = PARTS[part]
    title = _("{part}: {millions:.1} million").format(part=_(name), millions=parameter_count / 1e6)
    width = parameter_count / largest_count
    return f'<i class="{kind}" style="width:{width:.2%}" title="{html.escape(title)}"></i>'


def _format_difference(row: Table3Row, millions: float) -> str:
    """Return "✓" if a count rounds to the printed number; else the deviation in percent."""
    if row.printed is None:
        return ""
    if round(millions) == row.printed:
        return "✓"
    return _format_deviation(millions, row.printed)


def _symbol_html(symbol: str) -> str:
    """Return a symbol such as d_model as HTML with a subscript."""
    name, __, index = symbol.partition("_")
    return f"{name}<sub>{index}</sub>" if index else symbol


def describe_vocabulary_fit(vocab_size: int) -> str:
    """Describe for how many rows of Table 3 our parameter count rounds to the printed number.
    Also say which vocabulary sizes make it do so: for the big model, and for all other rows.

    Args:
        vocab_size: vocabulary size assumed for the paper's models.
    """
    printed = [row for row in TABLE_3 if row.printed]
    fitting = [row for row in printed if vocab_size in find_fitting_vocabularies(row)]
    variants = [find_fitting_vocabularies(row) for row in printed if row.name != "big"]
    least = max(one.start for one in variants)
    most = min(one.stop for one in variants) - 1
    [big] = [find_fitting_vocabularies(row) for row in printed if row.name == "big"]
    paper = {row.name: _count_millions(row, PAPER_VOCABULARY) for row in printed}
    comes_out = _(
        "With **{tokens:,}** tokens, **none of the {rows}** rows gives the printed number."
    )
    if fitting:
        comes_out = _(
            "With **{tokens:,}** tokens, **{fitting} of the {rows}** rows give the printed number."
        )
    counted = comes_out.format(tokens=vocab_size, fitting=len(fitting), rows=len(printed))
    of_the_paper = _(
        "With the paper's “about {tokens:,}”, the base model has {base:.2} million parameters "
        "({base_off} compared with the printed number), and the big one has {big:.2} million "
        "({big_off})."
    ).format(
        tokens=PAPER_VOCABULARY,
        base=paper["base"],
        base_off=_format_deviation(paper["base"], 65),
        big=paper["big"],
        big_off=_format_deviation(paper["big"], 213),
    )
    fits = _(
        "With {least:,} to {most:,} tokens, every row fits except the big model's. That one "
        "needs {big_least:,} to {big_most:,}."
    ).format(least=least, most=most, big_least=big.start, big_most=big.stop - 1)
    return f"{counted} {of_the_paper} {fits}"


def list_parameter_formulas(config: ModelConfig) -> dict[str, str]:
    """Return, as text, how this model's parameters are counted: a calculation for each part.

    Args:
        config: configuration of this model.

    Returns:
        Translated name of the part -> calculation such as "8,000 × 256 = 2,048,000"; the last
        entry, "together", is the total alone.
    """
    d, ff = config.d_model, config.d_ff
    encoder, decoder = get_sizes(config).layer_counts
    counts = count_parameters(get_sizes(config), config.vocab_size)
    terms = {
        "embedding": (_("embedding"), f"{format_integer(config.vocab_size)} × {d}"),
        "attention": (_("attention"), f"{encoder + 2 * decoder} × 4 × {d} × {d}"),
        "feed-forward": (
            _("feed-forward"),
            f"{encoder + decoder} × (2 × {d} × {ff} + {ff} + {d})",
        ),
        "norms": (_("norms"), f"{2 * encoder + 3 * decoder} × 2 × {d}"),
    }
    total = {_("together"): format_integer(sum(counts.values()))}
    return {
        name: f"{term} = {format_integer(counts[part])}" for part, (name, term) in terms.items()
    } | total


def _count_millions(row: Table3Row, vocab_size: int) -> float:
    """Return the millions of parameters counted for a row of Table 3."""
    return sum(count_parameters(row.sizes, vocab_size).values()) / 1e6


def _format_deviation(millions: float, printed: int) -> str:
    """Return the deviation of a count from the printed millions, in percent."""
    return format_percent(millions / printed - 1, 1, with_plus=True)
