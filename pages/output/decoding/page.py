"""Decoding: the search tree, the length penalty, three ways to choose, and the cache."""

from dataclasses import asdict
from functools import partial

import streamlit as st

from model import decoding
from model.glass import ALPHA
from pages.output.decoding import choices, differing, remarks
from pages.output.decoding.cache_costs import show_cache_costs
from pages.output.decoding.cached import find_beam_steps, run_beam_search, sample_translations
from pages.output.decoding.compute import rank_final_hypotheses
from pages.output.decoding.views.methods import collect_method_results, show_methods
from pages.output.decoding.views.ranking import show_ranking
from pages.output.decoding.views.search_tree import show_search_tree
from ui.choices import controls, page_facts
from ui.frame import explain, texts
from ui.messages import _
from ui.readings import session

NAME = "decoding"

explain.show_opening(NAME)
reading = controls.current_reading()
controls.reset_on_new_sentence(reading, "begin", "search")
glass = session.glass()
tokenizer = glass.tokenizer
source, start = reading.source_ids, reading.target_ids[0]
picture = st.container()
row = st.container(horizontal=True, vertical_alignment="center", key="choices")
with row:
    method, width = choices.choose_search()
    prefix = choices.choose_prefix(tokenizer, len(source) + decoding.EXTRA_LENGTH)
alpha = controls.float_choice("alpha", 0, 2, ALPHA)
sampling, seed = choices.sampling_settings()
settings = {**asdict(sampling), "seed": seed}

drawn = partial(sample_translations, source, start, (sampling, seed), prefix, reading.changes)
with st.container(key="computing"):  # a line of its own for spinners
    wide = find_beam_steps(reading, width, prefix)
    greedy = run_beam_search(source, start, 1, prefix, reading.changes)
    steps = {"beam": wide, "greedy": greedy}.get(method) or drawn()[0]
best = {
    "beam": rank_final_hypotheses(wide, alpha)[0],
    "greedy": rank_final_hypotheses(greedy, 0.0)[0],
}
page_facts.publish_facts(**{name: tokenizer.decode(one.tokens) for name, one in best.items()})
if method == "beam" and width > 1 and not prefix and best["beam"].tokens == best["greedy"].tokens:
    with row:
        differing.show_example_button(reading.language, width, alpha)
draws = settings if method == "sampling" else None
version = [*map(str, (source, start, method, width, prefix, draws, reading.changes))]
with picture:
    show_search_tree(
        steps,
        tokenizer,
        start,
        {
            "version": version,
            "method": method,
            "width": width if method == "beam" else 1,
            "forced": len(prefix),
        },
        state=choices.tree_state(len(steps), alpha, settings),
    )
sampled, names = steps if method == "sampling" else None, remarks.make_token_namer(tokenizer)
explain.show_sentence_fact(
    remarks.describe_takeaway(wide, greedy, width, alpha, len(prefix), names, sampled)
)
explain.defer_sentence_fact(
    remarks.describe_products(
        best["beam"], best["greedy"], lambda one: tokenizer.decode(one.tokens)
    )
)

if explain.show_section(NAME, "Who wins: the length penalty"):
    ranked = rank_final_hypotheses(wide, alpha)
    show_ranking(ranked, tokenizer, alpha)
    explain.show_formula(remarks.SCORE, remarks.score_latex(ranked[0], alpha))

if explain.show_section(NAME, "Three ways to choose"):
    results = collect_method_results(tokenizer, greedy, wide, drawn(), alpha)
    show_methods(results, width=width, alpha=alpha, sampling=settings, chosen_method=method)

if explain.show_section(NAME, "What the cache saves"):
    show_cache_costs(reading, texts.read_page_sections(NAME)["What one step multiplies"])

explain.show_code_and_shapes(
    decoding.beam_search,
    {
        _("hypotheses"): _("up to {rows} rows × {tokens} tokens").format(
            rows=width, tokens=len(wide)
        ),
        _("ln p of the next token"): f"{width} × {glass.config.vocab_size}",
        _("candidates of a step"): f"{2 * width}",
        "memory": f"{width} × {len(source)} × {glass.config.d_model}",
    },
    callee=decoding.rank_hypotheses,
)
