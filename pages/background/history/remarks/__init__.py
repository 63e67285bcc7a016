"""The page's sentences about this very sentence."""
