"""The pruning curve: scores of the very translations that a silenced model says."""

import pytest
import sacrebleu
import torch

from model.census.curves import (
    SEEDS,
    all_pruning_curves,
    count_curves,
    make_scorer,
    mean_importance,
    pruning_curve,
    sample_evenly,
)
from model.census.orders import GROUPS, list_heads
from model.changes.kinds import collect_edits
from model.data.corpora import Corpus
from model.trace import editing
from model.translate import translate


@pytest.fixture
def corpus(lines):
    return Corpus(("en", "fr"), (lines["en"], lines["fr"]))


def test_a_score_is_of_both_directions_with_these_heads_silenced(network, tokenizer, corpus):
    some = list_heads(network.config)[1:4]
    score = make_scorer(network, tokenizer, [corpus], 2)
    texts, right = (
        [*sample_evenly(corpus.sentences[a], 2), *sample_evenly(corpus.sentences[1 - a], 2)]
        for a in (0, 1)
    )
    with editing(network, collect_edits(network, some)):
        said = translate(network, tokenizer, texts, ["fr", "fr", "en", "en"], width=1)
    chrf = sacrebleu.corpus_chrf([one.text for one in said], [right]).score
    assert score(some)[1] == pytest.approx(chrf, abs=0.01)


def test_a_set_is_translated_once_in_whatever_order(network, tokenizer, corpus, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "model.census.curves.translate",
        lambda *rest, **_: asked.append(1) or translate(*rest, width=1),
    )
    score = make_scorer(network, tokenizer, [corpus], 1)
    some = list_heads(network.config)[:2]
    assert score(some) == score(some[::-1])
    assert len(asked) == 1


def test_a_curve_begins_with_no_head_and_ends_with_all(config):
    order = list_heads(config, "cross")
    found = pruning_curve(order, 4, lambda some: (float(len(some)), 100.0 - len(some)))
    assert found == {
        "silenced": [0, 2, 4, 6, 8],
        "bleu": [0, 2, 4, 6, 8],
        "chrf": [100, 98, 96, 94, 92],
    }
    assert pruning_curve(order[:2], 4, lambda some: (0.0, 0.0))["silenced"] == [0, 1, 2]


def test_every_group_has_a_curve_for_each_importance_and_each_seed(network):
    config = network.config
    importance = {"silencing": torch.rand(3, config.N, config.h)}
    found = list(all_pruning_curves(importance, network, lambda some: (len(some), 0.0)))
    assert len(found) == count_curves(1) == len(GROUPS) * (1 + SEEDS)
    for one in found:
        whole = len(list_heads(config, one["group"]))
        assert (one["silenced"][0], one["silenced"][-1]) == (0, whole)
        assert one["bleu"] == one["silenced"]


def test_the_mean_is_over_sentences():
    assert mean_importance([torch.zeros(3, 1, 2), torch.ones(3, 1, 2)]).eq(0.5).all()


def test_lines_are_spread_over_a_file_that_may_begin_with_its_shortest():
    assert sample_evenly("abcdefgh", 4) == ["a", "c", "e", "g"]
    assert sample_evenly("ab", 4) == ["a", "b"]
