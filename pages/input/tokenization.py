"""Draft."""

from ui import controls, explain

explain.opening("tokenization")
reading = controls.reading()
kind = controls.attention()
layer = controls.layer()
head = controls.head()
controls.word(reading.source)
explain.look_for("draft **tokenization**")
