"""Draft."""

from ui import controls, explain

explain.opening("multi_head")
reading = controls.reading()
kind = controls.attention()
layer = controls.layer()
head = controls.head()
controls.word(reading.source)
explain.look_for("draft **multi_head**")
