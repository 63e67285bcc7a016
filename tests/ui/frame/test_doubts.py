"""How sure the model was of each word, and what may have made it unsure."""

import math

import pytest

from model.decoding import Candidate
from model.trace import Trace
from tests.close import near
from ui.frame.doubts import (
    TranslatedWord,
    describe_underlines,
    find_rare_words,
    is_cut_off,
    list_doubt_reasons,
    list_output_words,
    name_unlikely_words,
    words_with_underlines_html,
)
from ui.readings import session
from ui.readings.reading import Reading, Token, source_tokens


def reading(*said):
    """A reading whose translation has these tokens: text, joined, probability."""
    node, tokens = Candidate(None, 0), []
    for text, joined, p in said:
        node = Candidate(node, 1, math.log(p), node.total + math.log(p))
        known = text != "<unk>"
        tokens.append(Token(text, joined=joined, special=text == "</s>", known=known))
    model = session.load_model()
    trace = Trace({}, {})
    return Reading("", "fr", (), (), tuple(tokens), "", (node,), (), (), False, trace, *model)


def test_a_word_is_as_likely_as_all_its_pieces_together():
    pieces = ("man", False, 0.5), ("teau", True, 0.5), (".", True, 0.5), ("</s>", False, 0.1)
    [word, _stop] = list_output_words(reading(*pieces))
    assert word.text == "manteau"
    assert word.probability == near(0.25)


def test_a_sign_around_a_word_has_a_number_of_its_own():
    """Else the bar says another number of a word than the tour and the pages."""
    said = (
        ("«", False, 0.5),
        ("l", True, 0.9),
        ("'", True, 0.9),
        ("eau", True, 1),
        ("».", True, 0.3),
    )
    assert list_output_words(reading(*said)) == [
        TranslatedWord("«", near(0.5)),
        TranslatedWord("l'eau", near(0.81), joined=True),
        TranslatedWord("».", near(0.3), joined=True),
    ]
    assert [
        word.text for word in list_output_words(reading(("▁", False, 0.5), (".", True, 0.5)))
    ] == ["."]
    assert ">chat</span><span" in words_with_underlines_html(
        list_output_words(reading(("chat", False, 1), (".", True, 1)))
    )


@pytest.mark.parametrize("text", ["The dog is sleeping.", "Where is the dog?", "¡Hola, perro!"])
def test_a_word_of_one_token_has_the_number_of_that_token(text):
    shipped = session.read(text, "fr")
    by_text = {word.text: word.probability for word in list_output_words(shipped)}
    nodes = zip(shipped.output, shipped.hypotheses[0].path, strict=True)
    whole = [(t.text, n.log_probability) for t, n in nodes if by_text.get(t.text) and not t.joined]
    assert len(whole) > 1
    for token, log_p in whole:
        assert by_text[token] == near(math.exp(log_p))


def test_an_unknown_piece_leaves_a_gap():
    one, unknown = ("1", False, 0.5), ("<unk>", True, 0.5)
    pieces = ("▁", False, 0.9), unknown, ("et", False, 0.5), one, unknown, ("2", True, 1)
    found = list_output_words(reading(*pieces))
    assert [word.text for word in found] == ["□", "et", "1□2"]


def test_bytes_are_shown_as_the_character_that_they_write():
    pieces = ("▁", False, 0.5), ("<0xE7>", True, 0.5), ("<0x8C>", True, 1), ("<0xAB>", True, 1)
    [word] = list_output_words(reading(*pieces))
    assert (word.text, word.probability) == ("猫", near(0.25))
    source = [Token(text, joined=joined) for text, joined, _ in pieces]
    assert any("byte by byte" in reason for reason in list_doubt_reasons("猫", source))


@pytest.mark.parametrize("text", ["The old gardener sleeps.", "Où est-il ?", "I like 茶.", "?!"])
def test_the_words_are_the_translation(text):
    plain = session.read(text, "fr")
    shown = "".join(
        " " * (not word.joined) + word.text for word in list_output_words(plain)
    ).strip()
    if all(token.known for token in plain.output):
        assert shown == " ".join(plain.translation.split())
    total = sum(math.log(word.probability) for word in list_output_words(plain))
    ended = plain.hypotheses[0].path[-1].log_probability
    assert total + ended == pytest.approx(plain.hypotheses[0].total, abs=1e-4)


def test_what_is_said_is_never_markup_and_each_certainty_has_its_line():
    text = words_with_underlines_html(
        [TranslatedWord("<b>", 0.95), TranslatedWord("le", 0.5), TranslatedWord("la", 0.1)]
    )
    assert "<b>" not in text
    for kind, shown in (("sure", "95%"), ("doubtful", "50%"), ("unsure", "10%")):
        assert f'class="{kind}" data-p="{shown}"' in text


def test_words_that_are_hardly_likely_are_named_and_the_lines_explained():
    said = [
        TranslatedWord("le", 0.95),
        TranslatedWord("kgor.", 0.02),
        TranslatedWord("?!", 0.01),
        TranslatedWord("<b>", 0.05),
    ]
    assert name_unlikely_words(said) == "“kgor” and “<b>”"
    assert name_unlikely_words(said + said) == "“kgor” and “<b>”"
    others = [TranslatedWord(text, 0.01) for text in "abc"]
    assert name_unlikely_words(said + others) == "“kgor”, “<b>”, “a” and 2 more"
    assert name_unlikely_words([TranslatedWord("le", 0.1)]) == ""
    [lines] = describe_underlines(said)
    assert "Wavy line</span>: the model was less than 40%" in lines
    assert "dashed" not in lines
    assert describe_underlines(said[:1]) == []


def test_half_a_sentence_has_words_and_no_end():
    assert is_cut_off("the man who had")
    assert not is_cut_off("the man who had.")
    assert not is_cut_off("the man")


def test_a_rare_word_is_cut_into_many_pieces_of_letters():
    tokens = [Token("ser"), Token("end", joined=True), Token("ip", joined=True), Token("12"),
              Token("3", joined=True), Token("4", joined=True), Token("a")]  # fmt: skip
    assert find_rare_words(tokens) == ["serendip"]


def test_reasons_are_named_only_where_they_can_be_seen():
    tokenizer = session.load_model()[1]

    def said(text):
        return " ".join(list_doubt_reasons(text, source_tokens(tokenizer, text)))

    assert said("The dog sleeps.") == ""
    assert "capitals" in said("THE DOG SLEEPS.")
    assert "rare" not in said("THE DOG SLEEPS.")  # the capitals cut its words
    assert "byte by byte" in said("I like 茶.")
    assert "cut off" in said("the dog sleeps in")
    assert "25 words" in said("word " * 24 + "end.")
    assert "rare" in said("A xylophonist zqxwv sleeps.")
