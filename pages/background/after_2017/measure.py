"""BLEU by hand: this translation beside a reference that the visitor types."""

import html

import streamlit as st

from pages.background.after_2017.compute.bleu import Bleu, bleu
from pages.background.after_2017.remarks import learned as remarks
from ui.choices import controls
from ui.messages import _, ngettext, pgettext
from ui.readings import session
from ui.readings.reading import Reading
from ui.words import decimal, in_quotes

LONGEST = 500


def draw(reading: Reading) -> str:
    """Count what the translation shares with a reference."""
    typed = controls.text(
        "reference",
        _("How would you translate the sentence? (the reference)"),
        max_chars=LONGEST,
        placeholder=_second(reading),
    )
    own = bool(typed.strip())
    found = bleu(reading.translation, typed if own else _second(reading))
    st.html(_beside(found))
    st.html(_table(found))
    return remarks.measure(found, own)


def _second(reading: Reading) -> str:
    """Return the search's second choice, or its only one: a reference until one is typed."""
    hypotheses = reading.hypotheses
    if len(hypotheses) < 2:
        return reading.translation
    return session.glass().tokenizer.decode(hypotheses[1].tokens)


def _beside(found: Bleu) -> str:
    """Return both texts, the words that the other one has in bold."""
    counted = {run.text: run.right for run in found.runs[0]}
    sides = []
    for words in (found.translation, found.reference):
        left = dict(counted)
        marked = []
        for word in words:
            right = left.get(word, 0) > 0
            left[word] = left.get(word, 0) - 1
            marked.append(f"<b>{html.escape(word)}</b>" if right else html.escape(word))
        sides.append(" ".join(marked))
    said, wanted = sides
    rows = ((_("translation"), said), (_("reference"), wanted or html.escape(_("(empty)"))))
    shown = "".join(f"<dt>{html.escape(name)}</dt><dd>{text}</dd>" for name, text in rows)
    return f'<dl class="sayings">{shown}</dl>'


def _table(found: Bleu) -> str:
    rows = "".join(
        f"<tr><th>{_words(n)}</th><td>{_share(right, there)}</td>"
        f"<td>{decimal(right / there if there else 0, 3)}</td>"
        f'<td class="said">{html.escape(_missing_runs(found, n))}</td></tr>'
        for n, (right, there) in enumerate(found.counts, 1)
    )
    heads = (_("runs of"), pgettext("runs", "right"), "p", _("not in the reference"))
    head = "".join(f"<th>{html.escape(name)}</th>" for name in heads)
    lengths = ngettext("{said} / {count} word", "{said} / {count} words", len(found.reference))
    lengths = lengths.format(said=len(found.translation), count=len(found.reference))
    brevity, score = decimal(found.brevity, 3), decimal(found.score, 1)
    precisions = " · ".join(decimal(p, 3) for p in found.precisions)
    foot = (
        f"<tr><th>BP</th><td>{html.escape(lengths)}</td>"
        f'<td>{brevity}</td><td class="said">'
        f"BLEU = {brevity} · ({precisions})<sup>1/4</sup> = <b>{score}</b></td></tr>"
    )
    return f'<div class="variants numbers"><table><tr>{head}</tr>{rows}{foot}</table></div>'


def _words(count: int) -> str:
    return html.escape(ngettext("{count} word", "{count} words", count).format(count=count))


def _share(right: int, there: int) -> str:
    """Return how many runs are right; a text may be too short to have any."""
    if not there:
        return html.escape(_("there are none"))
    return html.escape(_("{right} of {count}").format(right=right, count=there))


def _missing_runs(found: Bleu, n: int) -> str:
    missed = [in_quotes(run.text) for run in found.runs[n - 1] if run.right < run.there]
    return ", ".join(missed[:3]) + (" …" if len(missed) > 3 else "")
