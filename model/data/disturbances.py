"""What people leave out when they type."""

import re
import unicodedata


def without_accents(text: str) -> str:
    """Return the text as typed on a keyboard that has no accents."""
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def without_stop(text: str) -> str:
    """Return the text without the punctuation at its end."""
    return re.sub(r"[\s.!?…]+$", "", text)
