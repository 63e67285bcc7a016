"""What is said of vectors that stand alone."""

import pytest
import torch

from pages.encoder.encoder_stack import remarks
from ui.readings.reading import Token
from ui.readings.single_vector_decoding import SingleVectorOutput


@pytest.mark.parametrize(
    ("before", "now", "count", "said"),
    [
        (0, 1, 1, "Before the first layer, no; after the last, yes."),
        (1, 2, 5, "After the last layer, 2 of 5 words have a vector from which"),
    ],
)
def test_one_word_is_not_counted(before, now, count, said):
    assert said in str(remarks.describe_vectors_alone([before, now], count, [], [], ""))


def test_of_the_longest_text_the_words_of_the_translation_are_counted():
    outputs = [
        SingleVectorOutput(("Le", "coin", "la", "lac"), repeats=True),
        SingleVectorOutput(("Chien",), repeats=False),
    ]
    said = str(
        remarks.describe_vectors_alone(
            [0, 2], 2, outputs, [Token("the"), Token("dog")], "Le chien."
        )
    )
    assert "from the vector of “the”: “Le coin la lac”. Of its 4 words, 1 also occurs" in said


def test_a_word_that_occurs_twice_is_compared_with_itself_else_all_are():
    matrices = torch.eye(3).repeat(2, 1, 1)
    matrices[0, 0, 2], matrices[1, 0, 2] = 0.9, 0.4
    twice = [Token("is"), Token("he"), Token("is")]
    said = str(remarks.describe_whole_sentence(matrices, twice))
    assert "“is” occurs twice" in said
    assert "their cosine is 0.90. After the last layer, it's 0.40" in said
    once = [Token("is"), Token("he"), Token("</s>", special=True)]
    assert "grow less alike" in str(remarks.describe_whole_sentence(matrices, once))
    assert "more alike" in str(remarks.describe_whole_sentence(matrices.flip(0), once))


@pytest.mark.parametrize(
    ("steps", "said"), [((0.9, 0.5), "as far as the last one"), ((0.5, 0.9), "as far as layer 1")]
)
def test_the_layer_that_turns_a_token_furthest_is_named(steps, said):
    one, two = steps
    between = torch.tensor([[1.0, one, 0.3], [one, 1.0, two], [0.3, two, 1.0]])
    text = str(remarks.describe_takeaway(between, "“a”"))
    assert said in text
    assert ": by 60°." in text  # cos 60° = 0.5
    assert text.endswith("it turns by 73°.")  # cos 73° = 0.3
