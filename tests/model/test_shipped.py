"""The model in the repository has really learned to translate."""

import json
import math
from pathlib import Path
from statistics import fmean

import pytest
import torch

from model.data.own import read_first_texts
from model.passes import record_pass
from model.robustness.first_texts import count_right_first_texts
from model.storage import ALIGNMENT, ATTRIBUTION, CENSUS, FLOW, ROBUSTNESS, fingerprint, load
from model.tokenizer import EOS
from model.translate import translate

FOLDER = Path(__file__).parents[2] / "assets" / "model"


@pytest.fixture(scope="module")
def shipped():
    return load(FOLDER)


@pytest.fixture(scope="module")
def record():
    return json.loads((FOLDER / "training.json").read_text())


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("je suis étudiant", "en", ["student"]),
        ("I like cats.", "fr", ["aime", "chats"]),
        ("The cat sat on the mat.", "fr", ["chat", "sur"]),
        ("Merci beaucoup.", "en", ["thank"]),
        ("merci", "en", ["thank"]),
        ("chat", "en", ["cat"]),
        ("Where is the station?", "fr", ["où", "gare"]),
        ("Where is the station?", "de", ["wo", "bahnhof"]),
        ("Where is the station?", "es", ["dónde", "estación"]),
        ("Ich habe einen Hund.", "en", ["have", "dog"]),
        ("Ella bebe agua.", "en", ["she", "water"]),
        ("Elle ne mange pas de viande.", "en", ["she", "eat", "meat"]),
    ],
)
def test_it_translates_everyday_sentences(shipped, text, language, words):
    [translation] = translate(*shipped, [text], [language])
    said = translation.text.lower()
    assert all(word in said for word in words), said


def test_cross_attention_finds_different_words_for_different_words(shipped):
    """Training can end in uniform attention, with a mean of the source as all there is to read."""
    model, tokenizer = shipped
    source = [*tokenizer.encode("The old man reads a book."), EOS]
    [translation] = translate(model, tokenizer, ["The old man reads a book."], ["fr"])
    target = [tokenizer.start("fr"), *translation.hypotheses[0].tokens[:-1]]
    trace = record_pass(model, source, target)
    weights = trace[f"decoder.layers.{model.config.N - 1}.cross_attention.weights"][0]
    assert len(set(weights.mean(dim=0).argmax(dim=-1).tolist())) >= 4
    assert weights.amax(dim=-1).mean() > 2 / len(source)


def test_the_repository_holds_at_most_32_megabytes_of_weights():
    assert (FOLDER / "weights.safetensors").stat().st_size <= 32e6


@pytest.mark.parametrize("table", [ROBUSTNESS, ALIGNMENT, CENSUS, ATTRIBUTION, FLOW])
def test_what_was_measured_was_measured_with_these_weights(table):
    assert json.loads((FOLDER / table).read_text())["weights"] == fingerprint(FOLDER)


def test_nine_in_ten_of_what_visitors_type_first_are_right_in_each_language(shipped):
    """These 60 texts were trained on, so they must not fail; of the seven into English one may."""
    texts = read_first_texts()
    found = count_right_first_texts(*shipped, texts)
    assert found["asked"] == 180 == 3 * len(texts)
    assert found["right"] >= 0.9 * found["asked"], found["wrong"]
    for language in shipped[1].languages:
        asked = sum(language in text.answers for text in texts)
        wrong = [one for one in found["wrong"] if one[1] == language]
        assert len(wrong) <= math.ceil(0.1 * asked), wrong


def test_it_translates_well_from_and_into_english(record):
    bleu = {score["direction"]: score["bleu"] for score in record["final"]["scores"]}
    others = ("de", "es", "fr")
    assert bleu.keys() == {way for code in others for way in (f"en-{code}", f"{code}-en")}
    assert fmean(bleu.values()) >= 40
    assert min(bleu.values()) >= 33


def test_the_record_tells_settings_and_scores_of_every_direction(shipped, record):
    model, _ = shipped
    assert record["model"]["languages"] == list(model.config.languages)
    assert record["parameters"] == sum(p.numel() for p in model.parameters())
    directions = {score["direction"] for score in record["final"]["scores"]}
    assert directions == set(record["final"]["loss"])
    assert record["settings"][0]["from_step"] == 0
    assert record["curve"][-1]["step"] <= record["steps"]
    assert all(torch.isfinite(torch.tensor(point["loss"])) for point in record["curve"])


def test_our_own_held_out_sentences_were_scored_in_all_directions(record):
    own = record["final"]["own"]
    codes = record["model"]["languages"]
    ways = {f"{a}-{b}" for a in codes for b in codes if a != b}
    assert {score["direction"] for score in own["scores"]} == own["loss"].keys() == ways
    assert {(score["lines"], score["width"]) for score in own["scores"]} == {(360, 4)}
