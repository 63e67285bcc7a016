"""All heads of one attention: the grid, the chosen head's map, lines, and share of the output."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.measures.attention_entropy import effective_key_count
from model.measures.head_patterns import pattern_shares
from model.measures.heads import head_parts, head_shares
from model.parts import ATTENTION_OUTPUTS, ATTENTIONS, Head, typed_submodule
from ui.messages import N_, _
from ui.readings.habits import HABITS
from ui.readings.reading import Reading, SilencedHead
from ui.views import Label, json_rows, label_tokens, register_view
from ui.views.export_tables import tensor_table


@dataclass(frozen=True)
class Habit:
    """A statistic of all heads, by layer and head, and the words around its value."""

    before: str
    after: str
    values: Sequence[Sequence[float | None]]
    places: int


@dataclass(frozen=True)
class OutcomeRow:
    """A translation: each of its words, and whether it changed; and its ln p."""

    name: str
    words: Sequence[tuple[str, bool]]
    total: float


@dataclass(frozen=True)
class AloneChanges:
    """The change of ln p if each head of a layer is silenced alone."""

    layer: int
    changes: Sequence[float]


@dataclass(frozen=True)
class Outcome:
    """What silencing did: both translations, a remark in parts, strong or not, and each head."""

    rows: Sequence[OutcomeRow]
    remark: Sequence[tuple[str, bool]]
    alone: AloneChanges


@dataclass(frozen=True)
class HeadsData:
    """All heads of one attention; see ``show_heads``.

    Args:
        causal: whether a mask hides later keys.
        silenced: layer and head of those that are silenced.
        shares: how much each head adds to its layer's output, by layer and head.
    """

    version: Sequence[str]
    queries: Sequence[Label]
    keys: Sequence[Label]
    causal: bool
    layer: int
    head: int
    word: int
    silenced: Sequence[tuple[int, int]]
    hint: str
    result: Outcome | None
    weights: Float[Tensor, "layer head query key"]
    heads: Float[Tensor, "layer head query component"]
    outputs: Float[Tensor, "layer query component"]
    shares: Sequence[Sequence[float]]
    habits: Sequence[Habit]


@dataclass(frozen=True)
class ChosenHead:
    """Numbers of layer, head and query token, from 1."""

    layer: int
    head: int
    word: int


@dataclass(frozen=True)
class SilencedChoice:
    """Numbers of a layer and a head, from 1, and whether it is to be silenced."""

    layer: int
    head: int
    silent: bool


@dataclass(frozen=True)
class HeadsEvents:
    """Events of the view."""

    choose: ChosenHead
    silence: SilencedChoice


_view = register_view(
    __file__,
    HeadsData,
    HeadsEvents,
    tables=[
        tensor_table("attention", "layer head query:queries key:keys", weight="weights"),
        tensor_table("heads", "layer head query:queries component", value="heads"),
    ],
    needs_model=("silence",),
)

HINT = N_(
    "Switch this head off: its result becomes zero for every token, and the model translates again "
    "without it."
)


def show_heads(
    reading: Reading,
    selected_head: Head,
    query: int,
    comparison: Outcome | None,
    on_silence: Callable[[Sequence[SilencedHead]], None],
) -> None:
    """Draw all heads of an attention as a grid, one of them enlarged.
    A click on a head or a token sets "layer", "head" and "word" in the session.

    Args:
        reading: the sentence and the trace of its pass.
        selected_head: the head that is enlarged; its attention is the one drawn.
        query: position of the query token, from 0.
        comparison: result of ``silencing.compare_with_unedited``; None without changes.
        on_silence: called when a head is switched off or on, with all heads that are then off.
    """

    kind, layer, head = selected_head.attention, selected_head.layer, selected_head.head
    silenced = reading.silenced_heads  # a callback outlives the run: it must not hold the trace

    def update_silenced_heads(event: Mapping) -> None:
        """Silence or restore the clicked head: pass the new list to ``on_silence``."""
        one = SilencedHead(kind, event["layer"] - 1, event["head"] - 1)
        others = [other for other in silenced if other != one]
        on_silence([*others, one] if event["silent"] else others)

    queries, keys = reading.axes(kind)
    data = HeadsData(
        version=[reading.text, kind, *map(str, (*reading.target_ids, *reading.changes))],
        queries=label_tokens(queries),
        keys=label_tokens(keys),
        causal=not reading.attention(kind, layer)["visible"].all().item(),
        layer=layer,
        head=head,
        word=query,
        silenced=[(one.layer, one.head) for one in silenced if one.attention == kind],
        hint=_(HINT),
        result=comparison,
        **_head_data(reading, kind),
    )
    _view(
        key="heads",
        data=data,
        on_choose_change=st.session_state.update,
        on_silence_change=update_silenced_heads,
    )


def _head_data(reading: Reading, attention: str) -> dict[str, Any]:
    """Return, for the view, all layers' weights and outputs, and heads' shares and patterns."""
    weights, heads = (reading.layers(attention, name) for name in ("weights", "heads"))
    modules = [
        typed_submodule(reading.network, ATTENTIONS[attention].format(i), MultiHeadAttention)
        for i in range(len(heads))
    ]
    outputs = [reading.trace[ATTENTION_OUTPUTS[attention].format(i)][0] for i in range(len(heads))]
    before, __, after = _("attends to {value} keys on average").partition("{value}")
    read = effective_key_count(weights, reading.attention(attention, 0)["visible"][0, 0])
    return {
        "weights": weights,
        "heads": heads,
        "outputs": torch.stack(outputs),
        "shares": [
            head_shares(head_parts(one, module.W_O.weight.detach())).tolist()
            for one, module in zip(heads, modules, strict=True)
        ],
        "habits": [
            Habit(f"{_(HABITS[name])} ", "", json_rows(values), 2)
            for name, values in pattern_shares(weights, attention).items()
        ]
        + [Habit(before, after, json_rows(read), 1)],
    }
