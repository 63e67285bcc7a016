import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close

from model.data.corpora import Corpus
from model.decoding import Candidate, Fate
from model.tokenizer import EOS
from model.trace import recording
from model.training import scores as evaluation
from model.training.film import FILM, film_sentences, record_film_frame
from model.training.scores import score_directions, validation_loss
from model.translate import Translation, translate


@pytest.fixture(scope="module")
def corpus(lines):
    return Corpus(("en", "fr"), (lines["en"], lines["fr"]))


def oracle(corpus, spoil=lambda text: text):
    """A translator that knows the references."""
    english, french = corpus.sentences
    known = dict(zip([*english, *french], [*french, *english], strict=True))

    def translate(model, tokenizer, texts, languages, *, width):
        sure = Candidate(Candidate(None, 3), EOS, -0.5, -0.5, Fate.FINISHED)
        return [Translation(spoil(known[text]), [], [sure]) for text in texts]

    return translate


def test_a_perfect_translation_scores_100(network, tokenizer, corpus, monkeypatch):
    monkeypatch.setattr(evaluation, "translate", oracle(corpus))
    results = score_directions(network, tokenizer, [corpus], lines=4, width=2)
    assert [score.direction for score in results] == ["en-fr", "fr-en"]
    for score in results:
        assert (score.bleu, score.chrf) == (100, 100)
        assert (score.lines, score.width) == (4, 2)
        assert all("version:" in signature for signature in score.signatures)


def test_a_poorer_translation_scores_less(network, tokenizer, corpus, monkeypatch):
    monkeypatch.setattr(evaluation, "translate", oracle(corpus, lambda text: text[:-8]))
    for score in score_directions(network, tokenizer, [corpus], lines=6, width=1):
        assert 20 < score.bleu < 95
        assert 20 < score.chrf < 95
    monkeypatch.setattr(evaluation, "translate", oracle(corpus, lambda text: "☂"))
    assert score_directions(network, tokenizer, [corpus], lines=6, width=1)[0].chrf < 1


def test_scores_are_those_of_what_the_model_says(network, tokenizer, corpus):
    said = translate(network, tokenizer, corpus.sentences[0][:2], ["fr", "fr"], width=1)
    copied = Corpus(("en", "fr"), (corpus.sentences[0][:2], [t.text for t in said]))
    [score, _] = score_directions(network, tokenizer, [copied], lines=2, width=1)
    assert score.chrf == 100


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_validation_loss_is_the_mean_over_all_pieces(network, tokenizer, corpus, smoothing):
    found = validation_loss(network, tokenizer, [corpus], smoothing)
    for direction, sides in (("en-fr", (0, 1)), ("fr-en", (1, 0))):
        sums, plain, pieces = 0.0, 0.0, 0
        start = tokenizer.start(direction[-2:])
        for pair in zip(*corpus.sentences, strict=True):
            source, target = (tokenizer.encode(pair[side]) for side in sides)
            logits = network(torch.tensor([[*source, EOS]]), torch.tensor([[start, *target]]))[0]
            right = torch.tensor([*target, EOS])
            sums += F.cross_entropy(logits, right, label_smoothing=smoothing, reduction="sum")
            plain += F.cross_entropy(logits, right, reduction="sum")
            pieces += len(right)
        expected = (float(sums) / pieces, float(plain) / pieces)
        assert found[direction] == pytest.approx(expected, abs=2e-4)


def test_the_film_shows_only_languages_that_the_model_has(tokenizer):
    chosen = film_sentences(tokenizer)
    assert chosen
    assert all({s.source_language, s.target_language} == {"en", "fr"} for s in chosen)
    assert len(chosen) < len(FILM)


def test_a_frame_of_the_film_holds_the_weights_of_a_recorded_pass(network, tokenizer, tmp_path):
    said = record_film_frame(network, tokenizer, tmp_path / "film" / "7.npz")
    frame = np.load(tmp_path / "film" / "7.npz", allow_pickle=False)
    sentences = film_sentences(tokenizer)
    assert len(said) == len(sentences)
    assert len(frame.files) == 3 * len(sentences)
    for number, sentence in enumerate(sentences):
        source = [*tokenizer.encode(sentence.source), EOS]
        target = tokenizer.encode(sentence.target)
        start = tokenizer.start(sentence.target_language)
        with recording(network) as trace:
            logits = network(torch.tensor([source]), torch.tensor([[start, *target]]))
        for name, tap in (
            ("encoder", "encoder.layers.0.self_attention.weights"),
            ("decoder", "decoder.layers.0.self_attention.weights"),
            ("cross", "decoder.layers.0.cross_attention.weights"),
        ):
            weights = frame[f"{number}.{name}"]
            assert weights.dtype == np.float16
            assert weights.shape[0] == network.config.N
            assert np.array_equal(weights[0], trace[tap][0].detach().half().numpy())
        loss = F.cross_entropy(logits[0], torch.tensor([*target, EOS])).item()
        assert said[number]["loss"] == pytest.approx(loss, abs=1e-4)


def test_a_frame_says_how_the_model_translates_now(network, tokenizer, tmp_path):
    said = record_film_frame(network, tokenizer, tmp_path / "0.npz")
    for sentence, words in zip(film_sentences(tokenizer), said, strict=True):
        [expected] = translate(
            network, tokenizer, [sentence.source], [sentence.target_language], width=1
        )
        assert words["text"] == expected.text


def test_evaluation_leaves_the_weights_alone(network, tokenizer, corpus, tmp_path):
    before = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    validation_loss(network, tokenizer, [corpus], 0.1)
    record_film_frame(network, tokenizer, tmp_path / "0.npz")
    for name, tensor in network.state_dict().items():
        assert_close(tensor, before[name], rtol=0, atol=0)
