"""All heads of one attention: the grid, the map of the chosen one, its lines, and its part."""

import math
from collections.abc import Sequence

import streamlit as st
import torch
from torch import Tensor

from model.measures.heads import head_parts, head_shares
from model.measures.sharpness import keys_read
from pages.attention.multi_head.remarks import habits
from ui.choices import changed as edited
from ui.readings import session
from ui.readings.reading import ATTENTIONS, Reading, Silenced
from ui.views import labels, packed, view
from ui.words import changed, times

_view = view(__file__)

# Where the trace has the output of each attention: what the next Add & Norm is given.
OUTPUTS = {
    "encoder": "encoder.layers.{}.add_and_norm_1.sublayer",
    "decoder": "decoder.layers.{}.add_and_norm_1.sublayer",
    "cross": "decoder.layers.{}.add_and_norm_2.sublayer",
}
HINT = (
    "Switch this head off: what it reads becomes zero for every token, and the model translates "
    "again without it."
)


def head_view(reading: Reading, kind: str, layer: int, head: int, word: int) -> None:
    """Draw the view; it sets "layer", "head", "word" and "edits" in the session.

    Args:
        reading: the sentence and the trace of its pass.
        kind: a key of ``ATTENTIONS``.
        layer: the chosen one, from 0.
        head: the chosen one, from 0.
        word: place of the token that asks, from 0.
    """

    silenced = reading.silenced  # a callback outlives the run: it must not hold the trace

    def choose() -> None:
        st.session_state.update(st.session_state["heads"].choose or {})

    def silence() -> None:
        if wanted := st.session_state["heads"].silence:
            one = Silenced(kind, wanted["layer"] - 1, wanted["head"] - 1)
            others = [other for other in silenced if other != one]
            edited.silence([*others, one] if wanted["silent"] else others)

    queries, keys = reading.axes(kind)
    result = None
    if reading.changes:
        with st.spinner("Translating without the changes ..."):
            result = outcome(reading, kind, layer, head)
    data = {
        "version": [reading.text, kind, *reading.target_ids, *map(str, reading.changes)],
        "queries": labels(queries),
        "keys": labels(keys),
        "causal": not reading.attention(kind, layer)["visible"].all().item(),
        "layer": layer,
        "head": head,
        "word": word,
        "silenced": [[one.layer, one.head] for one in reading.silenced if one.attention == kind],
        "hint": HINT,
        "result": result,
        **measured(reading, kind),
    }
    _view(key="heads", data=data, on_choose_change=choose, on_silence_change=silence)


def measured(reading: Reading, kind: str) -> dict[str, object]:
    """Return the tensors of all layers, each head's share of the output, and its habits."""
    model, _ = session.load_model()
    weights, heads = (stacked(reading, kind, name) for name in ("weights", "heads"))
    modules = [model.get_submodule(ATTENTIONS[kind].format(i)) for i in range(len(heads))]
    outputs = [reading.trace[OUTPUTS[kind].format(i)][0] for i in range(len(heads))]
    read = keys_read(weights, reading.attention(kind, 0)["visible"][0, 0])
    return {
        "weights": packed(weights),
        "heads": packed(heads),
        "outputs": packed(torch.stack(outputs)),
        "shares": [
            head_shares(head_parts(one, module.W_O.weight.detach())).tolist()
            for one, module in zip(heads, modules, strict=True)
        ],
        "habits": [
            {"name": name, "values": _plain(values), "unit": ""}
            for name, values in habits(weights, kind).items()
        ]
        + [{"name": "reads on average", "values": _plain(read), "unit": "keys"}],
    }


def one_number(reading: Reading, kind: str, layer: int, row: int) -> tuple[list[float], float]:
    """Return what each head adds to the first number of a row of the output, and that number."""
    model = session.changed_model(reading.changes)
    module = model.get_submodule(ATTENTIONS[kind].format(layer))
    heads = reading.attention(kind, layer)["heads"][0]
    parts = head_parts(heads, module.W_O.weight.detach())[:, row, 0]
    return parts.tolist(), reading.trace[OUTPUTS[kind].format(layer)][0, row, 0].item()


def stacked(reading: Reading, kind: str, name: str) -> Tensor:
    """Return one tensor of an attention for all layers and heads, layers first."""
    layers = session.load_model()[0].config.N
    return torch.stack([reading.attention(kind, layer)[name][0] for layer in range(layers)])


def outcome(reading: Reading, kind: str, layer: int, head: int) -> dict[str, object]:
    """Return what the changes did: both translations, and how likely the old one is now."""
    text, language = reading.text, reading.language
    plain = session.read(text, language, ())
    before, now = plain.hypotheses[0].total, reading.hypotheses[0].total
    old = session.probability(text, language, reading.changes)
    each = session.probability_without_each(text, language, ATTENTIONS[kind].format(layer))
    changes = [one - before for one in each]
    others = [(change, i) for i, change in enumerate(changes) if i != head]
    marked = changed(plain.translation, reading.translation)
    return {
        "rows": [
            {"name": "before", "words": [[plain.translation, False]], "total": before},
            {"name": "now", "words": marked, "total": now},
        ],
        "remark": remark(before, old, max(others, key=lambda other: abs(other[0]))),
        "alone": {"layer": layer, "changes": changes},
    }


def remark(before: float, old: float, most: tuple[float, int]) -> list[tuple[str, bool]]:
    """Say how much less likely the old translation became; parts in bold are True.

    Args:
        before: its log-probability in the unedited model.
        old: the same in the changed one.
        most: the largest change of it by silencing one of the other heads of the layer alone,
            and that head.
    """
    change, other = most
    verb = "falls" if old < before else "rises"
    return [
        (f"The old translation {verb} to log p {_signed(old)}: ", False),
        (times(old - before), True),
        (
            ". Of the other heads of this layer, silenced alone, "
            f"head {other + 1} changes it most: {times(change)}.",
            False,
        ),
    ]


def _signed(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _plain(values: Tensor) -> Sequence[Sequence[float | None]]:
    """Return numbers as JSON can hold them: what is not a number becomes null."""
    return [[None if math.isnan(one) else one for one in row] for row in values.tolist()]
