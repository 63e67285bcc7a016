"""The sections about parts of a block: positions, norms, gates and heads."""

from functools import partial
from statistics import fmean

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import GroupedHeads, MissingEverywhere
from model.embedding import positional_encoding
from model.measures.untrained_stacks import POST, PRE, geometric_mean
from pages.background.after_2017 import cached, variants
from pages.background.after_2017.compute import attention, passes
from pages.background.after_2017.figures import series, tokens
from pages.background.after_2017.learned import show_race
from pages.background.after_2017.names import STACKS, TERMS
from pages.background.after_2017.remarks import learned
from pages.background.after_2017.remarks import parts as remarks
from ui.choices import controls
from ui.frame import explain
from ui.messages import N_, _, ngettext
from ui.readings import session
from ui.readings.reading import Reading
from ui.sentence import Remark, remark_html
from ui.views.plot import show_figure

MIN_POSITIONS, MAX_POSITIONS = 12, 48  # positions that are plotted
ASKS, ANSWERS = 2, 4  # words whose query and key are compared at first, from 1
SHIFT = 50  # positions by which the sentence is shifted
ROUNDING = 1e-4  # of the largest score: the most that 32-bit numbers lose
TITLES = {"added": N_("2017: added"), "turned": N_("today: rotated")}
LABELS = (  # for screen readers
    N_("2017 (added): scores of two words at {count} × {count} places"),
    N_("today (rotated): scores of two words at {count} × {count} places"),
)
RMS_NORM = (MissingEverywhere("norm-mean"), MissingEverywhere("norm-shift"))
NORMS = {
    "LayerNorm": (),
    N_("no mean subtracted"): RMS_NORM[:1],
    N_("RMSNorm: no mean, no β"): RMS_NORM,
}
DEPTHS, FRESH = (6, 12, 24), 3
POOLED = {"decoder": N_("decoder self-attention"), "cross": N_("cross-attention")}
CACHES = (  # bytes per token: layers, numbers per layer, bytes per number; source
    (N_("GPT-3 175B: 96 heads, each with its own"), 96 * (2 * 96 * 128) * 2, "Brown et al. 2020"),
    (N_("Llama 2 70B: 64 heads, 8 groups"), 80 * (2 * 8 * 128) * 2, "Touvron et al. 2023"),
    (N_("DeepSeek-V2 236B: one latent vector"), 60 * (512 + 64) * 2, "DeepSeek-AI 2024"),
)


def show_positions(reading: Reading) -> str:
    """Show how scores depend on positions if these are added, and if q and k are rotated.
    Also show what words and positions each contribute to the scores. Return the takeaway.
    """
    config, words = session.glass().config, reading.source
    with st.container(horizontal=True, vertical_alignment="bottom", key="pair_choices"):
        asks = controls.choose_token(
            words, key="asks", label=_("Query"), default=min(ASKS, len(words))
        )
        answers = controls.choose_token(
            words, key="answers", label=_("Key"), default=min(ANSWERS, len(words))
        )
    head = controls.choose_number("rotary_head", _("Head"), config.h)
    scores = _compute_scores(reading, asks, answers, head)
    count = scores[0].shape[-1]
    pair = remarks.describe_pair(words[asks].text, words[answers].text, count)
    _show_caption(pair, remarks.describe_head(head))
    reach, spreads = (
        scores.abs().max().item(),
        [attention.compute_largest_spread(s) for s in scores],
    )
    maps = zip(st.columns(2), TITLES.items(), LABELS, scores, spreads, strict=True)
    for place, (kind, title), label, one, spread in maps:
        with place:
            title = _(title)
            _show_caption(f"**{title}**", remarks.describe_spread(spread))
            figure = tokens.plot_pair_scores(one, reach)
            show_figure(figure, key=f"places_{kind}", label=_(label).format(count=count))
    _show_score_terms(reading)
    embedding, *matrices = _get_embedding_and_matrices(reading)
    q, k = ((embedding @ W).unflatten(-1, (config.h, -1)).transpose(0, 1) for W in matrices)
    return remarks.describe_positions(spreads[0], attention.compute_shift_error(q, k, SHIFT), SHIFT)


def show_first_change(reading: Reading) -> None:
    """Show how far the scores of two words differ at the same distance; at the page's end, how much
    memory shared keys and values save.
    """
    words, config = reading.source, session.glass().config
    asks, answers = min(ASKS, len(words)) - 1, min(ANSWERS, len(words)) - 1
    spread = attention.compute_largest_spread(_compute_scores(reading, asks, answers, 0)[0])
    explain.show_sentence_fact(
        remarks.describe_same_distance(words[asks].text, words[answers].text, spread)
    )
    layers, count = len(config.layers("decoder")), len(reading.target)
    apart, shared = (
        count * attention.count_kv_cache_bytes(layers, config.d_k, h) for h in (config.h, 1)
    )
    explain.defer_sentence_fact(remarks.describe_shared_cache(count, config.h, apart, shared))


def _get_embedding_and_matrices(reading: Reading) -> list[Tensor]:
    """Return the embeddings of the source, and W_Q and W_K of the encoder's first layer."""
    matrices = (cached.get_weight_matrix(reading, "encoder", 0, name) for name in ("W_Q", "W_K"))
    return [
        reading.trace["encoder.embedding.embedding"][0].double(),
        *(W.double() for W in matrices),
    ]


def _compute_scores(
    reading: Reading, asks: int, answers: int, head: int
) -> Float[Tensor, "2 position position"]:
    """Return the scores of two words at all pairs of positions: positions added, and rotated."""
    config = session.glass().config
    embedding, *matrices = _get_embedding_and_matrices(reading)
    count = min(MAX_POSITIONS, max(MIN_POSITIONS, len(reading.source)))
    columns = (W.unflatten(1, (config.h, -1))[:, head] for W in matrices)
    encoding = positional_encoding(count, config.d_model).double()
    return attention.compute_pair_scores(embedding[[asks, answers]], encoding, *columns)


def _show_score_terms(reading: Reading) -> None:
    """Show the share of the four content and position terms in first-layer scores, by head."""
    stack = controls.choose_option(
        "first_layer", _("Layer 1, unchanged, of the"), STACKS, "encoder"
    )
    trace, first = reading.trace, reading.attention(stack, 0)
    terms = attention.split_scores(
        trace[f"{stack}.embedding.embedding"][0],
        trace[f"{stack}.embedding.positions"],
        cached.get_weight_matrix(reading, stack, 0, "W_Q"),
        cached.get_weight_matrix(reading, stack, 0, "W_K"),
        session.glass().config.h,
    )
    scores = first["scores"][0]
    error = (terms.sum(dim=0) - scores).abs().max().item()
    if error > ROUNDING * scores.abs().max().item():
        explain.show_callout(remarks.describe_missing_terms())
        return
    shares = attention.compute_variance_shares(
        terms, first["visible"][0, 0].expand(terms.shape[-2:])
    )
    show_figure(
        series.plot_score_terms(shares.nan_to_num(), [_(term) for term in TERMS]),
        key="score_parts",
        label=_("What sets the keys of layer 1 apart, words or positions, head by head"),
    )
    explain.show_callout(remarks.describe_score_terms(shares, error))


def _show_caption(measured_remark: Remark | str, place_remark: Remark) -> None:
    """Show a caption: what was measured, then where it was measured."""
    ends = "".join(f"<span>{remark_html(one)}</span>" for one in (measured_remark, place_remark))
    st.html(f'<div class="measured">{ends}</div>')


def show_norms(reading: Reading) -> str:
    """Show the losses with three kinds of norm, and gradients in post-norm and pre-norm stacks.
    Return the takeaway, which is about the losses.
    """
    costs, said = variants.compare_variants(
        "norm", reading, {_(name): missing for name, missing in NORMS.items()}
    )
    losses = {name: fmean(values) for name, values in costs.items()}
    show_figure(
        tokens.plot_token_losses(costs, [token.text for token in reading.output]),
        key="norm_costs",
        label=_("Loss of each token of the translation under LayerNorm and RMSNorm"),
    )
    variants.show_variants(losses, said)
    variants.show_variant_buttons(reading, "norms", {"RMSNorm": RMS_NORM})
    _show_gradients()
    return remarks.describe_norms(losses, said, passes.compute_mean_share(reading.trace))


def _show_gradients() -> None:
    """Show the gradient norm by layer in untrained stacks, post-norm and pre-norm."""
    layers = controls.choose_option(
        "fresh_layers",
        _("Gradients in untrained stacks of"),
        {n: ngettext("{count} layer", "{count} layers", n).format(count=n) for n in DEPTHS},
        12,
    )
    name = _("Untrained stack {number} of {count}")
    stacks = {
        name.format(number=seed, count=FRESH): partial(cached.measure_gradients, layers, seed)
        for seed in range(1, FRESH + 1)
    }
    found = variants.run_with_progress("norm", stacks).values()
    lines = {_(kind): geometric_mean([one[kind] for one in found]) for kind in (POST, PRE)}
    label = _("Length of a gradient through {count} untrained layers, post-norm and pre-norm")
    show_figure(
        series.plot_gradients(lines), key="fresh_gradients", label=label.format(count=layers)
    )
    explain.show_callout(remarks.describe_gradients(lines, DEPTHS[-1]))


def show_gates(reading: Reading) -> str:
    """Show the share of hidden units that are zero, by layer; let ReLU, GELU and SwiGLU train.
    Return the takeaway, which is about the zeros.
    """
    config, shares = session.glass().config, {}
    for stack in ("encoder", "decoder"):
        active = passes.find_active_units(reading.trace, stack, len(config.layers(stack)))
        shares[stack] = passes.compute_silent_shares(active).tolist()
    show_figure(
        series.plot_silent_shares(shares),
        key="silent_units",
        label=_("Share of hidden numbers that are exactly zero, layer by layer in both stacks"),
    )
    st.markdown(
        _("**A small translator learns to reverse letters**, three times, from the same seed:")
    )
    show_race("gates", learned.describe_gates)
    return remarks.describe_silent_units(shares)


def show_pooled_heads(reading: Reading) -> str:
    """Show the loss if groups of heads share K and V (GQA, MQA), and the sizes of KV caches.
    Return the takeaway.
    """
    config = session.glass().config
    kind = controls.choose_option("pooled", _("Share K and V in"), POOLED, "decoder")
    fewer = [n for n in range(config.h - 1, 0, -1) if config.h % n == 0]
    pooled = {
        ngettext("1 for all", "{count} groups", n).format(count=n): (GroupedHeads(kind, n),)
        for n in fewer
    }
    apart = _("{count} apart").format(count=config.h)
    costs, said = variants.compare_variants("heads", reading, {apart: (), **pooled})
    losses = {name: fmean(values) for name, values in costs.items()}
    label = _("Loss of the translation, by how many heads share one K and V")
    show_figure(series.plot_losses(losses), key="pooled_losses", label=label)
    variants.show_variants(losses, said)
    variants.show_variant_buttons(reading, "heads", pooled)
    layers = len(config.layers(kind))
    most, least = (attention.count_kv_cache_bytes(layers, config.d_k, n) for n in (config.h, 1))
    note, kib = _("16 bits; {source}"), _("{size:,} KiB")
    sizes = [
        (_("this decoder, separate heads"), most, _("32 bits per number")),
        (_("this decoder, 1 for all"), least, _("32 bits per number")),
        *((_(name), size, note.format(source=source)) for name, size, source in CACHES),
    ]
    rows = [(name, [kib.format(size=round(size / 1024))], of) for name, size, of in sizes]
    st.html(variants.table_html(("", _("each token"), ""), rows))
    return remarks.describe_pooled_heads(losses, most, least)
