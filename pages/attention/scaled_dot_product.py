"""Draft."""

from ui import controls, explain

explain.opening("scaled_dot_product")
reading = controls.reading()
kind = controls.attention()
layer = controls.layer()
head = controls.head()
controls.word(reading.source)
explain.look_for("draft **scaled_dot_product**")
