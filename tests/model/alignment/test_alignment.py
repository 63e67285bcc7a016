"""Words from pieces, links from weights, and the error rate of every layer, head and shift."""

import gzip
import json
from itertools import product

import pytest
import torch

from model import storage
from model.alignment.__main__ import main
from model.alignment.aligned import AlignedPair
from model.alignment.error_rate import (
    alignment_error_rate,
    link_diagonally,
    link_to_strongest,
    measure_error_rates,
    predict_links,
)
from model.measures.words import merge_pieces, word_indices
from model.passes import record_pass
from model.storage import ALIGNMENT, MODEL, fingerprint
from model.tokenizer import EOS, SPACE
from tests.close import assert_near, near

RIGHT = frozenset({(0, 0), (1, 1), (2, 1)})


@pytest.fixture
def pair(lines):
    """Words that the small vocabulary cuts into several pieces each."""
    source, target = (lines[language][0].split() for language in ("en", "fr"))
    return AlignedPair(tuple(source), tuple(target), frozenset({(0, 0), (2, 1), (6, 5)}))


def test_pieces_that_continue_a_word_have_its_number():
    assert word_indices([False, True, False, False, True, True]) == [0, 0, 1, 2, 2, 2]
    assert word_indices([False]) == [0]
    assert word_indices([True, False]) == [0, 1]  # a text may begin inside a word


def test_merging_sums_the_pieces_looked_at_and_averages_those_that_look():
    weights = torch.tensor([[0.1, 0.2, 0.7], [0.3, 0.4, 0.3], [0.0, 0.1, 0.9]])
    by_word = merge_pieces(weights, [0, 0, 1], [0, 1, 1])
    assert_near(by_word, torch.tensor([[0.2, 0.8], [0.0, 1.0]]))


def test_merging_works_in_all_layers_and_heads_at_once_and_keeps_rows_that_sum_to_one():
    torch.manual_seed(1)
    weights = torch.rand(2, 3, 5, 6).softmax(dim=-1)
    targets, sources = [0, 1, 1, 1, 2], [0, 0, 1, 2, 2, 2]
    by_word = merge_pieces(weights, targets, sources)
    assert by_word.shape == (2, 3, 3, 3)
    assert_near(by_word.sum(dim=-1), torch.ones(2, 3, 3))
    for layer, head in product(range(2), range(3)):
        assert_near(by_word[layer, head], merge_pieces(weights[layer, head], targets, sources))


def test_merging_changes_nothing_where_every_piece_is_a_word():
    weights = torch.rand(4, 3)
    assert_near(merge_pieces(weights, range(4), range(3)), weights)


def test_each_target_word_is_linked_to_the_source_word_it_looks_at_most():
    weights = torch.tensor([[0.2, 0.8], [0.4, 0.6], [0.9, 0.1]])
    assert link_to_strongest(weights) == {(1, 0), (1, 1), (0, 2)}


def test_the_diagonal_goes_from_corner_to_corner():
    assert link_diagonally(3, 3) == {(0, 0), (1, 1), (2, 2)}
    assert link_diagonally(4, 2) == {(1, 0), (3, 1)}
    assert link_diagonally(1, 3) == {(0, 0), (0, 1), (0, 2)}


def test_the_error_rate_counts_links_of_both_sides():
    found = frozenset({(0, 0), (1, 1)})
    assert alignment_error_rate([(found, RIGHT)]) == near(1 - 2 * 2 / (2 + 3))
    assert alignment_error_rate([(RIGHT, RIGHT)]) == 0
    assert alignment_error_rate([(frozenset({(5, 5)}), RIGHT)]) == 1


def test_every_link_weighs_the_same_in_short_and_long_sentences():
    short = frozenset({(0, 0)})
    wrong = frozenset({(0, 1)})
    assert alignment_error_rate([(RIGHT, RIGHT), (wrong, short)]) == near(1 - 2 * 3 / (6 + 2))


def by_hand(network, tokenizer, pair, head, shift):
    """The links of one head, piece by piece."""
    source, target = (tokenizer.encode(" ".join(side)) for side in (pair.source, pair.target))
    trace = record_pass(network, [*source, EOS], [tokenizer.start("fr"), *target])
    weights = trace["decoder.layers.0.cross_attention.weights"][0]
    weights = (weights.mean(dim=0) if head is None else weights[head]).tolist()
    sums = [[0.0] * len(pair.source) for _ in pair.target]
    word = -1
    for place, piece in enumerate(tokenizer.pieces(target)):
        word += piece.startswith(SPACE)
        row = weights[place + 1 if shift == "reads" else place]  # row 0 reads the start token
        looked_at = -1
        for weight, seen in zip(row, tokenizer.pieces(source), strict=False):  # not the end token
            looked_at += seen.startswith(SPACE)
            sums[word][looked_at] += weight
    return {(row.index(max(row)), word) for word, row in enumerate(sums)}


def test_links_are_those_of_a_teacher_forced_pass_counted_by_hand(network, tokenizer, pair):
    links = predict_links(network, tokenizer, pair, "fr")
    assert links.keys() == set(product([0], [0, 1, None], ["writes", "reads"]))
    for (_, head, shift), found in links.items():
        assert found == by_hand(network, tokenizer, pair, head, shift)
    assert len(set(links.values())) > 1


def test_words_in_capitals_are_linked_as_those_that_are_read_instead(network, tokenizer, pair):
    capitals = AlignedPair(tuple(map(str.upper, pair.source)), pair.target, pair.links)
    links = predict_links(network, tokenizer, capitals, "fr")
    assert links == predict_links(network, tokenizer, pair, "fr")


def test_a_way_that_finds_all_right_links_has_no_errors_and_is_the_best(network, tokenizer, pair):
    way = (0, 1, "reads")
    perfect = AlignedPair(
        pair.source, pair.target, predict_links(network, tokenizer, pair, "fr")[way]
    )
    table = measure_error_rates(network, tokenizer, {"en-fr": [perfect, perfect]})
    rates = {(r["layer"], r["head"], r["shift"]): r["mean"] for r in table["rows"]}
    assert rates[way] == 0
    assert rates[0, 1, "writes"] > 0
    assert (table["best"]["layer"], table["best"]["head"], table["best"]["shift"]) == way
    assert table["sentences"] == {"en-fr": 2}


def test_the_best_way_is_best_on_average_over_the_directions(network, tokenizer, pair):
    done = []
    table = measure_error_rates(
        network, tokenizer, {"en-fr": [pair], "fr-en": [pair.reverse]}, done.append
    )
    assert len(done) == 2
    assert all(row["aer"].keys() == {"en-fr", "fr-en"} for row in table["rows"])
    for row in [*table["rows"], table["diagonal"]]:
        assert row["mean"] == pytest.approx(sum(row["aer"].values()) / 2, abs=1e-4)
    assert table["best"]["mean"] == min(row["mean"] for row in table["rows"])


def test_a_word_that_vanishes_in_the_tokenizer_is_named(network, tokenizer):
    with pytest.raises(ValueError, match="fine"):
        predict_links(
            network, tokenizer, AlignedPair(("fine", "\u200b"), ("a",), frozenset()), "fr"
        )


@pytest.fixture
def folder(network, tokenizer, tmp_path):
    storage.save(network, tokenizer, tmp_path / "model")
    return tmp_path / "model"


@pytest.fixture
def file(pair, tmp_path):
    entry = {"src_words": pair.source, "tgt_words": pair.target, "alignment": sorted(pair.links)}
    path = tmp_path / "hand.en-fr.jsonl"
    path.write_text(json.dumps(entry) + "\n")
    return path


def test_the_command_prints_the_table_and_stores_it_beside_the_weights(folder, file, capsys):
    main([str(file), str(file), "--model", str(folder)])
    table = json.loads((folder / ALIGNMENT).read_text())
    assert table["files"] == [file.name]
    assert table["sentences"] == {"en-fr": 2, "fr-en": 2}
    assert table["weights"] == fingerprint(folder)
    header, first, *_, last = capsys.readouterr().out.splitlines()
    assert header.split() == ["layer", "head", "shift", "en-fr", "fr-en", "mean"]
    assert first.split()[-1] == f"{100 * table['best']['mean']:.1f}"
    assert last.split()[0] == "diagonal"


def test_the_table_can_be_written_elsewhere(folder, file, tmp_path):
    main([str(file), "--model", str(folder), "--table", str(tmp_path / "other.json")])
    assert not (folder / ALIGNMENT).exists()
    assert json.loads((tmp_path / "other.json").read_text())["rows"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hand.jsonl", "languages"),
        ("missing.en-fr.jsonl", "missing"),
        ("hand.en-de.jsonl", "not translate en-de nor de-en: it reads en, fr"),
    ],
)
def test_a_file_of_no_use_ends_in_one_sentence(folder, file, name, words):
    if name != "missing.en-fr.jsonl":
        file = file.rename(file.with_name(name))
    with pytest.raises(SystemExit, match=words) as ended:
        main([str(file.with_name(name)), "--model", str(folder)])
    assert "\n" not in str(ended.value)
    assert not (folder / ALIGNMENT).exists()


@pytest.mark.parametrize(
    "content", [b"{}", gzip.compress(b"{}")[:10] + b"\xff" * 20], ids=["not packed", "damaged"]
)
def test_a_damaged_file_ends_in_one_sentence(folder, tmp_path, content):
    (tmp_path / "hand.en-fr.jsonl.gz").write_bytes(content)
    with pytest.raises(SystemExit, match=r"hand\.en-fr.*not gzip"):
        main([str(tmp_path / "hand.en-fr.jsonl.gz"), "--model", str(folder)])


def test_the_shipped_table_was_measured_on_the_shipped_weights():
    """After a new model: python -m model.alignment FILE..."""
    assert json.loads((MODEL / ALIGNMENT).read_text())["weights"] == fingerprint(MODEL)
