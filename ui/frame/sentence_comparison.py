"""Comparison with a second sentence: the section that several pages share."""

from collections.abc import Sequence

import streamlit as st
import torch

from model.measures.pairs import attention_difference, largest_difference, matching_positions
from model.tokenizer import normalize
from ui.choices import controls, link
from ui.figures import comparison as figures
from ui.frame import explain, sections
from ui.messages import N_, _
from ui.readings import language, session
from ui.readings.reading import Reading, Token, distinct_names, target_tokens
from ui.sentence import Remark, join_remarks, say, say_count
from ui.views.plot import show_figure
from ui.words import escape_markdown, truncate

MIN_COLOR_RANGE = 0.05  # lower bound of the difference that gets the full colour
TOP_TOKENS = 6  # most likely tokens of each sentence, compared at one step
SAME = N_("The two sentences are the same. Change a word in the second one.")
EMPTY = N_("Type a second sentence. The same model reads it, and you see the two side by side.")


def show_attention_comparison(
    page: str, reading: Reading, attention: str, layer: int, head: int
) -> None:
    """Draw a comparison of a head's attention weights for two sentences.

    The visitor types the second one. The section shows a heatmap for each sentence and, where the
    two have the same tokens, a heatmap of the differences.

    Args:
        page: name of the page.
        reading: the reading of the first sentence.
        attention: "encoder" or "decoder" self-attention, or "cross".
        layer: index of the layer, from 0.
        head: index of the head, from 0.
    """
    if (other := _choose_second_sentence(page, reading)) is None:
        return
    with st.spinner(_("Reading the second sentence ...")):
        second = session.read(other, reading.language, reading.changes)
    ids = [{"source": one.source_ids, "target": one.target_ids} for one in (reading, second)]
    source, target = (
        matching_positions(ids[0][side], ids[1][side]) for side in ("source", "target")
    )
    rows = source if attention == "encoder" else target
    columns = target if attention == "decoder" else source
    first, other_weights = (one.layers(attention, "weights") for one in (reading, second))
    differences = attention_difference(first, other_weights, rows, columns)
    axes = [(one[0], one[1]) for one in (reading.axes(attention), second.axes(attention))]
    shared = [
        [axis[place] for place in some[0]]
        for axis, some in zip(axes[0], (rows, columns), strict=True)
    ]
    names = [distinct_names(axis) for axis in axes[0]]
    named = [names[0][place] for place in rows[0]], [names[1][place] for place in columns[0]]
    explain.show_callout(
        _describe_largest_difference(differences, named, len(axes[0][0]) - len(rows[0]))
    )
    shown = [(*axes[0], first), (*axes[1], other_weights), (shared[0], shared[1], differences)]
    largest = max(MIN_COLOR_RANGE, differences.abs().max().item() if differences.numel() else 0.0)
    with st.container(key="beside_maps"):
        _show_three_maps([reading.text, other], shown, largest, layer, head)
    st.caption(
        _("Second minus first, for every head. The stronger the colour, the larger the difference")
    )
    show_figure(
        figures.plot_differences_by_head(differences, largest),
        key="beside_heads",
        label=_("How the two sentences' weights differ, in every layer and head"),
    )


def _show_three_maps(
    sentences: Sequence[str],
    shown: Sequence[tuple[Sequence[Token], Sequence[Token], torch.Tensor]],
    largest: float,
    layer: int,
    head: int,
) -> None:
    """Draw a head's attention maps: of the first sentence, of the second, and their difference."""
    title = _("Layer {layer}, head {head}: {sentence}")
    captions = [
        title.format(layer=layer + 1, head=head + 1, sentence=truncate(text, 50))
        for text in sentences
    ]
    captions.append(_("Second minus first, at the positions they share"))
    for number, (place, caption) in enumerate(zip(st.columns(3), captions, strict=True)):
        queries, keys, maps = shown[number]
        asking, asked = ([token.text for token in axis] for axis in (queries, keys))
        with place:
            st.caption(escape_markdown(caption))
            full = largest if number == 2 else 0.0
            figure = figures.plot_attention_map(maps[layer, head], asking, asked, largest=full)
            show_figure(figure, key=f"beside_{number}", label=caption)


def show_next_token_comparison(page: str, reading: Reading, step: int) -> None:
    """Draw a comparison of how probable the first sentence's translation is given a second one.

    The visitor types the second sentence. The section shows how ln p of each token of the
    translation, in nats, changes if the model reads it instead of the first.

    Args:
        page: name of the page.
        reading: the reading of the first sentence.
        step: index of the decoding step that the page shows, from 0: it is highlighted, and the
            logits of its most likely tokens are compared.
    """
    if (other := _choose_second_sentence(page, reading)) is None:
        return
    said = reading.output_ids
    with st.spinner(_("Reading the second sentence ...")):
        second = session.read_with_translation(other, reading.language, said, reading.changes)
        own = session.read(other, reading.language, reading.changes)
    count = min(len(one.trace["logits"][0]) for one in (reading, second))
    count = min(count, len(said))
    logits = [one.trace["logits"][0, :count] for one in (reading, second)]
    here, there = (each.log_softmax(dim=-1) for each in logits)
    ids = torch.tensor(said[:count]).unsqueeze(-1)
    changes = (there - here).gather(-1, ids)[:, 0]
    tokens = [token.text for token in reading.output[:count]]
    most = int(changes.abs().argmax())
    explain.show_callout(
        say(
            "The second sentence translates to **{translation}**. If the model has to predict "
            "the first translation from it instead, the ln p of {token} changes the most, by "
            "**{nats:+.2}** nats.",
            translation=own.translation,
            token=distinct_names(reading.output[:count])[most],
            nats=changes[most].item(),
        )
    )
    st.caption(
        _("ln p of each token of the first translation: second sentence minus first, in nats")
    )
    show_figure(
        figures.plot_differences_by_token(changes, tokens, step if step < count else None),
        key="beside_steps",
        label=_("How ln p differs, step by step"),
    )
    _show_logit_differences(logits, min(step, count - 1))


def _show_logit_differences(logits: Sequence[torch.Tensor], step: int) -> None:
    """Draw the logit differences (second minus first) of the most likely tokens at one step."""
    best = torch.cat([one[step].topk(min(TOP_TOKENS, one.shape[-1])).indices for one in logits])
    likely = list(dict.fromkeys(best.tolist()))
    moved = (logits[1] - logits[0])[step, likely]
    names = [token.text for token in target_tokens(session.glass().tokenizer, likely)]
    said = _("Step {step}: logits of the most likely tokens of both, second minus first")
    st.caption(said.format(step=step + 1))
    label = _("How the logits differ")
    show_figure(figures.plot_differences_by_token(moved, names), key="beside_logits", label=label)


def _choose_second_sentence(page: str, reading: Reading) -> str | None:
    """Draw a field for a second sentence; None if empty, equal to the first, or section closed."""
    if link.has_unread_parameter("beside"):  # a link with a second sentence opens the section
        sections.open_section("beside")
    if not explain.show_section(page, "Next to another sentence"):
        return None
    typed = controls.text_field(
        "beside",
        _("A second sentence"),
        placeholder=_("a second sentence"),
        label_visibility="collapsed",
    )
    other = language.restore_noun_capitals(normalize(typed), controls.source_language())
    if not other or other == reading.text:
        st.text(_(SAME) if other else _(EMPTY))
        return None
    return other


def _describe_largest_difference(
    differences: torch.Tensor, shared: tuple[list[str], list[str]], unmatched_rows: int
) -> Remark:
    """Return a remark on the largest weight difference: its layer, head, query and key."""
    if not differences.numel():
        return say(
            "The two sentences have no positions in common, so you only see a separate map for "
            "each."
        )
    layer, head, row, column = largest_difference(differences)
    value = differences[layer, head, row, column].item()
    most = say(
        "The largest difference is in layer {layer}, head {head}: in the second "
        "sentence, the weight from {query} to {key} changes by **{difference:+.2}**.",
        layer=layer + 1,
        head=head + 1,
        query=shared[0][row],
        key=shared[1][column],
        difference=value,
    )
    if not unmatched_rows:
        return most
    alone = say_count(
        "One row of the first sentence has no counterpart.",
        "{count} rows of the first sentence have no counterpart.",
        unmatched_rows,
    )
    return join_remarks(most, alone)
