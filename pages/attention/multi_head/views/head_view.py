"""All heads of one attention: the grid, the chosen head's map, lines, and share of the output."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st
import torch

from model.attention import MultiHeadAttention
from model.measures.attention_entropy import effective_key_count
from model.measures.head_patterns import pattern_shares
from model.measures.heads import head_parts, head_shares
from model.parts import ATTENTION_OUTPUTS, ATTENTIONS, Head, typed_submodule
from ui.messages import N_, _
from ui.readings.habits import HABITS
from ui.readings.reading import Reading, SilencedHead
from ui.schemas import INDEX
from ui.views import encode_tensor, json_rows, register_view, token_labels_data
from ui.views.export_tables import tensor_table

_view = register_view(
    __file__,
    needs_model=("silence",),
    schemas={
        "choose": {"layer": INDEX, "head": INDEX, "word": INDEX},
        "silence": {"layer": INDEX, "head": INDEX, "silent": bool},
    },
)

HINT = N_(
    "Switch this head off: its result becomes zero for every token, and the model translates again "
    "without it."
)


def show_heads(
    reading: Reading,
    selected_head: Head,
    query: int,
    comparison: Mapping[str, object] | None,
    on_silence: Callable[[Sequence[SilencedHead]], None],
) -> None:
    """Draw all heads as a grid, one enlarged; clicks set "layer", "head", "word" in the session.

    Args:
        reading: the sentence and the trace of its pass.
        selected_head: the chosen head.
        query: position of the query token, from 0.
        comparison: what the changes did, see ``silencing``; None without changes.
        on_silence: called with all heads that are now to be silenced.
    """

    kind, layer, head = selected_head.attention, selected_head.layer, selected_head.head
    silenced = reading.silenced_heads  # a callback outlives the run: it must not hold the trace

    def update_silenced_heads(event: Mapping) -> None:
        """Silence or restore the clicked head: pass the new list to ``on_silence``."""
        one = SilencedHead(kind, event["layer"] - 1, event["head"] - 1)
        others = [other for other in silenced if other != one]
        on_silence([*others, one] if event["silent"] else others)

    queries, keys = reading.axes(kind)
    data = {
        "version": [reading.text, kind, *reading.target_ids, *map(str, reading.changes)],
        "queries": token_labels_data(queries),
        "keys": token_labels_data(keys),
        "causal": not reading.attention(kind, layer)["visible"].all().item(),
        "layer": layer,
        "head": head,
        "word": query,
        "silenced": [
            [one.layer, one.head] for one in reading.silenced_heads if one.attention == kind
        ],
        "hint": _(HINT),
        "result": comparison,
        "takes": [
            tensor_table("attention", "layer head query:queries key:keys", weight="weights"),
            tensor_table("heads", "layer head query:queries component", value="heads"),
        ],
        **_head_data(reading, kind),
    }
    _view(
        key="heads",
        data=data,
        on_choose_change=st.session_state.update,
        on_silence_change=update_silenced_heads,
    )


def _head_data(reading: Reading, attention: str) -> dict[str, object]:
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
        "weights": encode_tensor(weights),
        "heads": encode_tensor(heads),
        "outputs": encode_tensor(torch.stack(outputs)),
        "shares": [
            head_shares(head_parts(one, module.W_O.weight.detach())).tolist()
            for one, module in zip(heads, modules, strict=True)
        ],
        "habits": [
            {"before": f"{_(HABITS[name])} ", "after": "", "values": json_rows(values), "places": 2}
            for name, values in pattern_shares(weights, attention).items()
        ]
        + [{"before": before, "after": after, "values": json_rows(read), "places": 1}],
    }
