"""One weight: its gradient as a sum over positions, and the numerical derivative."""

from collections.abc import Callable, Sequence

import streamlit as st

from model.config import ModelConfig
from pages.training.one_step import cached, figures, remarks
from pages.training.one_step.picture import get_decoder_inputs
from pages.training.one_step.training_setup import TrainingSetup
from ui.choices import controls, link
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading, Token
from ui.views.plot import show_figure

MATRIX, ROW, COLUMN = "opened_matrix", "opened_row", "opened_column"


def show(reading: Reading, setup: TrainingSetup) -> None:
    """Let the person choose a weight; show its gradient as a sum over tokens, and check it
    numerically.

    Args:
        reading: the sentence.
        setup: the training example, its label smoothing, and the training steps already taken.
    """
    config = session.glass().config
    name = _choose_matrix(config)
    shape = session.glass().network.get_parameter(name).shape
    row = controls.integer_choice(ROW, shape[0], default=0, minimum=0)
    column = controls.integer_choice(COLUMN, shape[1], default=0, minimum=0)
    chosen = (row - 1, column - 1) if row and column else None
    place, matrix, slope = cached.inspect_weight(setup, name, chosen)
    tokens = [token.text for token in _input_tokens(reading, setup, name)]
    explain.show_callout(remarks.describe_weight_gradient(name, place, matrix, tokens))
    left, right = st.columns([2, 3], gap="medium")
    with left:
        corner = figures.plot_matrix_gradients(matrix.corner, matrix.rows, matrix.columns, place)
        label = _("The largest gradients of this matrix: click one to open it")
        show_figure(
            corner,
            key="corner",
            label=label,
            on_click=_make_click_handler(matrix.rows, matrix.columns),
        )
    with right:
        products = figures.plot_weight_gradient_terms(matrix.sum.products, tokens)
        show_figure(
            products, key="products", label=_("What each token adds to the weight's gradient")
        )
    _show_weight_fields(shape, place)
    explain.show_callout(remarks.describe_numerical_check(matrix.sum.total, slope))
    explain.show_formula(
        r"\frac{\partial L}{\partial W_{ij}} = \sum_t \frac{\partial L}{\partial y_{t,i}} x_{t,j}",
        r"\frac{\partial L}{\partial W_{ij}} \approx \frac{L(W_{ij} + h) - L(W_{ij} - h)}{2h}",
    )


def _choose_matrix(config: ModelConfig) -> str:
    """Let the person choose a weight matrix; return its parameter name."""
    parts = {
        "encoder": ("self_attention", "feed_forward"),
        "decoder": ("self_attention", "cross_attention", "feed_forward"),
    }
    names = [
        f"{stack}.layers.{layer}.{part}.{matrix}.weight"
        for stack, some in parts.items()
        for layer in config.layers(stack)
        for part in some
        for matrix in remarks.MATRICES[part]
    ]
    before = link.restore_control(MATRIX, {n: n for n in names}.get, names[0], names.__contains__)
    options = {name: remarks.matrix_name(name) for name in names}
    name = st.selectbox(
        _("Matrix"),
        names,
        index=names.index(before),
        key=MATRIX,
        format_func=options.__getitem__,
        filter_mode=None,
        on_change=_reset_weight,
    )
    link.store_control(MATRIX, name, names[0])
    return name


def _show_weight_fields(shape: Sequence[int], position: tuple[int, int]) -> None:
    """Let the person type row and column of the weight."""
    with st.container(key="weight-place", horizontal=True, vertical_alignment="center"):
        labels = ((ROW, _("Row")), (COLUMN, _("Column")))
        for (key, label), most, now in zip(labels, shape, position, strict=True):
            st.session_state[_field_key(key)] = now + 1  # a click may have selected another weight
            st.number_input(label, 1, most, key=_field_key(key), on_change=_select_typed_weight)


def _field_key(key: str) -> str:
    """Return the session key of a number field."""
    return f"{key}_typed"


def _select_typed_weight() -> None:
    """Select the weight whose row and column were typed."""
    st.session_state.update({key: st.session_state[_field_key(key)] for key in (ROW, COLUMN)})


def _reset_weight() -> None:
    """Reset the selection to the weight with the largest gradient."""
    for key in (ROW, COLUMN):
        link.reset_control(key)


def _make_click_handler(rows: Sequence[int], columns: Sequence[int]) -> Callable[[dict], None]:
    """Return a click handler that selects the clicked weight."""

    def open_(point: dict) -> None:
        """Select the weight of the clicked cell: store its row and column, from 1."""
        row, column = point["index"]
        st.session_state.update({ROW: rows[row] + 1, COLUMN: columns[column] + 1})

    return open_


def _input_tokens(reading: Reading, setup: TrainingSetup, name: str) -> Sequence[Token]:
    """Return the tokens at the positions that a matrix multiplies."""
    memory = "cross_attention.W_K" in name or "cross_attention.W_V" in name
    if name.startswith("encoder") or memory:
        return reading.source
    return get_decoder_inputs(reading, setup)
