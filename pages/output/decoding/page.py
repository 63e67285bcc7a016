"""Decoding: the tree of a search, its ranking, three ways to choose, and the cache."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from model import decoding
from pages.output.decoding import differing, remarks
from pages.output.decoding.cache_costs import cache_costs
from pages.output.decoding.choices import beginning, chosen_search, sampling_settings
from pages.output.decoding.computed import endings
from pages.output.decoding.measured import beam, draws, search
from pages.output.decoding.views.methods import Result, methods
from pages.output.decoding.views.ranking import ranking_view
from pages.output.decoding.views.search_tree import search_tree
from ui.choices import controls, told
from ui.frame import explain
from ui.readings import session
from ui.readings.reading import quoted

NAME = "decoding"
DRAWS = 4

explain.opening(NAME)
reading = controls.reading()
controls.only_for(reading, "begin", "search")
model, tokenizer = session.load_model()
source, start = reading.source_ids, reading.target_ids[0]
row = st.container(horizontal=True, vertical_alignment="center", key="choices")
with row:
    method, width = chosen_search()
    prefix = beginning(tokenizer, len(source) + decoding.EXTRA_LENGTH)
alpha = controls.decimal("alpha", 0, 2, session.ALPHA)
sampling = sampling_settings()

drawn = partial(draws, source, start, DRAWS, *sampling.values(), prefix, reading.changes)
with st.container(key="computing"):  # what is waited for has its own line, and not the player's
    wide = beam(reading, width, prefix)
    greedy = search(source, start, 1, prefix, reading.changes)
    steps = {"beam": wide, "greedy": greedy}.get(method) or drawn()[0]
best = {"beam": endings(wide, alpha)[0], "greedy": endings(greedy, 0.0)[0]}
told.tell(**{name: tokenizer.decode(one.tokens) for name, one in best.items()})
if method == "beam" and width > 1 and not prefix and best["beam"].tokens == best["greedy"].tokens:
    with row:
        differing.offer(reading.language, width, alpha)
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
    """Return the last tokens of candidates as texts quote them."""
    return quoted(tokenizer.pieces([candidate.token for candidate in candidates]))


explain.look_for(
    remarks.look_for(
        wide, greedy, width, alpha, len(prefix), names, steps if method == "sampling" else None
    )
)

ranked = endings(wide, alpha)
if explain.section(NAME, "Who wins: the length penalty"):
    ranking_view(ranked, tokenizer, alpha)
    explain.formula(
        r"\mathrm{score}(Y) = \frac{\sum_{t=1}^{|Y|} \log P(y_t \mid y_{<t}, X)}"
        r"{\left((5 + |Y|) / 6\right)^{\alpha}}",
        remarks.arithmetic(ranked[0], alpha),
    )

if explain.section(NAME, "Three ways to choose"):
    methods(
        [
            Result("greedy", "Greedy", "always the likeliest", endings(greedy, alpha)),
            Result("beam", "Beam search", f"{width} beams, α = {alpha:.1f}", ranked),
            Result(
                "sampling", "Sampling", f"{DRAWS} draws", [endings(one, 0.0)[0] for one in drawn()]
            ),
        ],
        tokenizer,
        alpha=alpha,
        sampling=sampling,
        chosen=method,
    )

if explain.section(NAME, "What the cache spares"):
    cache_costs(reading, explain.prose(NAME)["What one step multiplies"])

explain.code_and_shapes(
    decoding.beam_search,
    {
        "hypotheses": f"up to {width} rows × {len(wide)} tokens",
        "log p of the next token": f"{width} × {model.config.vocab_size}",
        "candidates of a step": f"{2 * width}",
        "memory": f"{width} × {len(source)} × {model.config.d_model}",
    },
    also=decoding.ranking,
)
