"""Passes and searches of the whole model while taps are edited."""

import torch

from model.passes import (
    Search,
    collect_steps,
    forced_logits,
    record_pass,
    search_batch,
    search_with_edits,
)

SOURCES, START = ([7, 9, 12, 8, 2], [5, 6, 2]), 4
EDITS = {"encoder.layers.0.self_attention.heads": torch.zeros_like}


def test_forced_logits_are_those_of_the_recorded_pass(model):
    for edits in ({}, EDITS):
        trace = record_pass(model, SOURCES[0], [START, 8, 9], edits)
        assert torch.equal(
            forced_logits(model, SOURCES[0], [START, 8, 9], edits), trace["logits"][0]
        )


def test_sentences_that_are_searched_together_come_out_as_each_alone(finisher):
    together = search_batch(finisher, SOURCES, [START, START], EDITS, Search(width=2))
    for source, found in zip(SOURCES, together, strict=True):
        alone = search_with_edits(finisher, source, START, EDITS, Search(width=2))
        assert [one.tokens for one in found] == [one.tokens for one in alone]


def test_noted_steps_are_those_that_were_watched(finisher):
    seen, noted = [], []

    def watch(search):
        for step in search:
            seen.append(step[0])
            yield step

    search = Search(width=2, watch=collect_steps(watch, noted))
    best, *_ = search_with_edits(finisher, SOURCES[0], START, search=search)
    assert noted == seen
    assert best in [candidate for step in noted for candidate in step]
