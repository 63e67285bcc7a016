"""Section "One matrix, three places": where a row of E is used, with its controls."""

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from model.config import ModelConfig
from model.tokenizer import Tokenizer
from pages.input.embedding import remarks
from pages.input.embedding.compute import in_both, strongest_step, uses
from pages.input.embedding.views.shared_row import shared_row
from ui.choices import controls
from ui.frame import explain
from ui.latex import dot_product
from ui.messages import _, ngettext
from ui.readings.reading import Reading
from ui.views.strips import Strip, strips
from ui.words import whole


def three_places(
    reading: Reading, E: Float[Tensor, "vocab d_model"], tokenizer: Tokenizer, config: ModelConfig
) -> None:
    """Show where a piece's row of E is used, and the products that make its logit at one step.

    Args:
        reading: the sentence and its pass.
        E: the embedding matrix.
        tokenizer: turns ids into pieces.
        config: sizes of the model.
    """
    found = uses(reading, E)
    pieces = [use.token for use in found]
    use = found[controls.word(pieces, key="piece", label=_("Piece"), default=in_both(found))]
    at = controls.number("at", len(reading.output), default=0, least=0) - 1
    shared_row(reading, E, tokenizer, found, (found.index(use), at))
    step = at if at >= 0 else strongest_step(reading, use)
    x = reading.trace.residual_stream("decoder")[-1, step]
    d_model = config.d_model
    products = ngettext("{count} product", "{count} products", d_model).format(count=d_model)
    product = [
        Strip(_("decoder, step {step}").format(step=step + 1), x),
        Strip(_("row {row} of E").format(row=whole(use.id)), E[use.id], "X", note="×"),
        Strip(products, x * E[use.id], note="="),
    ]
    strips(product, key="logit", label=_("The products that add up to the logit"), common=False)
    logit = reading.trace["logits"][0, step, use.id].item()
    st.markdown(remarks.logit_remark(logit, x, E[use.id]))
    explain.formula(
        r"\mathrm{logits} = x\,E^\top", rf"{dot_product(x, E[use.id])} = {x @ E[use.id]:.3f}"
    )
