"""What is said of vectors that stand alone."""

import pytest

from pages.encoder.encoder_stack import remarks


@pytest.mark.parametrize(
    ("before", "now", "count", "said"),
    [
        (0, 1, 1, "Before the first layer, no; after the last, yes."),
        (1, 2, 5, "After the last layer, for 2 of 5 words, the vector alone makes"),
    ],
)
def test_one_word_is_not_counted(before, now, count, said):
    assert said in str(remarks.describe_vectors_alone([before, now], count, [], []))
