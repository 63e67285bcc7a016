"""X W = Q, K and V of one head, with the dot product behind each cell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from ui.messages import _
from ui.readings.reading import Reading, Token
from ui.views import Label, label_tokens, register_view
from ui.views.data_cache import CacheAddress, cache_or_inline
from ui.views.export_tables import tensor_table

Role = Literal["Q", "K", "V"]


@dataclass(frozen=True)
class ProjectionRows:
    """Rows of X that stand together: their symbol is x, or m; roles are computed from them."""

    name: str
    letter: str
    origin: str
    tokens: Sequence[Label]
    x: Float[Tensor, "position d_model"]
    roles: Sequence[Role]


@dataclass(frozen=True)
class ChosenCell:
    """The chosen cell: a matrix, a column of it, and a row in each group; all from 0."""

    matrix: Role
    dimension: int
    rows: Sequence[int]


@dataclass(frozen=True)
class ProjectionData:
    """The inputs of one head's projections, W and the results by role, and the chosen cell."""

    groups: Sequence[ProjectionRows]
    weights: Mapping[str, Tensor] | CacheAddress
    results: Mapping[str, Tensor]
    chosen: ChosenCell


@dataclass(frozen=True)
class CellChoice:
    """A cell of a result; row and dimension count from 1."""

    matrix: Role
    row: int
    dimension: int


@dataclass(frozen=True)
class ProjectionEvents:
    """Event of the view."""

    cell: CellChoice


_projection = register_view(__file__, ProjectionData, ProjectionEvents)


@dataclass(frozen=True)
class ProjectionInput:
    """An input X of the projections: the rows multiplied by one or more of W_Q, W_K and W_V.

    Args:
        name: name of the tensor.
        symbol: its symbol in a formula.
        origin: where it comes from, in words.
        tokens: the token of each row.
        x: the tensor, position x d_model.
        projections: which of Q, K and V are computed from it.
        key: session key of the chosen row (see ``ui.choices.controls.integer_choice``).
        row: index of the chosen row, from 0.
    """

    name: str
    symbol: str
    origin: str
    tokens: Sequence[Token]
    x: Tensor
    projections: tuple[Role, ...]
    key: str = "word"
    row: int = 0


def list_projection_inputs(reading: Reading, attention: str, layer: int) -> list[ProjectionInput]:
    """Return the matrices that W_Q, W_K and W_V multiply, with their tokens.
    In self-attention it is one, X, for all three. In cross-attention there are two: X, the
    decoder's vectors, for W_Q; and the memory (the encoder's output), for W_K and W_V.

    Args:
        reading: the sentence and the trace of its pass.
        attention: "encoder", "decoder" or "cross".
        layer: index of the layer, from 0.
    """
    x, memory = reading.inputs(attention, layer)
    asks, answers = reading.axes(attention)
    if attention == "cross":
        stream, output = _("rows of the decoder"), _("the encoder's output")
        return [
            ProjectionInput("X", "X", stream, asks, x[0], ("Q",)),
            ProjectionInput(
                _("memory"), "M", output, answers, memory[0], ("K", "V"), "memory_word"
            ),
        ]
    if not layer:
        origin = _("embedding + position")
    elif attention == "encoder":
        origin = _("output of encoder layer {layer}").format(layer=layer)
    else:
        origin = _("output of decoder layer {layer}").format(layer=layer)
    return [ProjectionInput("X", "X", origin, asks, x[0], ("Q", "K", "V"))]


def show_projection(
    inputs: Sequence[ProjectionInput],
    weights: Mapping[str, Tensor],
    results: Mapping[str, Tensor],
    *,
    matrix: str,
    dimension: int,
) -> None:
    """Draw the products X W_Q = Q, X W_K = K and X W_V = V of one head.
    A click on a cell sets three session values: "matrix", "dimension" (the column) and, for the
    row, ``ProjectionInput.key`` of the input that the matrix is computed from.

    Args:
        inputs: the inputs X of the products.
        weights: "Q", "K" and "V" -> the head's W_Q, W_K and W_V, each d_model x d_k.
        results: "Q", "K" and "V" -> the head's Q, K and V, each position x d_k.
        matrix: which of "Q", "K" and "V" is drawn large.
        dimension: the chosen column of it, from 0.
    """

    def select_cell(cell: Mapping) -> None:
        """Set the clicked matrix, row and dimension in the session."""
        [key] = [group.key for group in inputs if cell["matrix"] in group.projections]
        places = {key: cell["row"], "dimension": cell["dimension"]}
        st.session_state.update({"matrix": cell["matrix"], **places})

    data = ProjectionData(
        groups=[
            ProjectionRows(
                group.name,
                group.symbol.lower(),
                group.origin,
                label_tokens(group.tokens),
                group.x,
                group.projections,
            )
            for group in inputs
        ],
        weights=cache_or_inline(weights),
        results=results,
        chosen=ChosenCell(cast(Role, matrix), dimension, [one.row for one in inputs]),
    )
    answering = f"key:groups.{len(inputs) - 1}.tokens component"
    tables = [
        tensor_table("queries", "query:groups.0.tokens component", Q="results.Q"),
        tensor_table("answers", answering, K="results.K", V="results.V"),
        tensor_table("weights", "row component", W_Q="weights.Q", W_K="weights.K", W_V="weights.V"),
        *(
            tensor_table(
                one.name, f"position:groups.{place}.tokens component", value=f"groups.{place}.x"
            )
            for place, one in enumerate(inputs)
        ),
    ]
    _projection(key="projection", data=data, tables=tables, on_cell_change=select_cell)
