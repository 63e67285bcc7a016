"""The page about learning shows the record of the shipped model's training."""

import math

import numpy as np
import pytest
import torch

from model.config import ModelConfig
from model.data.training_sentences import build_training_sentences
from model.training.checkpoint import resume_or_begin
from model.training.loss import target_distribution
from pages.training.learning import cached
from pages.training.learning.compute import UntrainedLosses
from pages.training.learning.film import Film
from pages.training.learning.formulas import first_adam_step_latex, smoothed_target_latex
from pages.training.learning.remarks import (
    describe_averaging,
    describe_initial_loss,
    describe_last_validation,
    describe_loss_above_floor,
    describe_membership,
    describe_takeaway,
    describe_training_sentences,
    describe_way_to_last_sentence,
    training_table_markdown,
)
from tests.close import assert_near, near
from tests.unpacked import unpacked
from ui.frame import texts
from ui.readings import session
from ui.readings.optional_artefacts import read_from_disk

PAGE = "learning"


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_the_film_is_the_recorded_one(open_page, data_of, kind):
    data = data_of(open_page(PAGE, sentence="3", attention=kind), "film")
    record = session.training_record()
    assert data["steps"] == [frame["step"] for frame in record["film"]]
    assert data["texts"] == [frame["sentences"][2]["text"] for frame in record["film"]]
    sent = unpacked(data["weights"])
    for place in (0, -1):
        path = session.MODEL_FOLDER / "film" / f"{data['steps'][place]}.npz"
        stored = np.load(path, allow_pickle=False)[f"2.{kind}"]
        assert np.array_equal(sent[place].numpy(), stored.astype(np.float32))
    assert sent.shape[-2:] == (len(data["queries"]), len(data["keys"]))


def test_every_frame_of_every_sentence_is_there():
    for number in range(len(session.training_record()["film_sentences"])):
        shown = cached.load_film(number, "cross")
        assert len(shown.steps) == len(shown.weights) == len(shown.texts)
        assert torch.allclose(shown.weights.float().sum(-1), torch.tensor(1.0), atol=4e-3)


def test_the_used_learning_rate_is_the_recorded_one(open_page, data_of):
    app = open_page(PAGE, warmup="500", factor="50")
    lines = data_of(app, "schedules")["figure"]["data"]
    curve = session.training_record()["curve"]
    assert lines[0]["y"] == [point["rate"] for point in curve]
    assert max(lines[1]["y"]) == pytest.approx(0.5 * 256**-0.5 * 501**-0.5, rel=1e-3)


@pytest.mark.parametrize(
    "link", [{"frame": "99", "sentence": "9"}, {"warmup": "-4", "factor": "x"}]
)
def test_links_that_make_no_sense_are_forgotten(open_page, link):
    assert not open_page(PAGE, **link).exception


def test_the_floor_is_what_a_perfect_model_would_lose():
    target = target_distribution(50, 0.1).double()
    floor = -(target * target.log()).sum().item()
    perfect = torch.nn.functional.cross_entropy(
        target.log(), torch.tensor(0), label_smoothing=0.1
    ).item()
    assert floor == near(perfect)
    text = describe_loss_above_floor({"a": (2.0, 1.0), "b": (3.0, 1.5)}, floor, 50)
    assert "**2.500**" in text
    assert f"{2.5 - floor:.3f} above" in text


def test_the_target_is_written_as_it_is_summed():
    right, other = target_distribution(50, 0.1)[:2].tolist()
    assert smoothed_target_latex(0.1, 50) == (
        rf"q(y) = {right:.7f}, \quad q(k \neq y) = {other:.7f}"
    )


def film_of(*texts):
    steps, losses = list(range(len(texts))), [9.0 - i for i in range(len(texts))]
    return Film("s", "t", steps, list(texts), losses, torch.rand(len(texts), 1, 1, 1, 1), (), ())


def test_the_words_tell_the_first_words_and_the_first_right_ones():
    text = describe_takeaway(film_of("", "x", "b", "b"), 3)
    assert "at step **1**, are “x”" in text
    assert "At step **2**, it writes “b”, and that stays." in text
    lost = describe_takeaway(film_of("x", "b", "x", "b"), 3)
    assert "At step **1**, it writes “b”, but **not for good**." in lost
    assert "At step" not in describe_takeaway(film_of("", "b", "a", "b"), 3)
    assert "went on" not in text
    assert "went on to step 2,500" in describe_takeaway(film_of("a", "b"), 2500)


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["", "x", "b", "b"], "“b” turns up at step **2** and stays to the end."),
        (["", "a", "b"], "only in the last frame, at step **2**. The frame before says “a”."),
        (
            ["b", "b", "a", "b"],
            "at step **0**. It's lost again at step 2, where the model writes “a”",
        ),
        (["b"], "“b” turns up at step **0** and stays to the end."),
        (["a", ""], "writes nothing"),
    ],
)
def test_the_end_tells_when_the_last_translation_turned_up_was_lost_and_stayed(texts, said):
    assert said in describe_way_to_last_sentence(film_of(*texts))


def test_the_film_begins_as_the_first_lines_say():
    film = cached.load_film(0, "cross")
    assert film.texts[film.steps.index(40)].startswith("adenadenadenaden")


def test_a_sentence_is_looked_up_among_those_that_were_trained_on():
    trained = build_training_sentences([("Hello.", "Bonjour."), ("Yes.", "Oui.")])
    assert "**2** pairs, which contain 4 different" in describe_training_sentences(trained)
    new = str(describe_membership(trained, "The moon sings.", "La lune chante."))
    assert "No, and neither was its translation" in new
    known = str(describe_membership(trained, "hello", "Bonjour !"))
    assert "Probably, and so was" in known
    assert "matching fingerprints" in known
    assert "Probably, but its translation" in str(describe_membership(trained, "Hello", "La lune"))
    assert "but its translation probably was" in str(describe_membership(trained, "Moon", "oui"))


def test_without_a_list_of_the_sentences_the_page_says_so(open_page, monkeypatch):
    monkeypatch.setattr(session, "training_sentences", lambda: None)
    app = open_page("learning", sections="texts_and_loss")
    assert not app.exception
    assert any("whether yours was among them" in str(one.value) for one in app.get("html"))


def test_where_held_out_sentences_were_last_trial_is_said_if_training_went_on():
    tried = [{"step": 10}, {"step": 20}]
    assert "held-out sentences at step **20** of 50" in describe_last_validation(tried, 50)
    assert describe_last_validation(tried, 20) == describe_last_validation([], 20) == ""


def test_the_gain_of_averaging_is_the_mean_difference():
    text = describe_averaging({"a": 2.0, "b": 3.0}, {"a": 1.5, "b": 3.1}, [10, 20])
    assert "**1 of 2** directions. On average, the loss is **0.200** nats per token lower." in text
    text = describe_averaging({"a": 2.0, "b": 3.0}, {"a": 2.1, "b": 3.0}, [10, 20])
    assert "**none of 2** directions. On average, the loss is **0.050** nats" in text
    assert "**the same** to three decimals" in describe_averaging(
        {"a": 2.0}, {"a": 2.0001}, [10, 20]
    )


def test_weights_that_were_mixed_in_are_named_with_their_share():
    said = describe_averaging({"a": 2.0}, {"a": 1.5}, [10, 20], {"step": 28500, "share": 0.25})
    assert "2 checkpoints, from step 10 to 20. They were mixed" in said
    assert "step 28,500, in the ratio 75 to 25, so that" in said
    assert "mixed" not in describe_averaging({"a": 2.0}, {"a": 1.5}, [10, 20])


def test_the_text_names_the_optimizer_that_runs_and_its_settings(tmp_path):
    text = texts.read_page_sections(PAGE)["One step of Adam"]
    config = ModelConfig(vocab_size=20, N=1, d_model=8, h=2, d_ff=16, max_positions=8)
    optimizer = resume_or_begin(config, 1, tmp_path, torch.device("cpu")).optimizer
    group = optimizer.param_groups[0]
    assert type(optimizer).__name__ in text
    assert rf"$\beta_1 = {group['betas'][0]}$, $\beta_2 = {group['betas'][1]}$" in text
    assert rf"$\epsilon = 10^{{{math.log10(group['eps']):.0f}}}$" in text
    settings = session.training_record()["settings"]
    assert {one["settings"]["clip"] for one in settings} == {1.0}
    dropout = texts.read_page_sections(PAGE)["What keeps it from learning by heart"]
    assert f"$P_{{drop}} = {session.load_model()[0].config.P_drop}$" in dropout


def test_the_six_lines_are_those_of_the_record():
    record = {
        "final": {"loss": {"a": [2.0, 1.0], "b": [3.0, 1.5]}},
        "settings": [{"processes": n, "settings": {"smoothing": 0.2}} for n in (2, 1)],
        "tokens": 88_371_351,
        "parameters": 9_409_024,
        "steps": 38_400,
        "seconds": 48_679,
        "curve": [{"loss": 12.48}, {"loss": 1.9}],
    }
    text = training_table_markdown(record, 0.3)
    shown = (
        "9.4 million",
        "88.4 million",
        "38,400",
        "13.5 hours",
        "2 processes",
        "12.48",
        "2.50",
        "0.3",
        "0.2",
    )
    assert all(number in text for number in shown)


def test_adam_moves_every_weight_by_the_rate_at_its_first_step():
    weight = torch.nn.Parameter(torch.tensor([1.0, -2.0, 3.0]))
    before = weight.detach().clone()
    optimizer = torch.optim.Adam([weight], lr=0.01, betas=(0.9, 0.98), eps=1e-9)
    weight.grad = torch.tensor([100.0, -0.001, 0.5])
    optimizer.step()
    assert_near(before - weight.detach(), 0.01 * weight.grad.sign())
    assert r"9.88 \cdot 10^{-7}" in first_adam_step_latex(9.882e-7)


def test_the_beginning_is_told_as_it_was_measured():
    text = describe_initial_loss(
        UntrainedLosses(13.64, 9.74, 9.24, 8.99, 11, 0.976, 12), 1, 12.48, 8000
    )
    assert "ln 8,000: **8.99** nats" in text
    assert "At step 1 of this training, it was **12.48**" in text
    assert "At **11 of 12** steps" in text
    assert "probability of 0.976" in text
    assert "**13.64**" in text


def test_a_second_matrix_is_above_equal_probabilities_only_where_it_was_measured_so():
    for number in range(len(session.training_record()["film_sentences"])):
        found = cached.get_untrained_losses(session.training_record()["film_sentences"][number])
        said = describe_initial_loss(found, 1, 12.48, 8000)
        assert ("Even that is above" in said) == (found.separate_output_matrix > found.uniform)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 and no more", b"no archive"])
def test_a_damaged_frame_of_the_film_is_named(tmp_path, content):
    path = tmp_path / "100.npz"
    path.write_bytes(content)
    found = read_from_disk(path)
    assert found.content is None
    assert found.fault.startswith(f"{path} is damaged: ")


@pytest.mark.parametrize("arrays", [{"other": np.zeros(3)}, {"0.cross": np.zeros(3)}])
def test_a_film_with_the_frame_of_another_one_is_left_out(monkeypatch, tmp_path, arrays):
    frames = session.load_film_frames()
    np.savez_compressed(tmp_path / "100.npz", **arrays)
    frames[-1] = read_from_disk(tmp_path / "100.npz")
    monkeypatch.setattr(session, "load_film_frames", lambda: frames)
    assert cached.load_film.__wrapped__(0, "cross") is None
