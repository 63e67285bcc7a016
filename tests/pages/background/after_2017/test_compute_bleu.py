"""BLEU by hand beside the program that papers use."""

import math

import pytest
import sacrebleu

from pages.background.after_2017.compute.bleu import compute_bleu, tokenize_13a

PAIRS = (
    ("Le chat dort parce qu'il est fatigué.", "Le chat dort car il est fatigué."),
    ("The old man reads a long letter.", "The old man reads a long letter."),
    ("the the the the the the the", "the cat is on the mat"),
    ("He paid $1,000.50 (in cash) on 5-6 May - twice.", "He paid $1,000.50 in cash, on 5-6 May."),
    ("a b c d e f", "a b c d e f g h i j k"),
    ("Er las den Brief, den sie ihm schrieb.", "Er las den Brief, den sie ihm geschrieben hatte."),
)


@pytest.mark.parametrize(("translation", "reference"), PAIRS)
def test_it_equals_sacrebleu(translation, reference):
    judge = sacrebleu.BLEU(smooth_method="none", effective_order=False)
    theirs = judge.sentence_score(translation, [reference])
    ours = compute_bleu(translation, reference)
    assert ours.score == pytest.approx(theirs.score, abs=1e-9)
    assert ours.brevity_penalty == pytest.approx(theirs.bp)
    assert [right for right, _ in ours.counts] == theirs.counts
    assert [there for _, there in ours.counts] == theirs.totals


@pytest.mark.parametrize(
    "text",
    [each for pair in PAIRS for each in pair]
    + [
        "« Où est-il ? » demanda-t-elle… 3,5 km/h!",
        "&quot;AT&amp;T&quot; costs £2.50; really?",
        "  two   spaces\tand a tab  ",
        "日本語とEnglish, mixed.",
        "e.g. U.S.A. 1.5.2 ...",
        "{braces} ~tilde [x] @you #tag a*b^c",
    ],
)
def test_words_are_cut_as_sacrebleu_cuts_them(text):
    tokenizer = sacrebleu.tokenizers.tokenizer_13a.Tokenizer13a()
    assert tokenize_13a(text) == tokenizer(text.rstrip()).split()


def test_a_repeated_word_is_right_only_as_often_as_the_reference_has_it():
    found = compute_bleu("the the the the the the the", "the cat is on the mat")
    assert found.counts[0] == (2, 7)


def test_equal_texts_score_100_and_texts_without_anything_in_common_0():
    assert compute_bleu("one two three four", "one two three four").score == pytest.approx(100)
    assert compute_bleu("one two three four", "five six seven eight").score == 0


def test_short_texts_are_punished_by_the_brevity_penalty_alone():
    found = compute_bleu("a b c d", "a b c d e f g h")
    assert found.precisions == (1, 1, 1, 1)
    assert found.score == pytest.approx(100 * math.exp(-1))


def test_nothing_said_is_worth_nothing():
    assert compute_bleu("", "a reference").score == 0
    assert compute_bleu("word", "").score == 0
