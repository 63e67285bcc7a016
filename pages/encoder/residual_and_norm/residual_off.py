"""The section where residual connections are ablated: tokens, norms and the translation."""

import html

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from model.changes.change import STACKS
from model.measures.neighbours import mean_cosine
from pages.encoder.residual_and_norm import remarks
from pages.encoder.residual_and_norm.add_and_norm import (
    ADD_NORM_KINDS,
    AddNormKind,
    build_sublayer_axis,
    collect_add_norm_vectors,
    list_add_norms,
)
from pages.encoder.residual_and_norm.figures.depth import (
    WITH_RESIDUALS,
    WITHOUT_RESIDUALS,
    plot_depth_comparison,
    plot_residual_ablations,
)
from ui.choices import controls
from ui.messages import N_, _
from ui.readings import session, without_changes
from ui.readings.reading import Change, FilledTap, Reading
from ui.sentence import remark_html
from ui.views.plot import show_figure
from ui.words import diff_words

ALIKE = {
    "encoder": N_("How alike the tokens are in the encoder, by sub-layer"),
    "decoder": N_("How alike the tokens are in the decoder, by sub-layer"),
}
SUMS = {
    "encoder": N_("Length of the sums before LayerNorm in the encoder, by sub-layer"),
    "decoder": N_("Length of the sums before LayerNorm in the decoder, by sub-layer"),
}
PLACES = {
    "encoder": N_("encoder {layer}: {sublayer}"),
    "decoder": N_("decoder {layer}: {sublayer}"),
}


def show_residual_ablation(reading: Reading, add_norm: AddNormKind, layer: int) -> None:
    """Let the visitor ablate residual connections; show the effect on vectors and translation.

    Args:
        reading: the sentence and its translation, with the active changes of the model.
        add_norm: the Add & Norm of the chosen sub-layer.
        layer: its layer, from 0.
    """
    reading = without_changes.undo_changes(
        reading, without_changes.removes_residual, retranslate=True, place_name="in this part"
    )
    counts = {stack: len(session.glass().config.layers(stack)) for stack in STACKS}
    every = [each for stack, count in counts.items() for each in list_add_norms(stack, count)]
    layers = counts[add_norm.stack]
    options = {
        "on": _("all residuals on"),
        "here": _("off around the chosen sub-layer"),
        "all": _("all off"),
    }
    mode = controls.choose_option("residual", _("Residuals"), options, "here", False)
    taken = {"on": [], "here": [(add_norm, layer)], "all": every}[mode]
    changes = (*reading.changes, *map(_make_residual_ablation, taken))

    readings = {WITH_RESIDUALS: reading}
    if taken:
        args = reading.text, reading.language, reading.output_ids
        readings[WITHOUT_RESIDUALS] = session.read_with_translation(*args, changes)
    seen = {
        name: collect_add_norm_vectors(one, add_norm.stack, layers)
        for name, one in readings.items()
    }
    chosen = build_sublayer_axis(add_norm, layer, layers)
    alike = {name: mean_cosine(stage["output"]) for name, stage in seen.items()}
    norms = {name: stage["sum"].norm(dim=-1).mean(dim=-1) for name, stage in seen.items()}
    left, right = st.columns(2)
    with left:
        show_figure(
            plot_depth_comparison(alike, chosen, _("mean cosine"), span=(-0.1, 1.05)),
            key="alike",
            label=_(ALIKE[add_norm.stack]),
        )
    with right:
        show_figure(
            plot_depth_comparison(norms, chosen, _("mean length of the sum")),
            key="sums",
            label=_(SUMS[add_norm.stack]),
        )
    if taken:
        st.markdown(
            remarks.describe_token_similarity(alike[WITH_RESIDUALS], alike[WITHOUT_RESIDUALS])
        )
        _show_translations(reading, changes)
    _show_each_ablation(reading, every, every.index((add_norm, layer)))


def translate_without(
    reading: Reading, add_norm: AddNormKind, layer: int, x: Float[Tensor, "token d_model"]
) -> str | None:
    """Return what the model writes without the residual around one sub-layer; None if that residual
    is already missing.

    Args:
        reading: the sentence and its translation, with the active changes of the model.
        add_norm: the Add & Norm of the sub-layer.
        layer: its layer, from 0.
        x: what the residual adds, all zeros if a change of the model left it out.
    """
    if not x.any():
        return None
    changes = (*reading.changes, _make_residual_ablation((add_norm, layer)))
    with st.spinner(_("Translating without them ...")):
        return session.read(reading.text, reading.language, changes).translation


def _make_residual_ablation(target: tuple[AddNormKind, int]) -> FilledTap:
    """Return the change that ablates the residual around a sub-layer of one layer."""
    around, layer = target
    return FilledTap(f"{around.path(layer)}.residual")


def _show_translations(reading: Reading, changes: tuple[Change, ...]) -> None:
    """Show the translations with and without the residuals, and ln p of the former in both."""
    with st.spinner(_("Translating without them ...")):
        new = session.read(reading.text, reading.language, changes)
        old = _compute_log_probabilities(reading, [changes])[0]
    words = " ".join(
        f"<b>{html.escape(word)}</b>" if other else html.escape(word)
        for word, other in diff_words(reading.translation, new.translation)
    )
    before = html.escape(reading.translation) or html.escape(_("(nothing)"))
    total = _compute_log_probabilities(reading, [reading.changes])[0]
    lang = f' lang="{html.escape(reading.language)}"'
    st.html(
        f'<dl class="sayings"><dt>{html.escape(_(WITH_RESIDUALS))}</dt><dd{lang}>{before}</dd>'
        f"<dt>{html.escape(_(WITHOUT_RESIDUALS))}</dt><dd{lang}>{words}</dd></dl>"
        f'<p class="sayings">{remark_html(remarks.describe_original_translation(total, old))}</p>'
    )


def _show_each_ablation(
    reading: Reading, add_norms: list[tuple[AddNormKind, int]], chosen_sublayer: int
) -> None:
    """Plot the translation's log-probability with each residual ablated alone; a click selects."""
    variants: list[tuple[Change, ...]] = [
        (*reading.changes, _make_residual_ablation(one)) for one in add_norms
    ]
    with st.spinner(_("Taking the residuals away, one by one ...")):
        *each, whole = _compute_log_probabilities(reading, [*variants, reading.changes])

    def select_sublayer(point: dict) -> None:
        """Set the clicked sub-layer and layer in the session, with its residual ablated."""
        around, layer = add_norms[point["x"]]
        [key] = [key for key, one in ADD_NORM_KINDS.items() if one is around]
        st.session_state.update(sublayer=key, layer=layer + 1, residual="here")

    show_figure(
        plot_residual_ablations(
            Tensor(each),
            [
                _(PLACES[around.stack]).format(layer=layer + 1, sublayer=_(around.name))
                for around, layer in add_norms
            ],
            chosen_sublayer,
            whole,
        ),
        key="each",
        label=_("How likely the translation is when one residual at a time is taken away"),
        on_click=select_sublayer,
    )


def _compute_log_probabilities(reading: Reading, variants: list[tuple[Change, ...]]) -> list[float]:
    """Return the translation's log-probability under each variant of the model."""
    said = reading.text, reading.language, reading.output_ids
    return session.log_probabilities(*said, tuple(variants))
