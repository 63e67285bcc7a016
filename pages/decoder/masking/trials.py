"""Experiments of the masking page: each shows its controls, a plot and what was measured."""

import inspect
from collections.abc import Mapping, Sequence

import streamlit as st
import torch
from torch import Tensor

from model.measures import surprisal
from pages.decoder.masking import cached, figures, grids, remarks
from pages.decoder.masking import passes as masks
from pages.decoder.masking.compute import leak as tiny
from pages.decoder.masking.compute import orders
from pages.decoder.masking.views.mask_maps import Cell, show_mask_maps
from ui.choices import controls
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import passes, session
from ui.readings.reading import Reading, Token
from ui.views.plot import show_figure

# An example small enough to be worked out by hand.
SCORES = torch.tensor(
    [[0.5, 0.9, 0.2, 0.4], [0.3, 0.6, 0.7, 0.1], [0.1, 0.4, 0.5, 0.8], [0.2, 0.3, 0.8, 0.6]]
)
TRAPS = (
    (N_("**A trap: 0 · ∞**"), orders.multiply_by_infinity),
    (N_("**The right way: a boolean mask**"), orders.fill_with_infinity),
    (N_("**A trap: a row with everything masked**"), orders.softmax_without_visible_keys),
    (
        N_("**The right way: something to attend to in every row**"),
        orders.softmax_with_one_visible_key,
    ),
)


def show_leak(reading: Reading) -> None:
    """Show the loss and token probabilities of a translation with and without the mask."""
    typed = controls.text_field(
        "reference", _("Translation to evaluate"), placeholder=reading.translation
    )
    on = masks.read_translation(reading, typed)
    off = passes.pass_without_mask(on)
    explain.show_callout(remarks.describe_losses(on, off))
    show_figure(
        figures.plot_token_probabilities(
            surprisal.output_probabilities(on.trace["logits"][0], on.output_ids),
            surprisal.output_probabilities(off.trace["logits"][0], on.output_ids),
            _texts(on.output),
            (masks.list_likeliest_tokens(on), masks.list_likeliest_tokens(off)),
        ),
        key="leak",
        label=_("How likely each token of the translation is, with the mask and without"),
    )


def show_tiny_models() -> None:
    """Show the loss curves of two tiny models, with and without the mask; train them on request."""
    curves = tiny.read_recorded_losses()
    place = st.container()
    if controls.choose_switch("train", _("train both again, now"), False):
        with st.spinner(_("Training two tiny models ...")):
            curves = cached.train_leak_models()
    with place:
        explain.show_callout(remarks.describe_trainings(curves[True], curves[False]))
        show_figure(
            figures.plot_learning_curves(curves[True], curves[False], tiny.FLOOR),
            key="learning",
            label=_("Loss of two tiny models while they learn, with the mask and without"),
        )


def show_word_change(reading: Reading) -> None:
    """Let people replace a decoder input token; show how much each position's logits change."""
    on = masks.read_translation(reading, st.session_state.get("reference") or "")
    off = passes.pass_without_mask(on)
    place = 1 + controls.choose_token(
        on.target[1:], "changed", _("Replace"), default=len(on.target) // 2
    )
    changed, other = masks.replace_token(on, place)
    moves = (
        masks.compute_logit_changes(on, changed),
        masks.compute_logit_changes(off, passes.pass_without_mask(changed)),
    )
    explain.show_callout(remarks.describe_dependence(*moves, place, on.target[place], other))
    show_figure(
        figures.plot_logit_changes(*moves, _texts(on.target), place),
        key="moves",
        label=_("How far the logits of each row move when one token is replaced"),
    )


def show_unmasked_inference(reading: Reading) -> None:
    """Show how much each vector of a translation's prefix changes without the mask, by depth."""
    n = len(reading.target)
    up_to = _("Translation up to")
    length = 1 + controls.choose_token(reading.target, "prefix", up_to, default=(n + 1) // 2)
    on = masks.run_prefix(reading, length)
    off = passes.pass_without_mask(on)
    places, drifts = masks.compute_drifts(on, off)
    explain.show_callout(remarks.describe_prefix_drift(reading, on, off, drifts))
    show_figure(
        figures.plot_drift_map(drifts, places, _texts(on.target)),
        key="drifts",
        label=_("How far each row moves without the mask, layer by layer"),
    )
    if controls.choose_switch("unmasked", _("let the model translate without the mask"), False):
        with st.spinner(_("Translating without the mask ...")):
            changes = (*reading.changes, *passes.mask_removal_changes("decoder"))
            free = session.read(reading.text, reading.language, changes)
        explain.show_callout(remarks.describe_unmasked_translation(reading, free))


def show_padding(reading: Reading, layer: int, head: int) -> None:
    """Show a sentence padded in a batch: attention maps with or without the padding mask."""
    default = masks.find_shorter_example(reading)
    sentence, mask = st.columns([3, 1], vertical_alignment="bottom")
    with sentence:
        typed = controls.text_field(
            "beside", _("Second sentence of the batch"), placeholder=default
        )
    batch = masks.pad_together(reading, typed if typed.strip() else default)
    cells = len(batch.tokens)
    if batch.length == cells:
        st.info(
            _(
                "Both sentences have the same number of tokens, so nothing is padded. Type "
                "another sentence."
            )
        )
        return
    with mask:
        masked = controls.choose_switch("padding", _("padding mask"), True)
    row = controls.integer_choice("padded_row", cells) - 1
    column = controls.integer_choice("padded_column", cells, default=batch.length + 1) - 1
    show_mask_maps(
        batch.collect_map_tensors(layer, masked),
        batch.tokens,
        Cell(row, column, head, ("padded_row", "padded_column")),
        words=remarks.make_map_headings(masked, remarks.PADDING_MASK_SUBTITLES),
        key="padding_maps",
    )
    st.markdown(grids.padding_table_markdown(batch))
    st.caption(_(remarks.ROUNDING))


def show_masking_order(maps: Mapping[str, Tensor], tokens: Sequence[Token], head: int) -> None:
    """Show the sums of attention weights if masked before the softmax, and if masked after it.

    Args:
        maps: tensors of one layer's decoder self-attention, from ``passes.collect_map_tensors``;
            "scores" and "mask" are read.
        tokens: the tokens of the queries.
        head: index of the head, from 0.
    """
    visible = torch.ones(SCORES.shape, dtype=torch.bool).tril()
    before, after = (
        way(SCORES, visible) for way in (orders.mask_then_softmax, orders.softmax_then_mask)
    )
    _show_side_by_side(
        (_("Example scores"), grids.matrix_html(SCORES, 1)),
        (
            _("mask, then softmax; each row with its sum"),
            grids.matrix_html(before, 3, shows_sums=True),
        ),
        (
            _("softmax, then mask; each row with its sum"),
            grids.matrix_html(after, 3, shows_sums=True),
        ),
    )
    explain.show_callout(remarks.describe_masking_order(maps["scores"][head], maps["mask"], tokens))


def show_nan_traps() -> None:
    """Show the code and result of two ways to mask that give NaN, each above a correct way."""
    for title, function in TRAPS:
        code, result = st.columns([3, 1], vertical_alignment="center")
        with code:
            st.markdown(_(title))
            st.code(inspect.getsource(function), language="python")
        with result:
            st.html(grids.matrix_html(function(), 3))


def _show_side_by_side(*grids: tuple[str, str]) -> None:
    """Show pairs of caption and HTML table in columns."""
    for column, (title, grid) in zip(st.columns(len(grids)), grids, strict=True):
        with column:
            st.caption(title)
            st.html(grid)


def _texts(tokens: Sequence[Token]) -> list[str]:
    """Return the texts of tokens."""
    return [token.text for token in tokens]
