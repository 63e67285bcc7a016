"""The referee's measures, the wrong translations it makes up, and its command line."""

import gzip
import json
import random

import pytest
import torch

from model import storage
from model.alignment.__main__ import main as align
from model.alignment.aligned import AlignedPair
from model.alignment.error_rate import SHIFTS
from model.attribution.__main__ import main
from model.attribution.faithfulness import (
    EvaluationSetup,
    alignment_errors,
    auroc,
    link_words,
    mean_rank_correlation,
    ranks,
    spearman,
)
from model.attribution.inputs import Scores
from model.attribution.methods import METHODS, Aligner
from model.attribution.wrong_pairs import (
    KINDS,
    ParallelSentence,
    draw_contrastive_pairs,
    read_parallel_sentences,
    repeat_first_half,
    swap_one_word,
)
from model.storage import ATTRIBUTION, fingerprint
from tests.close import assert_near, near


def test_ranks_count_from_one_and_ties_share_theirs():
    assert ranks(torch.tensor([0.3, 0.1, 0.3, 0.9])).tolist() == [2.5, 1, 2.5, 4]


def test_spearman_sees_only_the_order():
    values = torch.tensor([0.1, 0.4, 0.2, 0.9])
    assert spearman(values, values.exp()) == near(1)
    assert spearman(values, -values) == near(-1)
    assert spearman(values, torch.ones(4)) == 0


def test_auroc_is_how_often_the_right_one_is_above_the_wrong_one():
    assert auroc([3.0, 4.0], [1.0, 2.0]) == 1
    assert auroc([1.0, 2.0], [3.0, 4.0]) == 0
    assert auroc([1.0, 3.0], [2.0, 2.0]) == 0.5
    assert auroc([1.0], [1.0]) == 0.5
    chance = random.Random(1)
    right, wrong = ([float(chance.choice(range(5))) for _ in range(20)] for _ in range(2))
    counted = sum((a > b) + (a == b) / 2 for a in right for b in wrong) / 400
    assert auroc(right, wrong) == near(counted)


def test_methods_that_differ_in_sign_alone_agree_and_later_tokens_do_not_count():
    source = torch.tensor([[1.0, 2, 3], [3, 1, 2]])
    prefix = torch.tensor([[4.0, 0], [0.5, 0.1]])
    other = Scores(-source, prefix + torch.tensor([[0, 9.0], [0, 0]]))
    assert mean_rank_correlation(Scores(source, prefix), other, source_only=False) == near(1)
    assert mean_rank_correlation(Scores(source, prefix), Scores(-source, -prefix), True) == near(1)


def test_a_step_counts_for_the_word_it_writes_or_for_the_one_it_reads():
    source = torch.tensor([[0.9, 0.0, 0.1], [0.0, 0.8, 0.2], [0.2, 0.3, 0.5]])
    scores = Scores(source, torch.zeros(3, 3))
    assert link_words(scores, "writes", [0, 1], [0, 1]) == {(0, 0), (1, 1)}
    assert link_words(scores, "reads", [0, 1], [0, 1]) == {(1, 0), (1, 1)}


def test_the_longest_word_is_exchanged_and_its_punctuation_stays():
    assert swap_one_word("Das Fenster, bitte.", "Ich suche Wasser!") == "Das Wasser, bitte."
    assert swap_one_word("Er ist da.", "Ich suche Wasser!") == "Er ist da."
    assert repeat_first_half("Le chat dort ici.") == "Le chat Le chat Le chat."
    assert repeat_first_half("Le chat dort ici") == "Le chat Le chat Le chat"


def own(lines):
    return [
        ParallelSentence("a" if i % 2 else "b", {"en": en, "fr": fr})
        for i, (en, fr) in enumerate(zip(lines["en"], lines["fr"], strict=True))
    ]


def test_wrong_translations_are_never_the_right_one_and_drawn_the_same_again(lines):
    drawn = draw_contrastive_pairs(own(lines), 12)
    assert drawn == draw_contrastive_pairs(own(lines), 12)
    for pair in drawn:
        assert set(pair.wrong_translations) <= set(KINDS)
        assert pair.target not in pair.wrong_translations.values()
    with pytest.raises(ValueError, match="too few"):
        draw_contrastive_pairs(own(lines)[:1], 2)
    alone = [ParallelSentence(line.topic, {"en": line.texts["en"]}) for line in own(lines)]
    with pytest.raises(ValueError, match="fewer than two of en, fr, de, es"):
        draw_contrastive_pairs(alone, 2)


def written(path, rows):
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines("\t".join(row) + "\n" for row in rows)
    return path


def test_lines_of_another_form_are_refused_with_their_number(tmp_path):
    path = written(tmp_path / "own.tsv.gz", [tuple("abcde"), ("a", "b")])
    with pytest.raises(ValueError, match="line 2: 2 columns, not 5"):
        read_parallel_sentences(path, ("en", "fr"))
    (tmp_path / "plain.tsv.gz").write_bytes(b"no gzip")
    with pytest.raises(ValueError, match="damaged"):
        read_parallel_sentences(tmp_path / "plain.tsv.gz", ("en", "fr"))


def test_a_sentence_has_the_language_of_its_column_in_whichever_order_a_model_has_them(tmp_path):
    path = written(tmp_path / "own.tsv.gz", [("food", "bread", "pain", "Brot", "pan")])
    [line] = read_parallel_sentences(path, ("es", "de", "it"))
    assert line == ParallelSentence("food", {"de": "Brot", "es": "pan"})


def test_words_in_capitals_are_those_that_are_read_instead(network, tokenizer, lines):
    source, target = (tuple(lines[language][0].split()) for language in ("en", "fr"))
    trial = EvaluationSetup(
        network, tokenizer, dict.fromkeys(SHIFTS, Aligner(0, 0, 0)), integrated_pairs=0
    )
    plain, capitals = (
        alignment_errors(trial, {"en-fr": [AlignedPair(words, target, frozenset({(0, 0)}))]})
        for words in (source, tuple(word.upper() for word in source))
    )
    assert capitals == plain


@pytest.fixture
def folder(network, tokenizer, tmp_path, lines):
    """A model, aligned sentences and sentences of our own."""
    storage.save(network, tokenizer, tmp_path)
    words = [lines[language][0].split() for language in ("en", "fr")]
    line = {"src_words": words[0], "tgt_words": words[1], "alignment": [[0, 0], [1, 1]]}
    (tmp_path / "small.en-fr.jsonl").write_text(json.dumps(line) + "\n")
    rows = [(line.topic, *line.texts.values(), "", "") for line in own(lines)]  # no de, no es
    written(tmp_path / "own.tsv.gz", rows)
    return tmp_path


def test_the_program_writes_a_table_of_all_methods_with_the_weights_fingerprint(folder, capsys):
    given = [str(folder / "small.en-fr.jsonl"), "--model", str(folder)]
    options = ["--own", str(folder / "own.tsv.gz"), "--pairs", "2", "--slow", "1"]
    with pytest.raises(SystemExit, match=r"run model\.alignment first"):
        main([*given, *options])
    align(given)
    main([*given, *options])
    table = json.loads((folder / ATTRIBUTION).read_text())
    assert table["weights"] == fingerprint(folder)
    assert set(table["errors"]) == set(METHODS)
    for rates in table["errors"].values():
        for shift in ("writes", "reads"):
            assert set(rates[shift]) == {"en-fr", "fr-en", "mean"}
            assert 0 <= rates[shift]["mean"] <= 1
    assert set(table["spearman"]["with occlusion"]) == set(METHODS) - {"occlusion"}
    printed = capsys.readouterr().out
    assert all(name in printed for name in METHODS.values())


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["nowhere.en-fr.jsonl"], "nowhere.en-fr.jsonl: No such file"),
        (["alignment.jsonl"], "does not name its languages"),
    ],
)
def test_what_cannot_be_read_ends_in_one_sentence(arguments, answer):
    with pytest.raises(SystemExit, match=answer):
        main(arguments)


def test_ranks_of_nothing_are_none():
    assert_near(ranks(torch.zeros(0)), torch.zeros(0))
