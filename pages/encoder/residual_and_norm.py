"""Residual and norm."""

from ui import controls, explain
from ui.components.strips import Strip, strips

NAME = "residual_and_norm"

explain.opening(NAME)
reading = controls.reading()
layer = controls.layer()
word = controls.word(reading.source)
component = controls.number("component", 256) - 1
a = reading.trace.at(f"encoder.layers.{layer}.add_and_norm_1")
strips(
    [
        Strip("x", a["residual"][0, word], "X"),
        Strip("Sublayer(x)", a["sublayer"][0, word], "Z", "+"),
        Strip("x + Sublayer(x)", a["sum"][0, word], None, "="),
        Strip("output", a["output"][0, word], "X", "LayerNorm: minus the mean"),
    ],
    key="frame",
    label="The frame",
    component=component,
)
