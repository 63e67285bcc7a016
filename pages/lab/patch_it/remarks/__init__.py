"""Sentences about this pair of sentences and its patching maps."""
