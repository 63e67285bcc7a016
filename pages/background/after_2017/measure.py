"""BLEU by hand: this translation beside a reference that the visitor types."""

import html

import streamlit as st

from pages.background.after_2017.compute.bleu import Bleu, bleu
from pages.background.after_2017.remarks import learned as remarks
from ui.choices import controls
from ui.readings import session
from ui.readings.reading import Reading

LONGEST = 500


def draw(reading: Reading) -> str:
    """Count what the translation shares with a reference."""
    typed = controls.text(
        "reference",
        "How would you translate the sentence? (the reference)",
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
        shown = []
        for word in words:
            right = left.get(word, 0) > 0
            left[word] = left.get(word, 0) - 1
            shown.append(f"<b>{html.escape(word)}</b>" if right else html.escape(word))
        sides.append(" ".join(shown))
    said, wanted = sides
    return (
        f'<dl class="sayings"><dt>translation</dt><dd>{said}</dd>'
        f"<dt>reference</dt><dd>{wanted or '(empty)'}</dd></dl>"
    )


def _table(found: Bleu) -> str:
    rows = "".join(
        f"<tr><th>{_words(n)}</th><td>{_share(right, there)}</td>"
        f"<td>{right / there if there else 0:.3f}</td>"
        f'<td class="said">{html.escape(_missing_runs(found, n))}</td></tr>'
        for n, (right, there) in enumerate(found.counts, 1)
    )
    head = "<tr><th>runs of</th><th>right</th><th>p</th><th>not in the reference</th></tr>"
    foot = (
        f"<tr><th>BP</th><td>{len(found.translation)} / {_words(len(found.reference))}</td>"
        f'<td>{found.brevity:.3f}</td><td class="said">'
        f"BLEU = {found.brevity:.3f} · "
        f"({' · '.join(f'{p:.3f}' for p in found.precisions)})<sup>1/4</sup>"
        f" = <b>{found.score:.1f}</b></td></tr>"
    )
    return f'<div class="variants numbers"><table>{head}{rows}{foot}</table></div>'


def _words(count: int) -> str:
    return f"{count} {'word' if count == 1 else 'words'}"


def _share(right: int, there: int) -> str:
    """Return how many runs are right; a text may be too short to have any."""
    return f"{right} of {there}" if there else "there are none"


def _missing_runs(found: Bleu, n: int) -> str:
    missed = [f"“{run.text}”" for run in found.runs[n - 1] if run.right < run.there]
    return ", ".join(missed[:3]) + (" …" if len(missed) > 3 else "")
