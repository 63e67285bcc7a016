"""Positions: two words at every two places, and what the scores of a first layer are made of."""

import streamlit as st

from pages.background.after_2017 import cached, choices
from pages.background.after_2017.compute import four_terms, rotary
from pages.background.after_2017.figures import positions as figures
from pages.background.after_2017.names import STACKS
from pages.background.after_2017.remarks import places as remarks
from ui.choices import controls
from ui.frame import explain
from ui.messages import N_, _
from ui.readings.reading import Reading
from ui.sentence import Sentence, as_html
from ui.views.plot import plot

FEWEST, MOST = 12, 48  # places that are drawn
PLACES_ON = 50  # by which the sentence is moved
MAPS = {  # title, and what a screen reader says
    "added": (
        N_("2017: added"),
        N_("2017, added, scores of two words at {count} × {count} places"),
    ),
    "turned": (
        N_("today: turned"),
        N_("today, turned, scores of two words at {count} × {count} places"),
    ),
}


def draw(reading: Reading) -> str:
    """Draw added and turned positions side by side, then the four parts of all scores."""
    trace, tokens = reading.trace, reading.source
    embedding = trace["encoder.embedding.embedding"][0].double()
    W_Q, W_K = (W.double() for W in cached.first_layer("encoder"))
    h = trace["encoder.layers.0.self_attention.weights"].shape[1]
    with st.container(horizontal=True, vertical_alignment="bottom", key="pair_choices"):
        asks = controls.word(tokens, key="asks", label=_("Query"), default=min(2, len(tokens)))
        answers = controls.word(tokens, key="answers", label=_("Key"), default=min(4, len(tokens)))
    head = choices.head("rotary_head")
    columns = slice(head * W_Q.shape[1] // h, (head + 1) * W_Q.shape[1] // h)
    count = min(MOST, max(FEWEST, len(tokens)))
    one = embedding[asks], embedding[answers]
    own = W_Q[:, columns], W_K[:, columns]
    added = rotary.added_scores(*one, cached.encoding(count), *own)
    turned = rotary.turned_scores(*one, count, *own)
    pair = remarks.measured_pair(tokens[asks].text, tokens[answers].text, count)
    _caption(pair, remarks.place_of(head))
    reach = max(added.abs().max().item(), turned.abs().max().item())
    maps = zip(st.columns(2), MAPS.items(), (added, turned), strict=True)
    for place, (kind, (title, label)), scores in maps:
        with place:
            title = _(title)
            _caption(f"**{title}**", remarks.above_map(rotary.largest_difference(scores)))
            plot(
                figures.every_two_places(scores, reach),
                key=f"places_{kind}",
                label=_(label).format(count=count),
            )
    q, k = ((embedding @ W).unflatten(-1, (h, -1)).transpose(0, 1) for W in (W_Q, W_K))
    _parts(reading)
    return remarks.positions(
        rotary.largest_difference(added), rotary.change_by_moving(q, k, PLACES_ON), PLACES_ON
    )


def _parts(reading: Reading) -> None:
    """Split the scores of a first layer, as they are, into four."""
    names = {stack: _(name) for stack, name in STACKS.items()}
    stack = controls.one_of("first_layer", _("Layer 1 as it is, of the"), names, "encoder")
    trace = reading.trace
    terms = four_terms.four_terms(
        trace[f"{stack}.embedding.embedding"][0],
        trace[f"{stack}.embedding.positions"],
        *cached.first_layer(stack),
        trace[f"{stack}.layers.0.self_attention.weights"].shape[1],
    )
    path = f"{stack}.layers.0.self_attention"
    visible = trace[f"{path}.visible"][0, 0].expand(terms.shape[-2:])
    shares = four_terms.shares(terms, visible)
    plot(
        figures.parts(shares.nan_to_num(), [_(term) for term in four_terms.TERMS]),
        key="score_parts",
        label=_("What distinguishes the keys of layer 1, by head: words and positions"),
    )
    error = (terms.sum(dim=0) - trace[f"{path}.scores"][0]).abs().max().item()
    explain.finding(remarks.four_parts(shares, error))


def _caption(said: Sentence | str, where: Sentence) -> None:
    st.html(f'<div class="measured">{as_html(said)}<span>{as_html(where)}</span></div>')
