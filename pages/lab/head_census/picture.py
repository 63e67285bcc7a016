"""The page's main picture: heads by role, and the slider that silences them."""

import streamlit as st

from model.changes.kinds import SilencedHead
from pages.lab.head_census import cached, choices, remarks
from pages.lab.head_census.choices import Choices
from pages.lab.head_census.compute import Limits, PruningCurve
from pages.lab.head_census.views.census_view import Curves, LabelledTranslation, show_census_view
from ui.choices import active_changes
from ui.frame import explain, texts
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading
from ui.sentence import join_remarks
from ui.words import diff_words

TRIES = 3  # larger counts tried when looking for a different translation
CLEARLY = 1.0  # nats: with less, beam search may still find the same translation


def show(reading: Reading) -> Choices:
    """Show all heads, the slider that silences them, and the takeaway; return the choices."""
    with st.spinner(_("Translating with all heads ...")):
        plain = session.read(reading.text, reading.language, ())
    with st.spinner(_("Translating with more heads off ...")):
        now = session.read(reading.text, reading.language, reading.silenced_heads)
    with st.container(key="census-choices", horizontal=True, vertical_alignment="center"):
        asked = choices.choose(reading)
    rows = cached.get_head_roles(*asked.sentence)
    line = cached.get_pruning_curve(*asked.sentence, asked.order)
    p = line.p[0], _compute_current_probability(asked, line)
    same = now.translation == plain.translation
    with st.spinner(_("Translating with more heads off ...")):
        limits = _find_limits(asked, plain.translation, line)
        says = _compare_translations(asked, plain.translation, now.translation, limits)
    curves = _select_curves(asked, line)
    show_census_view(asked, rows, curves, says, _describe_caveats(asked, line))
    least = remarks.describe_limits(limits, len(asked.order))
    if curves.chosen:
        others = remarks.describe_other_sentences(curves.chosen, limits.kept)
        least = join_remarks(least, *filter(None, [others]))
    if asked.silenced_heads:
        explain.show_sentence_fact(
            remarks.describe_takeaway((len(asked.silenced_heads), len(rows)), same, p)
        )
        explain.defer_sentence_fact(least)
    else:
        explain.show_sentence_fact(least)
        by_count = dict(zip(line.counts, line.p, strict=True))
        if certainty := remarks.describe_certainty(limits, by_count):
            explain.defer_sentence_fact(certainty)
    _show_head_card(asked, rows)
    return asked


def _compute_current_probability(choices: Choices, curve: PruningCurve) -> float:
    """Return the geometric mean probability of the translation with the current heads silenced."""
    if choices.pruned_count in curve.counts:
        return curve.p[curve.counts.index(choices.pruned_count)]
    return cached.compute_mean_probability(*choices.sentence, choices.silenced_heads)


def tensor_shapes(choices: Choices) -> dict[str, str]:
    """Return the shapes of the tensors of the pruning curve as text, by label.

    The tensors are the heads' gates, such as "3 × 6 × 4" (attentions, layers, heads), the copies of
    the sentence, and ln p of the translation's tokens.

    Args:
        choices: what the visitor chose on the page.
    """
    source, said = cached.get_sentence_ids(*choices.sentence)
    kinds, layers, heads = choices.importance.shape
    count = len(cached.get_pruning_curve(*choices.sentence, choices.order).counts)
    return {
        _("gates ξ"): f"{kinds} × {layers} × {heads}",
        _("copies of the sentence"): _("{count} × {length} tokens").format(
            count=count, length=len(source)
        ),
        _("ln p of its translation"): f"{count} × {len(said) - 1}",
    }


def _head_of_record(row: dict) -> SilencedHead:
    """Return the head that a record is about."""
    return SilencedHead(row["attention"], row["layer"], row["head"])


def _select_curves(choices: Choices, curve: PruningCurve) -> Curves:
    """Return the curves measured for this order and group, and the one of this sentence."""
    found = cached.load_head_statistics() or {"curves": []}
    of_group = [one for one in found["curves"] if one["group"] == choices.group]
    chosen = next((one for one in of_group if one["order"] == choices.measure), None)
    return Curves(chosen, [one for one in of_group if one["order"] == "random"], curve)


def _describe_caveats(choices: Choices, curve: PruningCurve) -> list[str]:
    """Return remarks on the pruning curve: its breaking point, and what limits it."""
    others = len(choices.reading.changes) > len(choices.silenced_heads)
    count = len(choices.silenced_heads)
    return [
        remarks.describe_breaking_point(curve.first_breaking_count, curve.counts),
        *([] if cached.load_head_statistics() else [cached.describe_missing_statistics()]),
        *([] if choices.pruned_count is not None else [remarks.describe_manual_selection(count)]),
        *([_(remarks.OTHER_CHANGES)] if others else []),
    ]


def _find_limits(choices: Choices, original: str, curve: PruningCurve) -> Limits:
    """Return up to where the translation stays the same, and where it has become another one.

    Beam search is asked at both: it may leave the old translation before the likeliest tokens do.
    """

    def translate(count: int) -> str:
        """Return the translation with the first heads of the order switched off."""
        return cached.translate_without_heads(*choices.sentence, choices.order[:count])

    first = curve.first_breaking_count
    kept = max((count for count in curve.counts if first is None or count < first), default=0)
    if kept and translate(kept) != original:
        return Limits(0, kept, translate(kept))
    off = choices.pruned_count or 0
    later = [count for count in curve.breaking_counts(CLEARLY) if count > off]
    for count in later[:TRIES]:
        if (found := translate(count)) != original:
            return Limits(kept, count, found)
    return Limits(kept)


def _compare_translations(
    choices: Choices, original: str, current: str, limits: Limits
) -> list[LabelledTranslation]:
    """Return the original and the current translation, the one with as many heads off as leave it
    as it is, and the next different one, as word diffs.
    """
    off = _("{count} off")
    silenced = len(choices.silenced_heads)
    said = [(0, original)]
    if silenced:
        said.append((silenced, current))
    elif limits.kept:
        said.append((limits.kept, original))
    if current == original and choices.pruned_count is not None and limits.broken > silenced:
        said.append((limits.broken, limits.translation))
    return [
        LabelledTranslation(off.format(count=count), diff_words(original, text))
        for count, text in said
    ]


def _show_head_card(choices: Choices, rows: list[dict]) -> None:
    """Show what the selected head does, with buttons to silence it and open its map."""
    one = choices.head
    row = next(row for row in rows if _head_of_record(row) == one)
    silent = one in choices.silenced_heads
    with st.container(key="census-card", horizontal=True, vertical_alignment="center"):
        explain.show_callout(
            remarks.describe_head(row, one, cached.load_head_statistics() is not None)
        )
        others = [other for other in choices.silenced_heads if other != one]
        st.button(
            _("Switch it on") if silent else _("Switch it off"),
            key="silence_chosen",
            on_click=active_changes.set_silenced_heads,
            args=(others if silent else [*others, one],),
        )
        if st.button(_("Its map"), key="map_of_chosen", on_click=_select_head, args=(one,)):
            st.switch_page(texts.folder("multi_head") / "page.py")


def _select_head(head: SilencedHead) -> None:
    """Select a head for the pages that show one."""
    st.session_state.update(
        {"attention": head.attention, "layer": head.layer + 1, "head": head.head + 1}
    )
