"""Section "One matrix, three places": where a row of E is used, with its controls."""

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from model.config import ModelConfig
from model.tokenizer import Tokenizer
from pages.input.embedding import remarks
from pages.input.embedding.compute import find_row_uses, find_shared_piece_number, strongest_step
from pages.input.embedding.views.shared_row import show_shared_row
from ui.choices import controls
from ui.frame import explain
from ui.latex import dot_product_latex
from ui.messages import _, ngettext
from ui.readings.reading import Reading
from ui.views.strips import Strip, show_strips
from ui.words import format_integer


def show_three_places(
    reading: Reading, E: Float[Tensor, "vocab d_model"], tokenizer: Tokenizer, config: ModelConfig
) -> None:
    """Show where a piece's row of E is used: in encoder input, decoder input and the logits.

    For one step, the dot product that gives the piece's logit is written out.

    Args:
        reading: the sentence and its pass.
        E: the embedding matrix.
        tokenizer: turns ids into pieces.
        config: sizes of the model.
    """
    found = find_row_uses(reading, E)
    pieces = [use.token for use in found]
    piece = controls.choose_token(
        pieces, key="piece", label=_("Piece"), default=find_shared_piece_number(found)
    )
    use = found[piece]
    at = controls.integer_choice("at", len(reading.output), default=0, minimum=0) - 1
    show_shared_row(reading, E, tokenizer, found, (piece, at))
    step = at if at >= 0 else strongest_step(reading, use)
    x = reading.trace.residual_stream("decoder")[-1, step]
    d_model = config.d_model
    products = ngettext("{count} product", "{count} products", d_model).format(count=d_model)
    product = [
        Strip(_("decoder, step {step}").format(step=step + 1), x),
        Strip(_("row {row} of E").format(row=format_integer(use.id)), E[use.id], "X", note="×"),
        Strip(products, x * E[use.id], note="="),
    ]
    show_strips(
        product, key="logit", label=_("The products that add up to the logit"), shared_scale=False
    )
    logit = reading.trace["logits"][0, step, use.id].item()
    st.markdown(remarks.describe_logit(logit, x, E[use.id]))
    explain.show_formula(
        r"\mathrm{logits} = x\,E^\top", rf"{dot_product_latex(x, E[use.id])} = {x @ E[use.id]:.3f}"
    )
