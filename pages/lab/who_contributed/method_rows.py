"""The main picture: attribution scores at one step, a row per method."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from model.attribution.methods import StepAttributions
from model.measures.words import word_indices
from pages.lab.who_contributed import cached, remarks
from pages.lab.who_contributed.choices import Choices
from pages.lab.who_contributed.compute import MethodRow, compute_method_rows
from pages.lab.who_contributed.views.contributions_view import show_contributions_view
from ui.frame import explain
from ui.frame.background import Task, show_job
from ui.messages import _
from ui.readings.reading import Token, distinct_names


def show(choices: Choices) -> None:
    """Show the scores of all attribution methods at the chosen step.

    For long sentences, a background job computes those of the slower methods.

    Args:
        choices: what the visitor chose on the page.
    """
    forced = cached.force_pair(choices.reading)
    if cached.can_attribute_now(forced, choices.step):
        with st.spinner(_("Asking the network again ...")):
            answers = cached.get_step_attributions(forced, choices.step)
        show_method_rows(choices, answers)
    else:
        show_job(
            Task(
                "asking",
                (forced, choices.step),
                partial(cached.run_slow_methods, forced, choices.step),
                _(remarks.BEGIN),
                lambda found: (found[-1].progress if found else 0.0, _(remarks.PROGRESS)),
            ),
            lambda seen: show_method_rows(choices, seen.results[-1] if seen.results else None),
        )


def show_method_rows(choices: Choices, attributions: StepAttributions | None) -> None:
    """Show the scores of the attribution methods, and the takeaway.

    Args:
        choices: what the visitor chose on the page.
        attributions: scores of the slower methods; None while there are none.
    """
    reading, step = choices.reading, choices.step
    source, prefix = reading.source, reading.target[: step + 1]
    found = dict(cached.attribute_from_reading(reading))
    if attributions is not None:
        found |= attributions.scores(len(source))
    sources, targets = (_number_columns(tokens, choices.merge_words) for tokens in (source, prefix))
    answered = [
        row
        for row in compute_method_rows(found, step, sources, targets)
        if choices.all_methods or row.name in remarks.FIRST
    ]
    joined, before = _join_tokens(source, sources), _join_tokens(prefix, targets)
    probability = cached.compute_log_probabilities(reading)[step]
    show_contributions_view(
        answered,
        _describe_rows(answered, attributions),
        joined,
        before if choices.with_prefix else None,
        remarks.token_caption(reading.output[step].text, probability),
        choices.all_methods,
    )
    names, word = distinct_names(joined), reading.output[step].text
    losses = []
    if attributions is not None and "occlusion" in found and not choices.merge_words:
        losses = attributions.occlusion[0, : len(source)].tolist()
    explain.show_sentence_fact(
        remarks.describe_takeaway(answered, names)
        if choices.all_methods or attributions is None
        else remarks.describe_answers(answered, names, word, losses)
    )
    if losses:
        first = next(row for row in answered if row.name == "attention").top_source_index
        explain.defer_sentence_fact(remarks.describe_losses(losses, first, names, word))


def _number_columns(tokens: Sequence[Token], merge_words: bool) -> list[int]:
    """Return the column number of each token: one per word, or one per piece."""
    return (
        word_indices([token.joined for token in tokens])
        if merge_words
        else list(range(len(tokens)))
    )


def _join_tokens(tokens: Sequence[Token], columns: Sequence[int]) -> list[Token]:
    """Return one token per column, with its pieces joined."""
    result: list[Token] = []
    for place, (token, column) in enumerate(zip(tokens, columns, strict=True)):
        if place and column == columns[place - 1]:
            before = result.pop()
            known = before.known and token.known
            token = Token(before.text + token.text, known=known, language=token.language)
        result.append(token)
    return result


def _describe_rows(rows: Sequence[MethodRow], attributions: StepAttributions | None) -> list[str]:
    """Return a few words on what each shown attribution method computes."""
    aligner, __ = cached.get_aligner()
    path = attributions.integrated if attributions else None
    special = {
        "attention": remarks.describe_attention_weights(aligner.layer, aligner.head),
        "value": remarks.describe_value_layer(aligner.value_layer),
        "integrated": remarks.describe_integration_path(
            path.gradient_count, path.completeness_error
        )
        if path
        else _(remarks.PATH),
    }
    return [special.get(row.name) or remarks.describe_method(row.name) for row in rows]


def tensor_shapes(choices: Choices) -> dict[str, str]:
    """Return the shapes of the tensors of ALTI+ as text, by label.

    The tensors are the parts of a cross-attention block's output, such as "9 × 13 × 256" (target
    tokens, source tokens and the residual, d_model), and the scores of source and target tokens.

    Args:
        choices: what the visitor chose on the page.
    """
    m, n = len(choices.reading.source), len(choices.reading.target)
    d_model = choices.reading.trace["memory"].shape[-1]
    return {
        _("parts of a cross-attention block"): f"{n} × {m + 1} × {d_model}",
        _("ALTI+, source"): f"{n} × {m}",
        _("ALTI+, translation so far"): f"{n} × {n}",
    }
