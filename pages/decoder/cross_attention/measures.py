"""Measures of all cross-attention heads: alignment error, end token, entropy, diagonality."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from torch import Tensor

from model.measures.attention_entropy import row_entropies
from pages.decoder.cross_attention.compute import diagonality, normalize_rows
from pages.decoder.cross_attention.rows import MemoryRows
from pages.decoder.cross_attention.selection import TargetReading
from ui.messages import N_, _, ngettext
from ui.readings.reading import Reading
from ui.views import json_rows
from ui.words import format_decimal

ERROR = N_("alignment error")
# Available for any model.
OF_THE_SENTENCE = N_("on </s>"), N_("entropy"), N_("diagonality")


def list_measure_names(alignment: Mapping | None) -> tuple[str, ...]:
    """Return the English names of the measures, in the order of ``compute_head_measures``.

    Args:
        alignment: the table of alignment error rates; if it is None, the alignment error is not
            among the measures.
    """
    return (ERROR, *OF_THE_SENTENCE) if alignment else OF_THE_SENTENCE


def collect_view_tensors(target_readings: Sequence[TargetReading]) -> dict[str, Tensor]:
    """Return the cross-attention tensors that ``show_memory_view`` draws, by name.

    Returns:
        For translation 0: "0.weight", the values (layer, head, row, column); "0.weight.hidden", the
        sum over hidden columns (layer, head, row); and "0.weight.entropy", the entropy of each row
        in bits (layer, head, row). The same for "contribution", and for translation 1 if there is
        one.
    """
    result = {}
    for place, reader in enumerate(target_readings):
        for name, rows in reader.rows.maps.items():
            result[f"{place}.{name}"] = rows
            result[f"{place}.{name}.hidden"] = reader.rows.hidden[name]
            result[f"{place}.{name}.entropy"] = row_entropies(normalize_rows(rows))
    return result


@dataclass(frozen=True)
class HeadMeasure:
    """A measure of every head of every layer.

    Args:
        name: name in the interface's language.
        values: value for each layer and head; None if it was not measured.
        shades: strength of the cell's colour, from 0 to 1, for each value.
        best: layer and head with the best value, from 0; None if no value is best.
        note: what the value means.
    """

    name: str
    values: Sequence[Sequence[float | None]]
    shades: Sequence[Sequence[float | None]]
    best: tuple[int, int] | None
    note: str


def compute_head_measures(
    rows: MemoryRows, alignment: Mapping | None, shift: str
) -> list[HeadMeasure]:
    """Return the measures of all heads: alignment error, weight on </s>, entropy and diagonality.

    The last three are computed from this sentence's weights, with no words merged and no tokens
    hidden.

    Args:
        rows: cross-attention of the translation.
        alignment: the table of alignment error rates; if it is None, that measure is left out.
        shift: which of the two error rates of a head: "writes", where a decoder position counts
            for the token it predicts, or "reads", where it counts for the token it reads.

    Returns:
        One ``HeadMeasure`` for each name of ``list_measure_names``, in that order.
    """
    weights = rows.pieces["weight"]
    bits = row_entropies(weights).mean(dim=-1)
    end = weights[..., -1].mean(dim=-1)
    order = diagonality(weights)
    widest = math.log2(max(2, weights.shape[-1]))
    found = [
        (end, end, _("share of the weight on the end token")),
        (
            bits,
            bits / widest,
            _("bits, averaged over all rows, </s> included; at most {most}").format(
                most=format_decimal(widest, 2)
            ),
        ),
        (order, order, _("1 means in the order of the source, 0 means spread evenly")),
    ]
    result = [
        HeadMeasure(_(name), json_rows(values), json_rows(shade.clamp(0, 1)), None, note)
        for name, (values, shade, note) in zip(OF_THE_SENTENCE, found, strict=True)
    ]
    return (
        [alignment_error_measure(alignment, weights.shape[:2], shift)] if alignment else []
    ) + result


def alignment_error_measure(alignment: Mapping, shape: Sequence[int], shift: str) -> HeadMeasure:
    """Return the measured alignment error rates of all heads as one measure; the lowest is best.

    Args:
        alignment: the alignment table; its "rows" have "layer", "head", "shift" and "mean", and its
            "sentences" the number of sentences by direction.
        shape: (number of layers + 1, number of heads + 1): the last one of each is for the mean.
        shift: which rows to use: "writes", where a decoder position counts for the token it
            predicts, or "reads", where it counts for the token it reads.
    """
    values: list[list[float | None]] = [[None] * shape[1] for __ in range(shape[0])]
    for row in alignment["rows"]:
        if row["shift"] == shift:
            head = shape[1] - 1 if row["head"] is None else row["head"]
            values[row["layer"]][head] = row["mean"]
    rates = {
        (layer, head): rate
        for layer, row in enumerate(values)
        for head, rate in enumerate(row)
        if rate is not None
    }
    pairs = sum(alignment["sentences"].values()) // 2
    note = ngettext(
        "{count} pair of sentences, in both directions; lower is better",
        "{count} pairs of sentences, in both directions; lower is better",
        pairs,
    ).format(count=pairs)
    best = min(rates, key=lambda place: rates[place])
    shades = [[None if rate is None else 1 - rate for rate in row] for row in values]
    return HeadMeasure(_(ERROR), values, shades, best, note)


def compute_end_token_shares(
    reading: Reading, layer: int, head: int, step: int
) -> tuple[float, float, float]:
    """Return the end token's share of the cross-attention weight.

    Args:
        reading: the sentence and its translation.
        layer: index of the layer, from 0.
        head: index of the head, from 0.
        step: index of the step, from 0.

    Returns:
        Shares from 0 to 1: in the row of this step, layer and head; the mean over heads and steps
        of this layer; the mean over all layers.
    """
    end = reading.layers("cross", "weights")[..., : len(reading.output), -1]
    return end[layer, head, step].item(), end[layer].mean().item(), end.mean().item()
