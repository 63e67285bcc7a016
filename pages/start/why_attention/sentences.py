"""Sentences in which a word cannot be translated alone: their language, and their text."""

SENTENCES = {
    "the old house": ("en", "The old house near the river is empty."),
    "my happy sister": ("en", "My sister is very happy."),
    "the white car": ("en", "The white car is very old."),
}
