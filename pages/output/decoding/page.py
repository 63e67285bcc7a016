"""Decoding: the search tree, the length penalty, three ways to choose, and the cache."""

from dataclasses import asdict
from functools import partial

import streamlit as st

from model import decoding
from model.glass import ALPHA
from pages.output.decoding import choices, differing, remarks
from pages.output.decoding.cache_costs import cache_costs
from pages.output.decoding.cached import beam, draws, search
from pages.output.decoding.compute import endings
from pages.output.decoding.views.methods import methods, three_ways
from pages.output.decoding.views.ranking import ranking_view
from pages.output.decoding.views.search_tree import search_tree
from ui.choices import controls, page_facts
from ui.frame import explain, texts
from ui.messages import _
from ui.readings import session

NAME = "decoding"

explain.opening(NAME)
reading = controls.reading()
controls.forget_for_another(reading, "begin", "search")
glass = session.glass()
tokenizer = glass.tokenizer
source, start = reading.source_ids, reading.target_ids[0]
row = st.container(horizontal=True, vertical_alignment="center", key="choices")
with row:
    method, width = choices.search_controls()
    prefix = choices.beginning(tokenizer, len(source) + decoding.EXTRA_LENGTH)
alpha = controls.decimal("alpha", 0, 2, ALPHA)
sampling, seed = choices.sampling_settings()
settings = {**asdict(sampling), "seed": seed}

drawn = partial(draws, source, start, (sampling, seed), prefix, reading.changes)
with st.container(key="computing"):  # a line of its own for spinners
    wide = beam(reading, width, prefix)
    greedy = search(source, start, 1, prefix, reading.changes)
    steps = {"beam": wide, "greedy": greedy}.get(method) or drawn()[0]
best = {"beam": endings(wide, alpha)[0], "greedy": endings(greedy, 0.0)[0]}
page_facts.tell(**{name: tokenizer.decode(one.tokens) for name, one in best.items()})
if method == "beam" and width > 1 and not prefix and best["beam"].tokens == best["greedy"].tokens:
    with row:
        differing.offer(reading.language, width, alpha)
search_tree(
    steps,
    tokenizer,
    start,
    {
        "version": [*map(str, (source, start, method, width, prefix, settings, reading.changes))],
        "method": method,
        "width": width if method == "beam" else 1,
        "forced": len(prefix),
    },
    state=choices.tree_state(len(steps), alpha, settings),
)
sampled, names = steps if method == "sampling" else None, remarks.names(tokenizer)
explain.in_your_sentence(remarks.look_for(wide, greedy, width, alpha, len(prefix), names, sampled))

if explain.section(NAME, "Who wins: the length penalty"):
    ranked = endings(wide, alpha)
    ranking_view(ranked, tokenizer, alpha)
    explain.formula(remarks.SCORE, remarks.arithmetic(ranked[0], alpha))

if explain.section(NAME, "Three ways to choose"):
    results = three_ways(greedy, wide, drawn(), width, alpha)
    methods(results, tokenizer, alpha=alpha, sampling=settings, chosen=method)

if explain.section(NAME, "What the cache saves"):
    cache_costs(reading, texts.prose(NAME)["What one step multiplies"])

explain.code_and_shapes(
    decoding.beam_search,
    {
        _("hypotheses"): _("up to {rows} rows × {tokens} tokens").format(
            rows=width, tokens=len(wide)
        ),
        _("ln p of the next token"): f"{width} × {glass.config.vocab_size}",
        _("candidates of a step"): f"{2 * width}",
        "memory": f"{width} × {len(source)} × {glass.config.d_model}",
    },
    also=decoding.ranking,
)
