"""Words such as "almost evenly" fit the numbers that they stand for, in all heads."""

import pytest

from model.measures.attention_entropy import FEWEST, even
from model.tokenizer import EOS
from pages.attention.multi_head.remarks import of_head
from pages.attention.scaled_dot_product.remarks import look_for
from pages.encoder.feed_forward import cached
from ui.readings import session
from ui.readings.reading import ATTENTIONS, told_apart


@pytest.fixture(scope="module")
def readings():
    """Thirty sentences with the translations that people gave them."""
    encode = session.load_model()[1].encode
    return [
        session.read_given(row["en"], "fr", (*encode(row["fr"]), EOS)) for row in cached.sentences()
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
        for head, word in even(weights, visible).nonzero().tolist():
            row = seen[word].tolist()
            text = look_for(weights, word, head, row, queries, keys, kind != "cross")
            assert "almost evenly" in text
            assert weights[head, word].max() < 0.5
            assert weights[head, word].max() * seen[word].sum() < 1.5


def test_no_head_is_called_even_that_has_an_uneven_row(readings):
    for reading, kind, weights, visible in attentions(readings):
        count = visible.sum(dim=-1).expand(weights.shape[1])
        names = [told_apart(tokens) for tokens in reading.axes(kind)]
        for head in weights:
            text = of_head(head, visible, kind, *names)
            largest = (head.max(dim=-1).values * count)[count >= FEWEST]
            assert "evenly" not in text or largest.max() < 1.5
            assert "without contrast" not in text
