"""The page about the next token shows the pass's own logits, whatever is asked of it."""

from types import SimpleNamespace

import pytest
import torch
from torch.testing import assert_close

from model.measures.attention_entropy import row_entropies
from model.tokenizer import EOS
from pages.output.next_token.remarks import (
    SEVERAL,
    describe_all_steps,
    describe_certainty,
    describe_smoothing,
    describe_takeaway,
)
from tests.close import assert_near
from tests.unpacked import unpacked
from ui.readings import session
from ui.readings.reading import Token
from ui.readings.token_input import parse_first_token

PAGE = "next_token"
SENTENCE = "The cat is sleeping."


def test_vector_times_row_is_the_logit_of_the_pass_for_every_candidate(open_page, data_of):
    data = data_of(open_page(PAGE, source=SENTENCE, step="2", token="dog"), "next_token")
    logits = session.read(SENTENCE, "fr").trace["logits"][0, 1]
    assert_near(unpacked(data["logits"]), logits.sort(descending=True).values)
    ids = [candidate["id"] for candidate in data["candidates"]]
    assert_close(unpacked(data["rows"]) @ unpacked(data["x"]), logits[ids], atol=1e-4, rtol=1e-4)
    for candidate in data["candidates"]:
        assert candidate["rank"] == (logits > logits[candidate["id"]]).sum()
    [typed] = [c for c in data["candidates"] if c["typed"]]
    assert typed["text"] == "dog"


def test_what_the_translation_says_is_marked_at_each_step(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, step="1")
    reading = session.read(SENTENCE, "fr")
    assert reading.output_ids == (*reading.target_ids[1:], EOS)
    for step, token in enumerate(reading.output_ids):
        app.session_state["step"] = step + 1
        data = data_of(app.run(), "next_token")
        [said] = [c for c in data["candidates"] if c["said"]]
        assert said["id"] == token


def test_the_link_restores_the_knobs_and_the_candidate(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, temperature="0.5", top_k="7", top_p="0.9")
    data = data_of(app, "next_token")
    assert data["sampling"] == {"temperature": 0.5, "top_k": 7, "top_p": 0.9}
    other = data["candidates"][3]["id"]
    app.session_state["candidate"] = other
    assert data_of(app.run(), "next_token")["chosen"] == 3


@pytest.mark.parametrize("knobs", [("9", "-1", "0"), ("nan", "1e9", "x"), ("", "0.5", "1.00001")])
def test_knobs_out_of_range_are_neutral(open_page, data_of, knobs):
    names = dict(zip(("temperature", "top_k", "top_p"), knobs, strict=True))
    app = open_page(PAGE, source=SENTENCE, candidate="99999", **names)
    assert not app.exception
    data = data_of(app, "next_token")
    assert data["sampling"] == {"temperature": 1.0, "top_k": 0, "top_p": 1.0}
    assert data["candidates"][data["chosen"]]["said"]


@pytest.mark.parametrize("typed", ["🙂", "<b>x</b>", "antidisestablishmentarianism", "  ", "a b c"])
def test_any_typed_token_ends_in_a_row_or_a_sentence(open_page, data_of, typed):
    app = open_page(PAGE, source=SENTENCE, token=typed)
    assert not app.exception
    rows = [c for c in data_of(app, "next_token")["candidates"] if c["typed"]]
    answered = bool(rows) or any("the vocabulary lacks" in text.value for text in app.text)
    assert answered == bool(typed.strip())


def test_a_word_of_several_pieces_is_compared_by_its_first():
    _, tokenizer = session.load_model()
    word = "incomprehensibilities"
    pieces = tokenizer.encode(word)
    assert len(pieces) > 1
    token, remark = parse_first_token(tokenizer, word, SEVERAL)
    assert token == pieces[0]
    assert f"{len(pieces)} steps" in remark
    assert parse_first_token(tokenizer, "</s>", SEVERAL) == (EOS, "")


def test_the_remark_tells_whether_the_likeliest_token_is_said():
    p = torch.tensor([0.5, 0.3, 0.2])
    names = ["“a”", "“b”", "“c”"]
    likeliest = describe_takeaway(p, 0, [*names, "“a”"])
    assert likeliest.startswith("The model prefers one token: “a” gets **0.500**; the next best")
    assert likeliest.endswith("All the others together get 0.200.")
    beaten = describe_takeaway(p, 2, [*names, "“c”"])
    assert beaten.startswith("The most likely token is “a” (**0.500**), but")


def test_the_end_counts_the_steps_and_names_the_least_certain():
    p = torch.tensor([[0.6, 0.4], [0.7, 0.3]])
    letters = SimpleNamespace(pieces=lambda ids: ["▁" + "ab"[one] for one in ids])
    text = describe_all_steps(p, [0, 1], letters)
    assert "at 1 of 2 steps" in text
    assert "step 2: “b” got **0.300**, and “a”, the most likely of the others, 0.700." in text
    assert "a single token, “a”, with" in describe_all_steps(p[:1], [0], letters)


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (0.9, 0.003, "The model is sure"),
        (0.6, 0.35, "The model prefers one token"),
        (0.4, 0.3, "A few tokens compete"),
        (0.2, 0.05, "No token is likely"),
    ],
)
def test_how_certain_a_step_is_follows_from_probabilities_whatever_the_entropy(first, second, said):
    assert describe_certainty(first, second) == said


def test_the_mass_left_to_all_others_is_measured_over_the_steps():
    words = describe_smoothing(torch.tensor([0.8, 0.6]), 0, [Token("a"), Token("b")], 0.1, 1000)
    assert "**0.200**" in words
    assert "**0.300**" in words
    assert "**0.0999**" in words


def test_the_entropy_of_a_smoothed_target_is_that_of_its_probabilities():
    words = describe_smoothing(torch.tensor([0.8]), 0, [Token("a")], 0.1, 8000)
    target = torch.full((8000,), 0.1 / 8000, dtype=torch.double)
    target[0] += 0.9
    assert f"**{row_entropies(target):.2f} bits**" in words
