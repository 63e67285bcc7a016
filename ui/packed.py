"""Small data as a text that a link can hold."""

import base64
import json
import zlib
from typing import Any

LONGEST = 20_000  # bytes once it is unpacked: a link could unpack to any number


def pack(data: object) -> str:
    """Write data as a text of letters that a link holds as they are; see ``fits``."""
    return base64.urlsafe_b64encode(zlib.compress(_write(data), 9)).decode().rstrip("=")


def fits(data: object) -> bool:
    """Whether data, once packed, can be read again: longer ones are refused."""
    return len(_write(data)) <= LONGEST


def _write(data: object) -> bytes:
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def unpack(text: str) -> Any:
    """Read such a text.

    Raises:
        ValueError: if it is none, or longer than any of ours, or could not be written again: a
            number without end, half of a character.
    """
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        data = json.loads(zlib.decompressobj().decompress(packed, LONGEST))
        _write(data)
    except (ValueError, zlib.error, RecursionError) as error:
        raise ValueError("this is no packed text") from error
    return data
