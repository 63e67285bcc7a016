"""What was measured of the shipped weights is told as it was measured."""

import json
import re

import pytest

from model.robustness.two_readers import count_verdicts, read_verdicts
from model.storage import ALIGNMENT
from pages.training.how_good_is_it.remarks import (
    describe_acceptability,
    describe_alignment,
    describe_language_pairs,
    describe_pronoun_attention,
    describe_robustness,
    describe_scores,
    describe_verdicts,
    describe_weakest_word,
    name_direction,
)
from pages.training.how_good_is_it.sections import load_judgements
from pages.training.how_good_is_it.tables import (
    EXAMPLES,
    REASONS,
    attention_table_markdown,
    examples_table_markdown,
    scores_table_markdown,
)
from ui.frame.doubts import TranslatedWord
from ui.readings import session

PAGE = "how_good_is_it"


def test_the_picture_has_the_recorded_scores_of_both_sets(open_page, data_of):
    bars = data_of(open_page(PAGE, sections="scores"), "by_direction")["figure"]["data"]
    final = session.training_record()["final"]
    both = {score["direction"] for score in final["scores"]}
    for bar, scores in zip(bars, (final["scores"], final["own"]["scores"]), strict=True):
        assert list(zip(bar["x"], bar["y"], strict=True)) == [
            (name_direction(score["direction"]), score["bleu"])
            for score in scores
            if score["direction"] in both
        ]


@pytest.mark.parametrize(("section", "key"), [("what_it_bears", "careless"), ("own", "every_way")])
def test_each_section_is_drawn_alone_and_from_its_table(open_page, data_of, section, key):
    app = open_page(PAGE, sections=section)
    assert not app.exception
    drawn = [json.loads(view.proto.json) for view in app.get("bidi_component")]
    figures = [view for view in drawn if "figure" in view]
    assert len(figures) == 1  # this section's
    assert data_of(app, key) in figures


def test_what_stands_out_is_found_among_the_scores():
    scores = [{"direction": way, "bleu": b} for way, b in (("en-fr", 10), ("fr-en", 20))]
    said = describe_scores(
        scores, [{"direction": "en-fr", "bleu": 4}, {"direction": "de-en", "bleu": 90}]
    )
    assert (
        "**French → English** scores highest (20.0 BLEU), **English → French** lowest (10.0)"
        in said
    )
    assert "have 1 direction in common." in said
    assert "falls from **10.0** to **4.0**" in said
    assert "rare" not in describe_scores(scores, None)
    assert "rare" not in describe_scores(scores, [{"direction": "de-en", "bleu": 90}])


def test_the_best_row_is_told_with_its_place_and_its_error():
    table = session.load_measurements(ALIGNMENT)
    said = describe_alignment(table)
    best = min(table["rows"], key=lambda row: row["mean"])
    assert f"layer {best['layer'] + 1}, head {best['head'] + 1}" in said
    assert f"**{100 * best['mean']:.1f}%**" in said


def test_the_shipped_scores_are_in_the_table_with_their_mean():
    scores = [{"direction": way, "bleu": b, "chrf": 2 * b} for way, b in (("a-b", 10), ("b-a", 20))]
    head, _, first, second, mean = scores_table_markdown(scores, "all, beam 4").splitlines()
    assert head == "| all, beam 4 | BLEU | chrF |"
    assert first == "| a-b | 10.0 | 20.0 |"
    assert second == "| b-a | 20.0 | 40.0 |"
    assert mean == "| mean | 15.0 | 30.0 |"


def test_what_the_model_bears_is_told_from_the_table():
    table = {
        "long": {"sentences": 1200, "stop early": 3, "run in circles": 4},
        "copies": {"names": [5, 64], "numbers": [30, 32]},
    }
    text = describe_robustness(table)
    numbers = re.findall(r"\*\*(.*?)\*\*", text)
    assert numbers == ["1,200", "3", "4", "5 of 64", "30 of 32"]


def test_the_pronoun_is_told_with_the_larger_share():
    found = {"text": "T", "to animal": 0.1, "to street": 0.2, "translations": {"fr": "x"}}
    assert "more weight on **street** (0.200) than on animal (0.100)" in describe_pronoun_attention(
        found
    )
    assert "more weight on **animal**" in describe_pronoun_attention(found | {"to animal": 0.3})


def test_the_examples_are_translations_of_these_weights_and_say_what_is_wrong():
    rows = load_judgements()
    table = examples_table_markdown(rows)
    assert table.count("✓") == table.count("✗") == len(EXAMPLES) / 2
    wrong = [row for row in rows if row.text in EXAMPLES and row.verdict == "no"]
    assert {row.why for row in wrong if row.target == "fr"} == set(REASONS)  # and translated
    right = sum(row.verdict == "yes" for row in rows)
    assert (
        describe_acceptability(rows).count(f"**{len(rows)}**")
        == describe_acceptability(rows).count(f"**{right}**")
        == 1
    )


def test_ways_without_english_are_counted_apart_and_untrained_ones_named():
    scores = {
        way: {"bleu": 0.0, "chrf": chrf}
        for way, chrf in (("en-fr", 60.0), ("fr-en", 70.0), ("fr-de", 20.0), ("fr-fr", 30.0))
    }
    said = describe_language_pairs(scores, ["en-fr", "fr-en", "fr-de"])
    assert "To and from English, it's **65.0**. Among the other languages, it's **20.0**." in said
    assert "From a language into itself, as if you'd picked the wrong one, it's **30.0**." in said
    assert "no pairs for French → French." in said
    assert "no pairs" not in describe_language_pairs(scores, list(scores))


def test_each_head_has_its_strongest_token_in_the_table_of_the_pronoun():
    table = attention_table_markdown(
        {"strongest": [["it", "</s>"]] * 3, "weights": [[0.5, 0.25]] * 3}
    )
    assert table.splitlines()[0] == "| layer | head 1 | head 2 |"
    assert table.splitlines()[-1] == "| 3 | it 0.50 | </s> 0.25 |"


def test_the_shares_of_two_readers_are_said_as_a_range():
    said = describe_verdicts(read_verdicts())
    first, second, __ = count_verdicts(read_verdicts())
    for counts in (first, second):
        assert f"{counts['good'] / len(read_verdicts()):.0%}" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([("Le", 0.9), ("chat", 0.3), (".", 0.1)], "least sure of “chat”: 30%"),
        (
            [("Bonjour", 0.85), ("!", 0.5)],
            "at least 85% sure of every word",
        ),
        ([("!", 0.2)], "wrote no word"),
        ([], "wrote no word"),
    ],
)
def test_the_end_names_the_weakest_word_punctuation_apart(words, said):
    assert said in str(describe_weakest_word([TranslatedWord(*word) for word in words]))
