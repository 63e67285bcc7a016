"""The tables of the page, in Markdown: judged examples, scores, and what "it" attends to."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from model.robustness.typed import Judged
from ui.messages import N_, _
from ui.words import decimal, plain

# Of the judged translations, into French: what goes right, and three kinds of what goes wrong.
EXAMPLES = (
    "What time does the last train to Berlin leave?",
    "My phone's battery is almost empty.",
    "He pretends to be asleep.",
    "My computer is slower than yours.",
    "The prices rose by 12 % last year.",
    "The older I get, the less I sleep.",
)
# What the judge wrote of those that go wrong: marked here, so that it is translated.
REASONS = (
    N_('"court" (short) instead of "lent"'),
    N_('"ont roulé à" wrong for rose by'),
    N_('"Plus j\'ai": older missing'),
)


def examples(judged: Sequence[Judged], texts: Sequence[str] = EXAMPLES) -> str:
    """Return a table in Markdown of judged translations into French, the right ones first.

    Args:
        judged: all that was judged.
        texts: which of them.
    """
    found = {row.text: row for row in judged if row.target == "fr"}
    rows = sorted(
        (found[text] for text in texts if text in found), key=lambda row: row.verdict != "yes"
    )
    lines = [
        f"| {'✓' if row.verdict == 'yes' else '✗'} | {plain(row.text)} | {plain(row.translation)} "
        f"| {plain(_(row.why))} |"
        for row in rows
    ]
    heads = ("", _("sentence"), _("the model's French"), _("what is wrong"))
    return "\n".join([f"| {' | '.join(heads)} |", "|---" * 4 + "|", *lines])


def final_scores(scores: Sequence[Mapping], heading: str) -> str:
    """Return a table of the shipped weights' BLEU and chrF by direction.

    Args:
        scores: of each direction, with the signatures of both measures.
        heading: what was translated, and how.
    """
    means = {name: fmean(score[name] for score in scores) for name in ("bleu", "chrf")}
    rows = [
        f"| {score['direction']} | {decimal(score['bleu'], 1)} | {decimal(score['chrf'], 1)} |"
        for score in (*scores, {"direction": _("mean"), **means})
    ]
    return "\n".join([f"| {heading} | BLEU | chrF |", "|---|---|---|", *rows])


def strongest(found: Mapping) -> str:
    """Return a table of what "it" attends to most in each layer and head of the encoder."""
    heads = range(1, len(found["strongest"][0]) + 1)
    rows = [
        [str(layer), *(f"{token} {decimal(weight, 2)}" for token, weight in pairs)]
        for layer, pairs in enumerate(map(zip, found["strongest"], found["weights"]), start=1)
    ]
    names = [_("layer"), *(_("head {head}").format(head=head) for head in heads)]
    top, *body = (f"| {' | '.join(row)} |" for row in (names, *rows))
    return "\n".join([top, "|---" * len(names) + "|", *body])
