"""The page about the shifted input shows the passes that ran, whatever is typed into it."""

import pytest
import torch

from model.measures.surprisal import surprisal
from model.tokenizer import EOS, UNK
from pages.decoder.shifted_input import passes as forcing
from pages.decoder.shifted_input import remarks
from pages.decoder.shifted_input.passes import WrongWordEffects
from tests.close import assert_near, near
from ui.frame.bar import DEFAULT
from ui.readings import passes as trials
from ui.readings import session
from ui.readings.reading import SilencedHead, Token
from ui.readings.token_input import parse_token, token_label
from ui.words import escape_markdown

PAGE = "shifted_input"
SENTENCE = "The cat is sleeping."


def texts(tokens):
    return [token["text"] for token in tokens]


def test_what_is_read_is_what_should_be_said_one_step_late(open_page, data_of):
    data = data_of(open_page(PAGE, source=SENTENCE, reference="Le chien noir dort."), "shifted")
    reads, target = texts(data["reads"]), texts(data["target"])
    assert reads == ["<2fr>", *target[:-1]]
    assert target[-1] == "</s>"
    assert "</s>" not in reads
    said = (*session.load_model()[1].encode("Le chien noir dort."), EOS)
    logits = session.read_with_translation(SENTENCE, "fr", said).trace["logits"][0]
    probabilities = logits.softmax(-1)
    for step, tops in enumerate(data["forced"]["top"]):
        assert tops[0]["id"] == logits[step].argmax()
        assert tops[0]["p"] == near(probabilities[step].max().item())
        right = probabilities[step, said[step]].item()
        assert data["forced"]["right"][step] == pytest.approx(right, rel=1e-4)


def test_without_a_reference_the_models_own_best_is_taken(open_page, data_of):
    data = data_of(open_page(PAGE, source=SENTENCE), "shifted")
    assert tuple(data["forced"]["ids"]) == session.read(SENTENCE, "fr").output_ids


def test_the_free_run_reads_what_it_said_the_likeliest_token_each_time(open_page, data_of):
    own = data_of(open_page(PAGE, source=SENTENCE, reference="Un chien."), "shifted")["own"]
    assert texts(own["reads"])[1:] == texts(own["said"])[:-1]
    reading = session.read(SENTENCE, "fr")
    ids = trials.greedy_translation(reading.source_ids, reading.target_ids[0])
    assert [tops[0]["id"] for tops in own["top"]] == ids


@pytest.mark.parametrize("text", [SENTENCE, "They are building a house by the sea."])
def test_no_second_search_is_made_where_the_first_one_took_the_likeliest_token_each_time(text):
    reading = session.read(text, "fr")
    freely = trials.greedy_translation(reading.source_ids, reading.target_ids[0])
    assert forcing.is_greedy_output(reading) == (tuple(freely) == reading.output_ids)
    assert forcing.run_freely(reading).ids == tuple(freely)


def test_all_passes_have_the_heads_silenced_that_the_bar_silences(open_page, data_of):
    link = {"source": SENTENCE, "reference": "Un chien.", "put": "chat", "put_at": "2"}
    data = data_of(open_page(PAGE, silenced="cross-2-3", **link), "shifted")
    changes = (SilencedHead("cross", 1, 2),)
    for part, reference in (("forced", "Un chien."), ("put", "chat chien.")):
        said = (*session.load_model()[1].encode(reference), EOS)
        logits = session.read_with_translation(SENTENCE, "fr", said, changes).trace["logits"][0]
        p = logits.softmax(-1)[range(len(said)), list(data["forced"]["ids"])]
        assert data[part]["right"] == pytest.approx(p.tolist(), rel=1e-3)


def test_another_token_moves_later_predictions_and_no_earlier_one(open_page, data_of):
    link = {"source": SENTENCE, "reference": "Le chat noir dort.", "put": "chien", "put_at": "3"}
    put = data_of(open_page(PAGE, **link), "shifted")["put"]
    assert (put["place"], put["token"]["text"]) == (2, "chien")
    assert put["earlier"] < 1e-4
    assert all(abs(bits) < 1e-6 for bits in put["moved"][:2])
    assert put["moved"][2] > 1e-6
    tokenizer = session.load_model()[1]
    said = (*tokenizer.encode("Le chien noir dort."), EOS)
    after = session.read_with_translation(SENTENCE, "fr", said).trace["logits"][0]
    for step in range(2, len(said)):
        assert put["top"][step][0]["id"] == after[step].argmax()


@pytest.mark.parametrize(
    "reference",
    ["  ", "🙂", "<b>日本語</b>", "Die Katze schläft.", "né " * 200],
)
def test_any_reference_is_forced(open_page, data_of, reference):
    app = open_page(PAGE, source=SENTENCE, reference=reference, put="🙂", put_at="2")
    assert not app.exception
    data = data_of(app, "shifted")
    assert len(data["reads"]) == len(data["target"]) == len(data["forced"]["top"]) <= 128
    assert all(token["known"] for token in data["target"])  # bytes write what has no token


@pytest.mark.parametrize("step", ["0", "9999", "x"])
def test_links_that_make_no_sense_are_forgotten(open_page, data_of, step):
    app = open_page(PAGE, source=SENTENCE, step=step, put_at=step, put="chien")
    assert not app.exception
    data = data_of(app, "shifted")
    reading = session.read(SENTENCE, "fr")
    tried = forcing.compute_wrong_word_effects(reading, forcing.run_reference(reading, ""))
    place, _word = forcing.find_most_disruptive_mistake(tried)
    assert (data["put"] is None) == (step == "0")  # none is wanted; else the one that is likely
    assert not data["put"] or data["put"]["place"] == place - 1
    assert 0 <= data["step"] < max(len(data["reads"]), len(data["own"]["reads"]))


def test_reference_and_change_are_forgotten_with_their_sentence(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, reference="Un chien noir.", put="chat", put_at="2")
    assert data_of(app, "shifted")["put"]
    app.session_state["step"] = 2
    assert texts(data_of(app.run(), "shifted")["target"])[0] == "Un"
    app.session_state["source"] = "Hello."
    data = data_of(app.run(), "shifted")
    assert data["put"]["token"]["text"] != "chat"
    assert tuple(data["forced"]["ids"]) == session.read("Hello.", "fr").output_ids


def test_a_rival_of_the_search_becomes_the_reference(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE)
    rival = forcing.list_other_hypotheses(session.read(SENTENCE, "fr"))[0]
    [button] = [button for button in app.button if button.help == escape_markdown(rival)]
    data = data_of(button.click().run(), "shifted")
    assert data["forced"]["ids"] == [*session.load_model()[1].encode(rival), EOS]


def test_every_token_is_found_again_by_the_name_it_is_shown_with():
    tokenizer = session.load_model()[1]
    for token in range(len(tokenizer)):
        assert parse_token(tokenizer, token_label(tokenizer, token))[0] == token


def test_of_several_pieces_the_first_is_put_in_and_that_is_said():
    tokenizer = session.load_model()[1]
    word = "incomprehensibilities"
    pieces = tokenizer.encode(word)
    token, note = parse_token(tokenizer, word)
    assert token == pieces[0]
    assert f"{len(pieces)} tokens" in note
    assert parse_token(tokenizer, "日")[0] in (UNK, tokenizer.encode("日")[0])
    assert "only a target" in parse_token(tokenizer, "</s>")[1]


def test_a_token_that_stands_there_already_changes_nothing():
    reading = session.read(SENTENCE, "fr")
    true = forcing.run_reference(reading, "Le chat dort.")
    assert forcing.run_with_replaced_token(reading, true, 1, "Le") is None
    assert forcing.run_with_replaced_token(reading, true, 1, "La").step == 1
    assert forcing.run_with_replaced_token(reading, true, 0, "<2de>").token.special


def test_the_three_beginnings_agree_up_to_the_parting():
    reading = session.read(SENTENCE, "fr")
    own = forcing.run_freely(reading)
    wrong = 1 if own.ids[1] != EOS else 0
    said = list(own.ids)
    said[wrong] = session.load_model()[1].encode("banane")[0]
    text = session.load_model()[1].decode(said)
    true = forcing.run_reference(reading, text)
    parts = forcing.find_first_difference(true, own)
    assert true.ids[:parts] == own.ids[:parts]
    assert true.ids[parts] != own.ids[parts]
    rows, apart = forcing.compute_reference_probabilities(reading, true, own, None)
    assert apart == parts
    first, *others = rows.values()
    assert len(others) == 2
    for row in others:
        torch.testing.assert_close(row[: parts + 1], first[: parts + 1], atol=1e-4, rtol=1e-4)
    assert_near(first, (-surprisal(true.logits, true.ids)).exp())
    assert "Up to step" in remarks.describe_error_feedback(rows, parts)


def test_the_words_do_not_compare_what_never_parts():
    reading = session.read(SENTENCE, "fr")
    own = forcing.run_freely(reading)
    assert forcing.find_first_difference(own, own) is None
    rows = forcing.compute_reference_probabilities(reading, own, own, None)
    assert "nothing to compare" in remarks.describe_error_feedback(rows, None)
    assert "writes exactly the same" in remarks.describe_takeaway(own, own, None, None)


def test_the_sum_in_the_formula_is_the_loss():
    nats = torch.tensor([0.5, 1.0, 0.25, 0.25, 1.0, 2.0, 2.0])
    latex = remarks.mean_loss_latex(nats)
    assert latex.endswith("= 1.000")
    assert r"0.500 + 1.000 + 0.250 + 0.250 + \cdots + 2.000" in latex
    assert r"\cdots" not in remarks.mean_loss_latex(nats[:6])


@pytest.mark.parametrize(
    ("earlier", "words"),
    [(0, "exactly 0"), (2e-6, "2 · 10⁻⁶ bits, which is only rounding"), (8.7, "8.70 bits")],
)
def test_only_what_is_tiny_is_called_rounding(earlier, words):
    bits = torch.tensor([[0.0, 1.0], [earlier, 0.0]])
    said = remarks.describe_replacement_effects(WrongWordEffects(bits, ["a", "b"], ["c", "d"]), 3)
    assert f"**{words}**" in said


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ([0, 1, 2], [0, 3, 2], ("turns from", "The step after it", "what it did before")),
        ([0, 1, 2], [0, 1, 3], ("is still", "another word as well")),
        ([0, 1, 2, 2], [0, 3, 2, 3], ("turns from", "at 1 of them")),
        ([0, 1, 2, 2], [0, 3, 2, 2], ("The 2 steps after it", "all of them")),
        ([0, 1], [0, 3], ("turns from",)),
    ],
)
def test_what_a_wrong_word_does_is_said_of_its_own_step_and_of_those_after_it(before, after, said):
    names = tuple(Token(str(place)) for place in before)
    likely, changed = (9.0 * torch.eye(4)[one] for one in (before, after))
    true = forcing.TeacherForcedPass(names, tuple(before), Token("<2fr>"), likely, (0, *before))
    wrong = forcing.ReplacedToken(1, 3, Token("wrong"), changed, "")
    text = remarks.describe_takeaway(true, true, wrong, None)
    assert all(part in text for part in said), text
    assert ("after it" in text) == (len(before) > 2)


def test_the_model_goes_on_from_a_wrong_word_by_itself():
    reading = session.read(DEFAULT, "fr")
    true = forcing.run_reference(reading, "")
    wrong = forcing.run_with_replaced_token(reading, true, 5, "que")
    alone = forcing.continue_after_replaced_token(reading, true, wrong)
    assert alone[0].startswith("que ")
    assert not alone[1]
    said = remarks.describe_takeaway(true, true, wrong, None, alone)
    assert said.endswith(f"goes on: **“… {alone[0]}”**")
    said = remarks.describe_takeaway(true, true, wrong, None, ("", True))
    assert said.endswith("still writes the right words.")
    assert forcing.continue_after_replaced_token(reading, true, None) is None


def test_the_lower_rows_read_the_wrong_word_and_then_what_the_model_says(open_page, data_of):
    data = data_of(open_page(PAGE, source=DEFAULT, put="que", put_at="6"), "shifted")
    own, place = data["own"], data["put"]["place"]
    assert place == 5
    assert texts(own["reads"])[: place + 1] == [*texts(data["reads"])[:place], "que"]
    likeliest = [tops[0]["text"].removeprefix("‿") for tops in own["top"]]
    assert likeliest[place:] == texts(own["said"])[place:]
    assert texts(own["reads"])[place + 1 :] == likeliest[place:-1]
    assert own["top"][place] == [{**top, "before": None} for top in data["put"]["top"][place]]
    assert data["parts"] is None


def test_a_wrong_word_is_compared_with_the_step_after_it():
    bits = torch.tensor([[0.0, 6, 1, 0], [0, 0, 4, 3], [0, 0, 0, 2]])
    text = remarks.describe_recovery(WrongWordEffects(bits, ["a"] * 3, ["‿b", "c", "d"]))
    assert "at 3 positions" in text
    assert "**2.0 times as far**" in text  # 4 bits on average, and then 2
    assert "“b” in place of “a”" in text
    even = torch.tensor([[0.0, 4, 4], [0, 0, 4]])
    text = remarks.describe_recovery(WrongWordEffects(even, ["a"] * 2, ["b"] * 2))
    assert "**4.00 bits**" in text
    assert "moved by **4.00**" in text
    alone = remarks.describe_recovery(WrongWordEffects(bits[:1, :2], ["a"], ["b"]))
    assert "one position" in alone
    assert "after it" not in alone
