import gzip
from collections import Counter
from dataclasses import replace

import pytest
import torch

from model.config import MAX_PIECES
from model.data.corpora import Corpus, read_corpora
from model.data.pairs import strip_accents, strip_final_punctuation
from model.tokenizer import EOS, PAD
from model.training import batches
from model.training.batches import TrainingSet, collate
from model.training.recipe import TrainConfig


@pytest.fixture(scope="module")
def corpus(lines):
    """Sixty pairs of distinct sentences of different lengths, half of them without a stop."""
    english = [f"{lines['en'][i % 6]} {'boat ' * (i // 6)}bridge" for i in range(60)]
    french = [f"{lines['fr'][i % 6]} {'barque ' * (i // 6)}pont." for i in range(60)]
    return Corpus(("en", "fr"), (english, french))


def training_set(corpus, tokenizer, *, tokens=200, join=0.0, noise=0.0, names=0.0, seed=1):
    recipe = TrainConfig(tokens=tokens, join=join, noise=noise, names=names, seed=seed)
    return TrainingSet([corpus], tokenizer, recipe)


def examples(batches):
    """The examples of some batches as plain, countable tuples."""
    return [(tuple(map(int, s)), start, tuple(map(int, t))) for b in batches for s, start, t in b]


def directed(corpus, tokenizer):
    """Every pair in both directions, with the start token of the language to say it in."""
    for english, french in zip(*corpus.sentences, strict=True):
        e, f = tuple(tokenizer.encode(english)), tuple(tokenizer.encode(french))
        yield e, tokenizer.start("fr"), f
        yield f, tokenizer.start("en"), e


def test_an_epoch_holds_each_pair_once_in_both_directions(corpus, tokenizer):
    epoch = training_set(corpus, tokenizer).epoch(0)
    assert Counter(examples(epoch)) == Counter(directed(corpus, tokenizer))


def test_pieces_of_a_large_vocabulary_keep_their_numbers(corpus, tokenizer, monkeypatch):
    encode_all, far = tokenizer.encode_all, 70_000  # more than two bytes hold

    def encode_far(texts):
        return [[far + one for one in ids] for ids in encode_all(texts)]

    before = examples(training_set(corpus, tokenizer).epoch(0))
    monkeypatch.setattr(tokenizer, "encode_all", encode_far)
    now = examples(training_set(corpus, tokenizer).epoch(0))
    assert [s for s, *_ in now] == [tuple(far + one for one in s) for s, *_ in before]


@pytest.mark.parametrize("tokens", [80, 200, 1_000])
def test_no_batch_is_larger_than_allowed(corpus, tokenizer, tokens):
    for batch in training_set(corpus, tokenizer, tokens=tokens).epoch(0):
        padded = collate(batch)
        assert padded.source.numel() <= tokens
        assert padded.target.numel() <= tokens


def test_an_example_larger_than_a_batch_comes_alone(corpus, tokenizer):
    epoch = training_set(corpus, tokenizer, tokens=10).epoch(0)
    assert all(len(batch) == 1 for batch in epoch)
    assert len(epoch) == 120


def test_batches_hold_targets_of_about_the_same_length(corpus, tokenizer):
    batches = [collate(batch) for batch in training_set(corpus, tokenizer, tokens=500).epoch(0)]
    padding = sum((batch.labels == PAD).sum().item() for batch in batches)
    assert padding < 0.1 * sum(batch.labels.numel() for batch in batches)


def test_an_epoch_is_decided_by_seed_and_number(corpus, tokenizer):
    def epoch(seed, number):
        batches = training_set(corpus, tokenizer, join=0.2, noise=0.2, seed=seed).epoch(number)
        return [examples([batch]) for batch in batches]

    assert epoch(1, 3) == epoch(1, 3)
    assert epoch(1, 3) != epoch(1, 4)
    assert epoch(1, 3) != epoch(2, 3)


def test_an_epoch_does_not_depend_on_those_before(corpus, tokenizer):
    going_on = training_set(corpus, tokenizer, join=0.2, noise=0.2)
    going_on.epoch(0)
    fresh = training_set(corpus, tokenizer, join=0.2, noise=0.2)
    assert examples(going_on.epoch(1)) == examples(fresh.epoch(1))


def test_joined_examples_join_source_and_target_alike(corpus, tokenizer):
    partner = {(s, start): t for s, start, t in directed(corpus, tokenizer)}
    found = examples(training_set(corpus, tokenizer, join=0.5).epoch(0))
    assert any((source, start) not in partner for source, start, _ in found)
    for source, start, target in found:
        said, rest = (), source
        while rest:  # sentences begin where a known one ends
            cut = next(n for n in range(len(rest), 0, -1) if (rest[:n], start) in partner)
            said += partner[rest[:cut], start]
            rest = rest[cut:]
        assert said == target


def test_noise_touches_only_sources(corpus, tokenizer):
    clean = examples(training_set(corpus, tokenizer).epoch(0))
    noisy = examples(training_set(corpus, tokenizer, noise=0.5).epoch(0))
    assert Counter((start, target) for _, start, target in noisy) == (
        Counter((start, target) for _, start, target in clean)
    )
    sources = {source for source, _, _ in clean}
    changed = [source for source, _, _ in noisy if source not in sources]
    assert 60 < len(changed) < 120


def test_another_name_stands_in_source_and_target_alike(tokenizer):
    corpus = Corpus(
        ("en", "fr"),
        (
            ["I saw Tom.", "It rains.", "Anna has cows."],
            ["J'ai vu Tom.", "Il pleut.", "Anna a des vaches."],
        ),
    )
    clean = examples(training_set(corpus, tokenizer).epoch(0))
    named = training_set(corpus, tokenizer, names=0.9999, seed=3)
    others = [examples(named.epoch(number)) for number in range(10)]
    kept = [set(clean) & set(other) for other in others]
    assert max(map(len, kept)) == 2  # the pair without a name, in both directions; some get a sign
    for other, same in zip(others, kept, strict=True):
        for side in (0, 2):
            assert {one[side] for one in clean} & {one[side] for one in other} == {
                one[side] for one in same
            }


def test_noise_is_another_one_in_every_epoch(corpus, tokenizer):
    noisy = training_set(corpus, tokenizer, noise=0.3)
    first, second = ({s for s, _, _ in examples(noisy.epoch(n))} for n in (0, 1))
    assert first != second


def test_examples_that_are_too_long_or_empty_are_left_out(tokenizer):
    long = "boat bridge " * MAX_PIECES
    corpus = Corpus(("en", "fr"), (["boat", long, ""], ["pont", "barque", "pont"]))
    assert len(examples(training_set(corpus, tokenizer).epoch(0))) == 2


def test_examples_are_as_long_as_what_is_translated_and_no_longer(tokenizer, monkeypatch):
    corpus = Corpus(("en", "fr"), (["boat"], ["the boat bridge"]))
    pieces = len(tokenizer.encode("the boat bridge"))
    for most, kept in ((pieces - 1, 0), (pieces, 2)):
        monkeypatch.setattr(batches, "MAX_PIECES", most)
        assert len(examples(training_set(corpus, tokenizer).epoch(0))) == kept


def test_nothing_that_fits_gives_no_batch(tokenizer):
    corpus = Corpus(("en", "fr"), (["boat"], [""]))
    assert training_set(corpus, tokenizer).epoch(0) == []


def test_a_batch_asks_for_what_follows_each_target_piece(corpus, tokenizer):
    [batch] = training_set(corpus, tokenizer, tokens=10_000).epoch(0)
    padded = collate(batch)
    assert padded.target.shape == padded.labels.shape
    for row, (source, start, target) in enumerate(batch):
        length = len(target) + 1
        assert padded.source[row, : len(source) + 1].tolist() == [*source, EOS]
        assert padded.target[row, :length].tolist() == [start, *target]
        assert padded.labels[row, :length].tolist() == [*target, EOS]
        assert torch.equal(padded.target[row, 1:length], padded.labels[row, : length - 1])
        for tensor, end in (
            (padded.source, len(source) + 1),
            (padded.target, length),
            (padded.labels, length),
        ):
            assert (tensor[row, end:] == PAD).all()


def test_noise_is_what_people_leave_out():
    assert strip_accents("Él compró piñas à Noël") == "El compro pinas a Noel"
    assert (
        strip_final_punctuation("It rains...")
        == strip_final_punctuation("It rains !")
        == "It rains"
    )
    assert strip_final_punctuation("Mr. Fox is here") == "Mr. Fox is here"


def test_corpora_are_the_files_that_pair_two_of_the_languages(tmp_path):
    for name, text in (
        ("train.en-fr.tsv.gz", "boat\tbarque\nbridge\tpont\n"),
        ("train.de-en.tsv.gz", "Boot\tboat\n"),
        ("valid.en-fr.tsv.gz", "door\tporte\n"),
    ):
        with gzip.open(tmp_path / name, "wt", encoding="utf-8") as file:
            file.write(text)
    assert read_corpora(tmp_path, "train", ["en", "fr"]) == [
        Corpus(("en", "fr"), (["boat", "bridge"], ["barque", "pont"]))
    ]
    assert len(read_corpora(tmp_path, "train", ["en", "fr", "de"])) == 2
    with pytest.raises(ValueError, match=r"no file train\.\*\.tsv\.gz for fr, de"):
        read_corpora(tmp_path, "train", ["fr", "de"])


def test_of_a_part_with_a_share_each_epoch_draws_others(corpus, tokenizer):
    fifth = training_set(replace(corpus, share=0.2), tokenizer)
    first, second = (set(examples(fifth.epoch(number))) for number in (0, 1))
    assert len(first) == len(second) == 24  # twelve of sixty, in each direction
    assert first < set(directed(corpus, tokenizer))
    assert first != second


def test_a_share_stands_behind_the_name_of_a_part(tmp_path):
    with gzip.open(tmp_path / "words.en-fr.tsv.gz", "wt", encoding="utf-8") as file:
        file.write("boat\tbarque\n")
    [corpus] = read_corpora(tmp_path, "words:0.2", ["en", "fr"])
    assert corpus.share == 0.2
    with pytest.raises(ValueError, match="could not convert"):
        read_corpora(tmp_path, "words:few", ["en", "fr"])
    for wrong in ("words:0", "words:-1", "words:inf"):
        with pytest.raises(ValueError, match=f"{wrong}: a share must be above 0"):
            read_corpora(tmp_path, wrong, ["en", "fr"])


def test_a_share_above_one_draws_each_pair_so_often_and_some_once_more(corpus, tokenizer):
    often = training_set(replace(corpus, share=2.5), tokenizer).epoch(0)
    counts = Counter(examples(often))
    assert set(counts) == set(directed(corpus, tokenizer))
    assert Counter(counts.values()) == {2: 60, 3: 60}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (gzip.compress(b""), "holds no line"),
        (gzip.compress(b"a\tb\nboat\n"), "line 2: 1 columns"),
        (gzip.compress(b"a\tb\n\na\tb\n"), "line 2: 1 columns"),
        (gzip.compress(b"a\tb\tCC-BY\n"), "line 1: 3 columns"),
        (gzip.compress(b"a\t\xff\n"), "no gzip of UTF-8 text"),
        (gzip.compress(b"boat\tbarque\n" * 9)[:-9], "damaged"),
        (gzip.compress(b"boat\tbarque\n" * 9)[:10] + b"\xff" * 20, "damaged"),
        (b"boat\tbarque\n", "no gzip"),
    ],
    ids=["empty", "no tab", "no text", "three", "bytes", "cut off", "damaged", "not packed"],
)
def test_a_file_that_holds_something_else_than_pairs_is_named(tmp_path, content, words):
    (tmp_path / "train.en-fr.tsv.gz").write_bytes(content)
    with pytest.raises(ValueError, match=rf"train\.en-fr\.tsv\.gz.*{words}"):
        read_corpora(tmp_path, "train", ["en", "fr"])
