"""Markdown tables: judged examples, scores, and what "it" attends to."""

import re
from collections.abc import Mapping, Sequence
from statistics import fmean

from model.robustness.typed import JudgedTranslation
from ui.messages import N_, _
from ui.words import escape_markdown, format_decimal

_QUOTED = re.compile(r'"([^"]*)"')
# Judged translations into French: three right ones, and three kinds of error.
EXAMPLES = (
    "What time does the last train to Berlin leave?",
    "My phone's battery is almost empty.",
    "He pretends to be asleep.",
    "My computer is slower than yours.",
    "The washing machine makes a terrible noise when it spins.",
    "The older I get, the less I sleep.",
)
# The judge's comments on the errors, and what they come to for somebody without French.
REASONS = {
    '"court" (short) instead of "lent"': N_("It says “My computer is shorter than yours.”"),
    '"goutte" means drips, not spins': N_("It says “… when it drips.”"),
    '"j\'ai grand": nonsense, for "get older"': N_("It says “The more I have big, the less I …”"),
}


def examples_table_markdown(
    judged: Sequence[JudgedTranslation], source_sentences: Sequence[str] = EXAMPLES
) -> str:
    """Return some judged translations into French as a Markdown table, acceptable ones first;
    what is wrong with the others can be unfolded (in HTML), and is for the first of them.

    Args:
        judged: all judged translations, also into other languages.
        source_sentences: the source sentences to show; those without a French translation are left
            out.
    """
    found = {row.text: row for row in judged if row.target == "fr"}
    rows = sorted(
        (found[text] for text in source_sentences if text in found),
        key=lambda row: row.verdict != "yes",
    )
    reasons = [_QUOTED.sub(r"“\1”", _(REASONS.get(row.why, row.why))) for row in rows]
    first = next(filter(None, reasons), "")
    lines = [
        f"| {'✓' if row.verdict == 'yes' else '✗'} | {escape_markdown(row.text)} "
        f"| {escape_markdown(row.translation)} "
        f"| {_folded_markdown(reason, reason == first)} |"
        for row, reason in zip(rows, reasons, strict=True)
    ]
    heads = ("", _("sentence"), _("the model's French"), _("what is wrong"))
    return "\n".join([f"| {' | '.join(heads)} |", "|---" * 4 + "|", *lines])


def _folded_markdown(reason: str, is_open: bool) -> str:
    """Return what is wrong with a translation, unfolded or to be unfolded; "" if nothing is."""
    if not reason:
        return ""
    said = f"<summary>{_('show')}</summary>{escape_markdown(reason)}"
    return f"<details{' open' * is_open}>{said}</details>"


def scores_table_markdown(scores: Sequence[Mapping], heading: str) -> str:
    """Return a Markdown table of BLEU and chrF: a row for each direction, and their means below.

    Args:
        scores: a record for each direction, with "direction" (such as "en-fr"), "bleu" and "chrf".
        heading: heading of the first column, which names the sentences and the beam width.
    """
    means = {name: fmean(score[name] for score in scores) for name in ("bleu", "chrf")}
    rows = [
        f"| {score['direction']} | {format_decimal(score['bleu'], 1)} "
        f"| {format_decimal(score['chrf'], 1)} |"
        for score in (*scores, {"direction": _("mean"), **means})
    ]
    return "\n".join([f"| {heading} | BLEU | chrF |", "|---|---|---|", *rows])


def attention_table_markdown(measured: Mapping) -> str:
    """Return a Markdown table of the token to which "it" attends most, by encoder layer and head.

    Args:
        measured: an entry of "pronoun" in the table that ``python -m model.robustness`` wrote. Of
            it, "strongest" (the tokens) and "weights" are read; both are lists by layer of lists by
            head.
    """
    heads = range(1, len(measured["strongest"][0]) + 1)
    rows = [
        [str(layer), *(f"{token} {format_decimal(weight, 2)}" for token, weight in pairs)]
        for layer, pairs in enumerate(map(zip, measured["strongest"], measured["weights"]), start=1)
    ]
    names = [_("layer"), *(_("head {head}").format(head=head) for head in heads)]
    top, *body = (f"| {' | '.join(row)} |" for row in (names, *rows))
    return "\n".join([top, "|---" * len(names) + "|", *body])
