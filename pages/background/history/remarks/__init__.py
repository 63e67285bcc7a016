"""Sentences of the history page about the current sentence."""
