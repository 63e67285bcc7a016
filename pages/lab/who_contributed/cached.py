"""Attribution scores of this translation, and the measured comparison of methods; cached."""

from collections.abc import Iterator

import streamlit as st

from model.attribution import methods
from model.attribution.inputs import ForcedPair, Scores
from model.attribution.methods import Aligner, StepAttributions
from model.measures import surprisal
from model.storage import ALIGNMENT, ATTRIBUTION
from model.transformer import Transformer
from ui.readings import session
from ui.readings.reading import Change, Reading

AT_ONCE = 48  # tokens of source and prefix; more start a background job


def load_method_comparison() -> dict | None:
    """Return the comparison of attribution methods that ``python -m model.attribution`` measured
    for these weights.

    Returns:
        None if there is none; else a dict with "errors" (alignment error rates), "spearman" (rank
        correlation with occlusion), "detachment" (AUROC of detecting wrong translations),
        "sentences" (their number), and "integrated" (the smaller numbers of sentences on which
        integrated gradients were measured).
    """
    return session.load_measurements(ATTRIBUTION)


def get_aligner() -> tuple[Aligner, bool]:
    """Return the cross-attention head whose weights serve as an attribution method.

    Returns:
        The head that aligned words best when that was measured, and True; if it was not measured,
        the mean of all heads in the middle layer, and False.
    """
    known = session.load_measurements(ALIGNMENT)
    if known:
        return methods.best_aligner(known["rows"]), True
    middle = len(session.glass().config.layers("cross")) // 2
    return Aligner(middle, None, middle), False


def force_pair(reading: Reading) -> ForcedPair:
    """Return the source ids, decoder input ids and output ids of a reading, for teacher forcing."""
    said = reading.output_ids
    return ForcedPair(reading.source_ids, reading.target_ids[: len(said)], said)


def attribute_from_reading(reading: Reading) -> dict[str, Scores]:
    """Return the scores of the attribution methods that need no further passes of the network.

    Args:
        reading: the sentence and its translation, with the recorded pass.

    Returns:
        For each of "attention", "value", "rollout" and "alti", the scores of the source tokens and
        of the target prefix, a row for each step.
    """
    return _trace_attributions(
        force_pair(reading), reading.changes, session.glass().network, reading
    )


@st.cache_resource(max_entries=48, show_spinner=False, hash_funcs={Transformer: id})
def _trace_attributions(
    pair: ForcedPair, changes: tuple[Change, ...], model: Transformer, _reading: Reading
) -> dict[str, Scores]:
    """Compute the attribution methods that need one recorded pass; cached by ids and changes."""
    return methods.attribute_from_trace(model, _reading.trace, get_aligner()[0])


def compute_log_probabilities(reading: Reading) -> list[float]:
    """Return the log-probability of each output token of a reading, in nats."""
    return surprisal.log_p(reading.trace["logits"][0], reading.output_ids).tolist()


def can_attribute_now(pair: ForcedPair, step: int) -> bool:
    """Return whether the slower attribution methods are quick enough at this step to run at once,
    without a background job.

    Args:
        pair: the sentence and its translation, as token ids.
        step: the step, from 0.
    """
    return pair.truncate_at(step).length <= AT_ONCE


def run_slow_methods(pair: ForcedPair, step: int) -> Iterator[StepAttributions]:
    """Yield the scores of the slower attribution methods (gradients, occlusion) at one step while
    they are computed; each time, more of them are complete.

    Args:
        pair: the sentence and its translation, as token ids.
        step: the step, from 0.
    """
    return methods.attribute_step(session.glass().network, pair, step)


@st.cache_resource(max_entries=256, show_spinner=False)
def get_step_attributions(pair: ForcedPair, step: int) -> StepAttributions:
    """Return the complete scores of the slower attribution methods (gradients, occlusion) at one
    step.

    Args:
        pair: the sentence and its translation, as token ids.
        step: the step, from 0.
    """
    *_, last = run_slow_methods(pair, step)
    return last
