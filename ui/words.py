"""What people type, in places that read Markdown."""

import re


def plain(text: str) -> str:
    """Return a text in which Markdown finds nothing to do: it is shown as it is."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)
