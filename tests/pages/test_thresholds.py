"""Words fit what they stand for: numbers, interventions, and sets that nothing was chosen on."""

import ast
import json
import math
import re
from pathlib import Path

import pytest
import torch

from model.measures.attention_entropy import MIN_KEYS, uniform_query_mask
from model.parts import Head
from model.tokenizer import EOS
from pages.attention.multi_head.remarks import describe_head
from pages.attention.scaled_dot_product.remarks import describe_takeaway
from pages.background.after_2017.compute.passes import compute_mean_key_weights
from pages.background.after_2017.remarks import whole
from pages.lab.who_contributed import remarks as who_contributed
from pages.output.next_token.remarks import describe_certainty
from pages.training.how_good_is_it import remarks as how_good
from ui.readings import session, units
from ui.readings.reading import ATTENTIONS, Token, distinct_names


@pytest.fixture(scope="module")
def readings():
    """Thirty sentences with the translations that people gave them."""
    encode = session.load_model()[1].encode
    return [
        session.read_with_translation(row["en"], "fr", (*encode(row["fr"]), EOS))
        for row in units.load_own_sentences()
    ]


def attentions(readings):
    for reading in readings:
        for kind in ATTENTIONS:
            for layer in range(session.load_model()[0].config.N):
                part = reading.attention(kind, layer)
                yield reading, kind, part["weights"][0], part["visible"][0, 0]


def test_no_row_that_is_called_even_has_a_key_with_half_of_the_weight(readings):
    for reading, kind, weights, visible in attentions(readings):
        queries, keys = reading.axes(kind)
        seen = visible.expand(weights.shape[1:])
        for head, word in uniform_query_mask(weights, visible).nonzero().tolist():
            row = seen[word].tolist()
            text = describe_takeaway(weights, word, head, row, (queries, keys))
            assert "almost evenly" in text
            assert weights[head, word].max() < 0.5
            assert weights[head, word].max() * seen[word].sum() < 1.5
            assert weights[head, word][seen[word]].min() * seen[word].sum() >= 0.5


def flatten(weights, visible, by):
    """Return what the weights would be if all scores were divided by a number."""
    scores = weights.clamp_min(1e-9).log() / by
    return scores.masked_fill(~visible, -math.inf).softmax(dim=-1)


def test_a_head_is_called_even_only_if_no_row_of_it_is_uneven(readings):
    """The trained heads are sharp; divided scores make flat ones of them."""
    called = {1: 0, 4: 0, 100: 0}
    for reading, kind, weights, visible in attentions(readings):
        count = visible.sum(dim=-1).expand(weights.shape[1])
        names = [distinct_names(tokens) for tokens in reading.axes(kind)]
        for by in called:
            for head in flatten(weights, visible, by):
                if "evenly" in describe_head(head, visible, Head(kind, 0, 0), *names):
                    assert (head.max(dim=-1).values * count)[count >= MIN_KEYS].max() < 1.5
                    called[by] += 1
    assert called[1] <= called[4] < called[100]
    assert called[100] > 900  # of 30 sentences' 96 heads


# What must hold of the most likely token and of the second one, where a step is called so.
MOODS = {
    "The model is sure": lambda first, second: first >= 0.8 and second <= 0.2,
    "The model prefers one token": lambda first, second: 0.5 <= first < 0.8,
    "A few tokens compete": lambda first, second: 0.1 <= second <= first < 0.5,
    "No token is likely": lambda first, second: first < 0.5 and second < 0.1,
}


def test_no_step_is_called_a_contest_whose_first_token_has_most_of_the_probability(readings):
    said = set()
    for reading in readings:
        for row in reading.trace["logits"][0].softmax(dim=-1):
            first, second = row.topk(2).values.tolist()
            said.add(words := describe_certainty(first, second))
            assert MOODS[words](first, second), (words, first, second)
    assert said == {*MOODS}


def test_no_sink_rests_on_fewer_than_three_rows(readings):
    for *_, weights, visible in attentions(readings[:6]):
        rows = visible.expand(weights.shape[1:]).sum(dim=0)
        keys = [Token(str(place)) for place in range(len(rows))]
        received = compute_mean_key_weights(weights, rows)
        text = whole.describe_sinks(received, torch.ones(len(weights), len(rows)), keys, rows)
        if found := re.search(r"gives “(\d+)”", text):
            assert rows[int(found[1])] >= 3
        else:
            assert rows.max() < 3


# Words that say why. What was switched off, hidden or exchanged stands behind each place.
WHY = re.compile(r"\b(?:needs?|because|thanks to|is why|responsible|takes (?:both|all|several))\b")
SHOWN = {
    "background/after_2017": "that a curve is of a training in several stages",
    "background/history": "what a measurement costs the server",
    "decoder/cross_attention": "that a line links two words",
    "decoder/masking": "that a translation was cut off, or has hardly anything ahead",
    "decoder/shifted_input": "that several translations can be right",
    "encoder/residual_and_norm": "stacks with and without residuals",
    "input/positional_encoding": "positions switched off",
    "input/tokenization": "which merges were learned",
    "lab/steer_it": "how large an α a square of the map stands for",
    "output/next_token": "what beam search is",
    "start/overview": "that the probabilities of a word's tokens multiply",
    "start/story": "a sentence to try has the word",
    "training/learning": "that random logits differ from each other",
    "training/one_step": "how single precision rounds a small gradient",
    "training/teach_it": "where nothing can be measured, and that E also computes the logits",
}


def test_why_is_said_only_where_something_was_switched_off_or_exchanged():
    pages = Path(__file__).parents[2] / "pages"
    saying = set()
    for path in (*pages.glob("*/*/remarks.py"), *pages.glob("*/*/remarks/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.FunctionDef() | ast.ClassDef() | ast.Module():
                    if ast.get_docstring(node):
                        node.body[0].value.value = ""  # says what the code does
                case ast.Constant(str(text)) if WHY.search(text):
                    saying.add("/".join(path.relative_to(pages).parts[:2]))
    assert saying == {*SHOWN}


def test_the_best_on_a_set_is_said_to_be_chosen_on_that_set():
    def table(name):
        return json.loads((session.MODEL_FOLDER / name).read_text(encoding="utf-8"))

    assert "chose this head on these same pairs" in how_good.describe_alignment(
        table("alignment.json")
    )
    methods = table("attribution.json")
    assert "chosen for just that, on these same sentences" in who_contributed.describe_best_method(
        methods
    )
    methods["errors"]["attention"]["reads"]["mean"] = 1.0  # then no chosen head is praised
    assert "chosen" not in who_contributed.describe_best_method(methods)
