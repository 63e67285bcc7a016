"""What Patch it asks the model: with changed weights, and at a step where runs differ clearly."""

import pytest

from model.changes.kinds import RoundedWeights
from model.patching.predictions import MIN_LOGIT_DIFFERENCE, StepComparison, first_divergent_step
from pages.lab.patch_it import cached
from pages.lab.patch_it.experiment import PatchingExperiment, Trial
from tests.close import assert_near
from ui.readings import session

TEXTS = ("He is tired.", "She is tired.")
CHANGES = (RoundedWeights(3),)


def at_step(step, beginning=()):
    experiment = PatchingExperiment(TEXTS, ("fr", "fr"), beginning, CHANGES, False, False)
    found = cached.compare_runs_by_step(experiment)[step]
    return Trial(experiment, step, (found.clean, found.changed))


def test_both_runs_are_those_of_the_changed_weights():
    trial = at_step(2)
    for text, run in zip(TEXTS, cached.get_run_pair(trial.experiment, trial.step), strict=True):
        said = cached.get_clean_translation(trial.experiment)
        own = session.read_with_translation(text, "fr", said, CHANGES)
        assert_near(run.logits, own.trace["logits"][0, trial.step])


def test_the_patched_runs_and_their_translations_are_those_of_the_changed_weights():
    trial = at_step(0)
    all_there_is = cached.list_patch_sites(trial)["decoder"][-1][
        -1
    ]  # what the next token is computed of
    place = cached.flatten_sites(cached.list_patch_sites(trial)).index(all_there_is)
    donor = cached.get_unpatched_predictions(trial).differences[1]
    assert_near(cached.get_patched_predictions(trial).differences[place], donor)
    own, other, _ = cached.translate_with_patch(trial, all_there_is)
    assert [own, other] == [session.read(text, "fr", CHANGES).translation for text in TEXTS]


def test_a_given_beginning_is_continued_by_the_changed_weights():
    said = session.read(TEXTS[0], "fr", CHANGES).output_ids
    assert cached.get_clean_translation(at_step(1, said[:1]).experiment) == said


@pytest.mark.parametrize(
    ("turns", "first", "step"),
    [
        ([(False, 3.0), (True, MIN_LOGIT_DIFFERENCE / 2), (True, 1.0), (True, 6.0)], 0, 2),
        ([(False, 0.1), (False, -1.06), (True, 0.2)], 0, 1),
        ([(True, 2.0), (False, 0.1), (False, 0.3)], 1, 2),
        ([(True, 2.0)], 5, 0),
    ],
)
def test_runs_are_compared_where_they_first_part_clearly_or_differ_most(turns, first, step):
    assert (
        first_divergent_step([StepComparison(0, 1, parts, turn) for parts, turn in turns], first)
        == step
    )
