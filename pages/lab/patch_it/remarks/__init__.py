"""The page's sentences about this very pair of sentences."""
