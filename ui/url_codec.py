"""Codec of small JSON data as URL-safe text for links: compressed, in base64."""

import base64
import json
import zlib
from typing import Any

LONGEST = 20_000  # bytes of the JSON: a hostile link could decompress to any size


def encode_for_url(data: object) -> str:
    """Return JSON data as a short text that is safe in a URL; ``decode_from_url`` decodes it.

    Data that is too large, see ``fits_in_url``, is encoded, too, but cannot be decoded.
    """
    return base64.urlsafe_b64encode(zlib.compress(_to_json_bytes(data), 9)).decode().rstrip("=")


def fits_in_url(data: object) -> bool:
    """Whether data is small enough for ``decode_from_url``."""
    return len(_to_json_bytes(data)) <= LONGEST


def _to_json_bytes(data: object) -> bytes:
    """Return data as compact JSON in UTF-8."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def decode_from_url(text: str) -> Any:
    """Decode the JSON data in a text that ``encode_for_url`` wrote.

    Raises:
        ValueError: if the text is not such a text, is too long, or holds what could not be encoded
            again: an infinite number, half of a surrogate pair.
    """
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        data = json.loads(zlib.decompressobj().decompress(packed, LONGEST))
        _to_json_bytes(data)
    except (ValueError, zlib.error, RecursionError) as error:
        raise ValueError("this is no packed text") from error
    return data
