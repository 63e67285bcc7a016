"""Positions: two words at every two places, and what the scores of a first layer are made of."""

import streamlit as st

from model.embedding import positional_encoding
from pages.background.after_2017 import cached
from pages.background.after_2017.compute import positions
from pages.background.after_2017.figures import series
from pages.background.after_2017.figures.tokens import every_two_places
from pages.background.after_2017.names import STACKS, TERMS
from pages.background.after_2017.remarks import places as remarks
from ui.choices import controls
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import session
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


def draw_positions(reading: Reading) -> str:
    """Draw added and turned positions side by side, then the four parts of all scores."""
    config, tokens = session.glass().config, reading.source
    embedding = reading.trace["encoder.embedding.embedding"][0].double()
    matrices = [cached.matrix("encoder", 0, name).double() for name in ("W_Q", "W_K")]
    with st.container(horizontal=True, vertical_alignment="bottom", key="pair_choices"):
        asks = controls.word(tokens, key="asks", label=_("Query"), default=min(2, len(tokens)))
        answers = controls.word(tokens, key="answers", label=_("Key"), default=min(4, len(tokens)))
    head = controls.choose_number("rotary_head", _("Head"), config.h)
    count = min(MOST, max(FEWEST, len(tokens)))
    columns = (W.unflatten(1, (config.h, -1))[:, head] for W in matrices)
    encoding = positional_encoding(count, config.d_model).double()
    scores = positions.score_pair(embedding[[asks, answers]], encoding, *columns)
    pair = remarks.measured_pair(tokens[asks].text, tokens[answers].text, count)
    _caption(pair, remarks.place_of(head))
    reach, spreads = scores.abs().max().item(), [positions.largest_difference(s) for s in scores]
    maps = zip(st.columns(2), MAPS.items(), scores, spreads, strict=True)
    for place, (kind, (title, label)), one, spread in maps:
        with place:
            title = _(title)
            _caption(f"**{title}**", remarks.above_map(spread))
            figure = every_two_places(one, reach)
            plot(figure, key=f"places_{kind}", label=_(label).format(count=count))
    _draw_parts(reading)
    q, k = ((embedding @ W).unflatten(-1, (config.h, -1)).transpose(0, 1) for W in matrices)
    return remarks.positions(spreads[0], positions.change_by_moving(q, k, PLACES_ON), PLACES_ON)


def _draw_parts(reading: Reading) -> None:
    """Split the scores of a first layer, as they are, into four."""
    stack = controls.one_of("first_layer", _("Layer 1 as it is, of the"), STACKS, "encoder")
    trace, attention = reading.trace, reading.attention(stack, 0)
    terms = positions.four_terms(
        trace[f"{stack}.embedding.embedding"][0],
        trace[f"{stack}.embedding.positions"],
        *(cached.matrix(stack, 0, name) for name in ("W_Q", "W_K")),
        session.glass().config.h,
    )
    shares = positions.shares(terms, attention["visible"][0, 0].expand(terms.shape[-2:]))
    plot(
        series.parts(shares.nan_to_num(), [_(term) for term in TERMS]),
        key="score_parts",
        label=_("What distinguishes the keys of layer 1, by head: words and positions"),
    )
    error = (terms.sum(dim=0) - attention["scores"][0]).abs().max().item()
    explain.finding(remarks.four_parts(shares, error))


def _caption(said: Sentence | str, where: Sentence) -> None:
    st.html(f'<div class="measured">{as_html(said)}<span>{as_html(where)}</span></div>')
