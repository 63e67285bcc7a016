"""Decoding: the tree of a search, its ranking, three ways to choose, and the cache."""

from collections.abc import Sequence

import streamlit as st

from model import decoding
from ui import controls, decoding_words, explain, session
from ui.cache_costs import cache_costs
from ui.components.methods import Result, methods
from ui.components.ranking import ranking_view
from ui.components.search_tree import search_tree
from ui.decoding_controls import beginning, chosen_search, sampling_settings
from ui.reading import quoted
from ui.searches import draws, endings, search

NAME = "decoding"
DRAWS = 4

explain.opening(NAME)
reading = controls.reading()
controls.only_for(reading, "begin", "search")
model, tokenizer = session.load_model()
source, start = reading.source_ids, reading.target_ids[0]
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    method, width = chosen_search()
    prefix = beginning(tokenizer, len(source) + decoding.EXTRA_LENGTH)
alpha = controls.decimal("alpha", 0, 2, session.ALPHA)
sampling = sampling_settings()

beam = search(source, start, width, prefix, reading.changes)
greedy = search(source, start, 1, prefix, reading.changes)
samples = draws(source, start, DRAWS, *sampling.values(), prefix, reading.changes)
steps = {"beam": beam, "greedy": greedy, "sampling": samples[0]}[method]
search_tree(
    steps,
    tokenizer,
    start=start,
    method=method,
    width=width if method == "beam" else 1,
    forced=len(prefix),
    state={
        "step": controls.number("search", len(steps), default=0, least=0),
        "alpha": alpha,
        "pruned": controls.number("pruned", 1, least=0),
        **sampling,
    },
    version=(source, start, method, width, prefix, sampling, reading.changes),
)


def names(candidates: Sequence[decoding.Candidate]) -> list[str]:
    return quoted(tokenizer.pieces([candidate.token for candidate in candidates]))


explain.look_for(
    decoding_words.drawn(steps, len(prefix), names)
    if method == "sampling"
    else decoding_words.look_for(beam, greedy, width, alpha, len(prefix), names)
)

explain.section(NAME, "Who wins: the length penalty")
ranked = endings(beam, alpha)
ranking_view(ranked, tokenizer, alpha)
explain.formula(
    r"\mathrm{score}(Y) = \frac{\sum_{t=1}^{|Y|} \log P(y_t \mid y_{<t}, X)}"
    r"{\left((5 + |Y|) / 6\right)^{\alpha}}",
    decoding_words.arithmetic(ranked[0], alpha),
)

explain.section(NAME, "Three ways to choose")
methods(
    [
        Result("greedy", "Greedy", "always the likeliest", endings(greedy, alpha)),
        Result("beam", "Beam search", f"{width} beams, α = {alpha:.1f}", ranked),
        Result("sampling", "Sampling", f"{DRAWS} draws", [endings(one, 0.0)[0] for one in samples]),
    ],
    tokenizer,
    alpha=alpha,
    sampling=sampling,
    chosen=method,
)

explain.section(NAME, "What the cache spares")
cache_costs(reading, explain.prose(NAME)["What one step multiplies"])

explain.code_and_shapes(
    decoding.beam_search,
    {
        "hypotheses": f"up to {width} rows × {len(beam)} tokens",
        "log p of the next token": f"{width} × {model.config.vocab_size}",
        "candidates of a step": f"{2 * width}",
        "memory": f"{width} × {len(source)} × {model.config.d_model}",
    },
    also=decoding.ranking,
)
