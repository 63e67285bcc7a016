"""The code of a result: who did what, and how well, as a text with a check at its end.

``glass1.`` is followed by the result, as JSON in URL-safe base 64, a full stop, and the CRC-32 of
what stands between the full stops, so that a code that was cut or altered is noticed. It is no
signature: who can write a link can write a code. ``class_codes.js`` of the page Teach with it reads
it in the browser.
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field

PREFIX = "glass1"
RIGHT, WRONG, OPEN = "1", "0", "-"  # of an answer, or of a stop: done, skipped, not yet


@dataclass(frozen=True)
class Answered:
    """One question of a result.

    Args:
        question: its number, or name.
        page: the page that explains it.
        mark: RIGHT, WRONG or OPEN.
        said: letter of the answer; "" where there is none.
        asked: the question in words, where the answer is wrong: a class is told what it missed.
        words: of that answer.
    """

    question: str
    page: str
    mark: str
    said: str = ""
    asked: str = ""
    words: str = ""


@dataclass(frozen=True)
class Result:
    """What a student did.

    Args:
        who: the name or code that was typed.
        began: day and time, as the browser's clock says them.
        minutes: until the last answer.
        sentence: that was asked about; "" for a tour.
        version: of the app, and the fingerprint of its weights.
        answers: the questions, in their order.
        stops: of a tour: name of the page -> mark.
    """

    who: str
    began: str
    minutes: int
    sentence: str
    version: str
    answers: Sequence[Answered] = ()
    stops: Mapping[str, str] = field(default_factory=dict)


def write_code(result: Result) -> str:
    """Write a result as a code."""
    known = asdict(result) | {
        "answers": [list(astuple(one))[: 6 if one.asked else 4] for one in result.answers]
    }
    text = json.dumps(known, separators=(",", ":"), ensure_ascii=False)
    body = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return f"{PREFIX}.{body}.{zlib.crc32(body.encode()):08x}"
