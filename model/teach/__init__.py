"""Teach the trained model something new in a few steps, and measure what it forgets.

``pairs`` is what can be taught, ``teaching`` the training, ``moved`` what it did to the weights.
``python -m model.teach lesson.tsv --out DIR`` writes the taught model to a folder.
"""
