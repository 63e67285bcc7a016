"""When a stop is done: facts in, verdict out. Each check says no before it says yes."""

import pytest

from ui.frame.tour.checks import (
    MOVED_ANSWERS,
    SHUFFLE_ANSWERS,
    CheckHistory,
    check_both_trainings,
    check_crossing_lines,
    check_largest_weight,
    check_least_probable_token,
    check_most_similar_row,
    check_no_forgetting,
    check_only_later_predictions,
    check_previous_token_head,
    check_query_finds_key,
    check_searches_differ,
    check_shuffle_keeps_vectors,
    check_single_change,
    check_word_is_split,
    check_word_needs_another,
)
from ui.messages import use_locale

NOTHING = CheckHistory()


def test_the_least_certain_token_is_the_least_of_all_of_a_words_pieces_too():
    facts = {"said": [("qu", 0.8), ("'", 0.9), ("il", 0.75), ("dort", 0.6), ("</s>", 0.7)]}
    for step in (1, 2, 3, 5):  # “qu'il” as a whole got less than “dort”
        assert not check_least_probable_token(facts | {"step": step}, NOTHING).done
    found = check_least_probable_token(facts | {"step": 4}, NOTHING)
    assert found.done
    assert found.status == "“dort” got 60%, the lowest of the 5 tokens."


def test_who_never_stepped_has_not_found_the_last_token():
    facts = {"said": [("Le", 0.8), ("chien", 0.9), ("</s>", 0.7)]}
    came = check_least_probable_token(facts | {"step": 3}, NOTHING)
    assert not came.done
    assert "whole translation" in came.status
    back = check_least_probable_token(facts | {"step": 2}, CheckHistory(came.notes))
    assert not back.done
    assert check_least_probable_token(facts | {"step": 3}, CheckHistory(back.notes)).done
    other = {"said": [("Un", 0.8), ("chat", 0.9), ("</s>", 0.7)], "step": 3}
    assert not check_least_probable_token(
        other, CheckHistory(back.notes)
    ).done  # typed, and not stepped through


def test_a_word_splits_into_two_pieces_or_more():
    assert not check_word_is_split({"words": [("The",), ("dog",)]}, NOTHING).done
    assert not check_word_is_split({"words": []}, NOTHING).done
    found = check_word_is_split({"words": [("The",), ("gard", "en", "er")]}, NOTHING)
    assert found.done
    assert found.status.endswith(": gard + en + er.")


def test_the_guessed_row_is_the_most_similar_one_of_the_word_that_is_chosen():
    facts = {"token": "cat", "rows": ["“gato”", "“lives”"], "cosines": [0.8, 0.1]}
    asked = check_most_similar_row(facts, NOTHING)
    assert asked.options == ("“gato”", "“lives”")
    assert not asked.done
    wrong = check_most_similar_row(facts, CheckHistory(guess=1, context=asked.context))
    assert not wrong.done
    assert wrong.status.startswith("“lives” is only next to “cat” in the table (cosine 0.1")
    assert check_most_similar_row(facts, CheckHistory(guess=0, context="cat")).done
    assert not check_most_similar_row(
        facts, CheckHistory(guess=0, context="it")
    ).done  # of another word
    assert not check_most_similar_row(facts, CheckHistory(guess=7, context="cat")).done


def test_a_query_finds_the_key_of_a_word_further_away_and_clearly():
    facts = {"kind": "encoder", "layer": 2, "head": 7, "query": "“it”", "key": "“cat”"}
    assert check_query_finds_key(facts | {"far": True, "weight": 0.47}, NOTHING).done
    unclear = check_query_finds_key(facts | {"far": True, "weight": 0.39}, NOTHING)
    assert not unclear.done
    assert "the query of “it” matches “cat” best (39" in unclear.status
    assert not check_query_finds_key(facts | {"far": False, "weight": 0.9}, NOTHING).done
    assert not check_query_finds_key({"kind": "cross"}, NOTHING).done


def test_a_word_needs_another_only_if_its_own_is_not_hidden():
    facts = {"watched": "vieille", "own": "old", "hidden": ["car"], "own_hidden": False}
    assert not check_word_needs_another({"words": 0}, NOTHING).done
    assert not check_word_needs_another(facts | {"hidden": [], "still": True}, NOTHING).done
    assert not check_word_needs_another(facts | {"still": True}, NOTHING).done
    assert not check_word_needs_another(facts | {"own_hidden": True, "still": False}, NOTHING).done
    assert check_word_needs_another(facts | {"still": False}, NOTHING).done


def test_both_trainings_must_have_finished_in_either_order():
    without = {"training": "phrases", "finished": True, "attention": False, "accuracy": 0.5}
    came = check_both_trainings(without, NOTHING)
    assert "No training run without attention" in came.status  # it was finished before
    began = check_both_trainings({"training": "phrases"}, CheckHistory(came.notes))
    first = check_both_trainings(without, CheckHistory(began.notes))
    assert not first.done
    assert "No training run with attention" in first.status
    again = check_both_trainings(without, CheckHistory(first.notes))
    assert not again.done
    running = check_both_trainings({"training": "phrases"}, CheckHistory(first.notes))
    assert not running.done
    assert set(running.notes) > set(first.notes)
    elsewhere = check_both_trainings({"training": "words"}, CheckHistory(running.notes))
    assert not elsewhere.done
    last = check_both_trainings(
        without | {"attention": True, "accuracy": 1.0}, CheckHistory(running.notes)
    )
    assert last.done
    assert last.status == "Without attention: 50% right. With attention: 100% right."
    with use_locale("de"):
        shown = check_both_trainings({}, CheckHistory(last.notes)).status
    assert "50\u00a0%" in shown
    assert "100\u00a0%" in shown


def test_a_link_with_notes_of_another_kind_still_opens():
    odd = CheckHistory(("with 96%", "without", "", "with 0.9600"))
    kept = check_both_trainings({}, odd)
    assert kept.status.startswith("With attention: 96% right.")
    assert kept.notes == ("with 0.9600",)


def test_the_guessed_word_must_be_read_most_in_the_row_that_is_shown():
    facts = {"keys": ["“a”", "“b”"], "weights": [0.2, 0.8], "word": "it", "context": "x 0 1"}
    asked = check_largest_weight(facts, NOTHING)
    assert asked.hides_figure
    assert asked.options == ("“a”", "“b”")
    wrong = check_largest_weight(facts, CheckHistory(guess=0, context=asked.context))
    assert not wrong.done
    assert not wrong.hides_figure
    assert wrong.status.startswith("“it” gives “a” 20%")  # each quoted once
    assert check_largest_weight(facts, CheckHistory(guess=1, context=asked.context)).done
    other = check_largest_weight(
        facts | {"context": "x 0 2"}, CheckHistory(guess=1, context=asked.context)
    )
    assert not other.done
    assert other.hides_figure
    assert not check_largest_weight(facts, CheckHistory(guess=7, context=asked.context)).done


def test_a_head_of_previous_tokens_has_more_than_four_fifths_there():
    facts = {"kind": "encoder", "layer": 1, "head": 7, "previous": 0.8}
    assert not check_previous_token_head(facts, NOTHING).done
    assert check_previous_token_head(facts | {"previous": 0.81}, NOTHING).done
    assert not check_previous_token_head(facts | {"previous": None}, NOTHING).done
    assert not check_previous_token_head(facts | {"kind": "cross", "previous": None}, NOTHING).done


def test_the_shuffle_comes_after_the_guess_and_the_guess_may_be_corrected():
    facts = {"order": 2, "difference": 4e-7}
    right, wrong = CheckHistory(guess=0), CheckHistory(guess=1)
    assert not check_shuffle_keeps_vectors(facts, NOTHING).done
    assert not check_shuffle_keeps_vectors({}, right).done  # its section is closed
    assert not check_shuffle_keeps_vectors(facts | {"order": 1}, right).done
    assert not check_shuffle_keeps_vectors(facts | {"difference": 1e-4}, right).done
    assert not check_shuffle_keeps_vectors(facts, wrong).done
    assert check_shuffle_keeps_vectors(facts, right).done
    assert SHUFFLE_ANSWERS[0].startswith("They stay the same")


def test_only_what_comes_later_moves():
    facts = {"replaced": 2, "bits": [0.0, 0.0, 3.0, 0.5]}
    right = CheckHistory(guess=2)
    assert MOVED_ANSWERS[2] == "The ones from that word on"
    assert not check_only_later_predictions(facts, NOTHING).done
    asked = check_only_later_predictions({"step": 5, "replaced": None, "bits": None}, right)
    assert not asked.done
    assert "Let step 5 read a token other than" in asked.status  # as the field's heading says
    assert not check_only_later_predictions(facts | {"replaced": 0}, right).done
    assert not check_only_later_predictions(facts, CheckHistory(guess=1)).done
    assert not check_only_later_predictions(facts | {"bits": [0.1, 0.0, 3.0, 0.5]}, right).done
    found = check_only_later_predictions(facts | {"bits": [-1e-12, 0.0, 3.0, 0.5]}, right)
    assert found.done
    assert "up to 3.0 bits" in found.status


def test_lines_cross_if_their_ends_are_in_the_other_order():
    facts = {"lines": {1: 2, 2: 1, 0: 0}, "names": "abc", "ends": "xyz"}
    assert not check_crossing_lines(facts | {"row": 0}, NOTHING).done
    found = check_crossing_lines(facts | {"row": 1}, NOTHING)
    assert found.done
    assert found.status == "“b” → “z” crosses “c” → “y”."
    assert not check_crossing_lines(facts | {"row": 1, "lines": {0: 0}}, NOTHING).done
    assert not check_crossing_lines(facts | {"row": 1, "lines": {1: 2, 2: 2}}, NOTHING).done


@pytest.mark.parametrize(("greedy", "beam", "done"), [("a", "a", False), ("a", "b", True)])
def test_the_searches_differ_if_their_texts_do(greedy, beam, done):
    assert check_searches_differ({"greedy": greedy, "beam": beam}, NOTHING).done == done


def test_long_translations_are_shown_where_they_part():
    same = "Le petit chien de la vieille dame qui habite en face dort"
    found = check_searches_differ({"greedy": f"{same} ici.", "beam": f"{same} là."}, NOTHING)
    assert found.status == "Greedy search writes “… face dort ici.”, beam search “… face dort là.”."
    shorter = check_searches_differ({"greedy": same, "beam": f"{same} là."}, NOTHING)
    assert shorter.status == "Greedy search writes “… face dort”, beam search “… face dort là.”."


def test_a_lesson_must_teach_something_and_must_not_forget():
    facts = {"right": 4, "asked": 5, "right_before": 1, "forgot": False}
    assert not check_no_forgetting({"lesson": "french"}, NOTHING).done
    assert not check_no_forgetting(facts | {"right_before": 4}, NOTHING).done
    forgot = check_no_forgetting(facts | {"forgot": True}, NOTHING)
    assert not forgot.done
    assert "Choose more rehearsal" in forgot.status
    found = check_no_forgetting(facts, NOTHING)
    assert found.done
    assert "4 of 5 questions" in found.status


@pytest.mark.parametrize(
    ("changes", "broken", "done"),
    [(0, "a", False), (0, "b", False), (1, "a", False), (2, "b", False), (1, "b", True)],
)
def test_one_switch_alone_changes_the_translation(changes, broken, done):
    facts = {"changes": changes, "plain": "a", "broken": broken}
    assert check_single_change(facts, NOTHING).done == done
