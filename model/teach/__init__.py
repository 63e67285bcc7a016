"""Teach the trained model something new in a few steps, and measure what it forgets.

``lesson`` is what is taught, ``teaching`` the training, ``moved`` what it did to the weights.
``python -m model.teach lesson.tsv --out DIR`` writes the taught model to a folder.
"""
