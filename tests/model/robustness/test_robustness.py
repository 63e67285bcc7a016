"""What is counted as careless typing, and what the model makes of names, numbers and "it"."""

import gzip
import json
from pathlib import Path

import pytest

from model import storage
from model.config import ModelConfig
from model.data.corpora import Corpus
from model.languages import CARRIER_SENTENCES
from model.passes import record_pass
from model.robustness.__main__ import main
from model.robustness.trials import (
    DISTURBANCES,
    HARDEST,
    NAMES,
    NUMBERS,
    bleu_by_disturbance,
    count_copied,
    count_long_failures,
    probe_pronoun,
    scores_by_direction,
)
from model.tokenizer import EOS, UNK
from model.training.vocabulary import train_tokenizer
from model.transformer import Transformer
from model.translate import translate

CORPUS = Corpus(
    ("en", "fr"),
    (
        ["The dog sleeps.", "It's cold.", "My sister lives in Paris.", "I like hot milk."] * 4,
        ["Le chien dort.", "Il fait froid.", "Ma sœur vit à Paris.", "J'aime le lait chaud."] * 4,
    ),
)


@pytest.fixture(scope="module")
def shipped():
    return storage.load(Path(__file__).parents[3] / "assets" / "model")


def test_each_disturbance_changes_how_a_sentence_is_typed_and_no_more():
    text = "L'été, Zoé dit : « non » !"
    typed = {name: change(text) for name, change in DISTURBANCES.items()}
    assert typed["as it stands"] == text
    assert typed["lower case"] == "l'été, zoé dit : « non » !"
    assert typed["no accents"] == "L'ete, Zoe dit : « non » !"
    assert typed["no punctuation"].split() == ["L'été", "Zoé", "dit", "non"]
    assert "\u2019" in typed["typographic quotes"]
    assert "  " in typed["doubled spaces"]


def test_careless_typing_is_scored_in_each_direction(shipped):
    table = bleu_by_disturbance(*shipped, [CORPUS], 2)
    assert table.keys() == DISTURBANCES.keys()
    assert all(scores.keys() == {"en-fr", "fr-en"} for scores in table.values())
    # Spaces and quotes are made plain before the model reads them.
    assert table["doubled spaces"] == table["typographic quotes"] == table["as it stands"]


def test_long_sentences_and_copies_are_counted(shipped):
    found = count_long_failures(*shipped, [CORPUS], 2)
    assert found["sentences"] == 4
    assert 0 <= found["stop early"] + found["run in circles"] <= 8
    kept = count_copied(*shipped)
    asked = sum(len(CARRIER_SENTENCES[code]) for code in shipped[1].languages) * 8
    assert sum(count for _, count in kept.values()) == asked
    assert all(0 <= copied <= count for copied, count in kept.values())


@pytest.mark.parametrize("filling", [*NAMES, *NUMBERS])
def test_what_has_to_be_copied_has_several_pieces_and_the_vocabulary_knows_them(shipped, filling):
    _, tokenizer = shipped
    ids = tokenizer.encode(filling)
    assert len(ids) > 1
    assert UNK not in ids


def test_it_is_looked_up_in_the_encoders_weights(shipped):
    model, tokenizer = shipped
    found = probe_pronoun(model, tokenizer, HARDEST[0])
    ids = tokenizer.encode(HARDEST[0])
    place = tokenizer.pieces(ids).index("\u2581it")
    trace = record_pass(model, [*ids, EOS], [tokenizer.start("fr")])
    for layer in range(model.config.N):
        row = trace[f"encoder.layers.{layer}.self_attention.weights"][0, :, place]
        assert found["weights"][layer] == pytest.approx(row.amax(-1).tolist(), abs=6e-4)
    assert found["translations"].keys() == {"fr", "de", "es"}


def test_what_a_model_of_other_languages_or_pieces_cannot_be_asked_is_left_out(
    lines, tmp_path, soon_cut
):
    tokenizer = train_tokenizer([*lines["en"], *lines["fr"]], ("en", "de"), 120)
    config = ModelConfig(vocab_size=120, languages=("en", "de"), N=1, d_model=16, h=2, d_ff=24)
    storage.save(Transformer(config), tokenizer, tmp_path)
    pairs = "".join(f"{line}\tEin Boot.\n" for line in lines["en"])
    (tmp_path / "valid.en-de.tsv.gz").write_bytes(gzip.compress(pairs.encode()))
    main(["--model", str(tmp_path), "--data", str(tmp_path), "--lines", "1"])
    table = json.loads((tmp_path / storage.ROBUSTNESS).read_text())
    assert table["pronoun"] == []
    assert "elisions" not in table
    assert table["every way"].keys() == {"en-en", "en-de", "de-en", "de-de"}


def test_every_way_is_scored_against_the_same_sentence_in_the_other_language(shipped):
    english = ["The dog sleeps under the table.", "I drink hot milk."]
    said = translate(*shipped, english, ["fr"] * 2)
    scores = scores_by_direction(*shipped, {"en": english, "fr": [t.text for t in said]})
    assert list(scores) == ["en-en", "en-fr", "fr-en", "fr-fr"]
    assert scores["en-fr"]["chrf"] == scores["en-fr"]["bleu"] == 100
