"""Encoding of a student's result as a text with a checksum: who did what, and how well.

``glass1.`` is followed by the result, as JSON in URL-safe base 64, a full stop, and the CRC-32 of
what stands between the full stops, so that a code that was cut or altered is noticed. It is no
signature: anyone can write a code. ``class_codes.js`` of the page Teach with it decodes it in the
browser.
"""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, field

PREFIX = "glass1"
RIGHT, WRONG, OPEN = "1", "0", "-"  # marks of an answer, or of a step: done, skipped, not yet


@dataclass(frozen=True)
class QuestionResult:
    """One question of an exercise with the student's answer.

    Args:
        question: the question's number or name.
        page: the page that explains it.
        mark: RIGHT, WRONG or OPEN.
        letter: letter of the chosen answer; "" where there is none.
        question_text: the question, where the answer is wrong: a class is told what it missed.
        answer_text: the chosen answer, where it is wrong.
    """

    question: str
    page: str
    mark: str
    letter: str = ""
    question_text: str = ""
    answer_text: str = ""


@dataclass(frozen=True)
class Result:
    """A student's result in an exercise or a tour.

    Args:
        who: the name or code that the student typed.
        began: day and time of the start, by the browser's clock.
        minutes: time from the start to the last answer.
        sentence: the sentence that the questions are about; "" for a tour.
        version: the app's version and the fingerprint of its weights.
        answers: the questions, in their order.
        stops: name of the page -> mark, for each step of a tour.
    """

    who: str
    began: str
    minutes: int
    sentence: str
    version: str
    answers: Sequence[QuestionResult] = ()
    stops: Mapping[str, str] = field(default_factory=dict)


def encode_result(result: Result) -> str:
    """Return a student's result as a text to copy: "glass1.", JSON in base64, ".", and a CRC-32."""
    known = asdict(result) | {
        "answers": [list(astuple(one))[: 6 if one.question_text else 4] for one in result.answers]
    }
    text = json.dumps(known, separators=(",", ":"), ensure_ascii=False)
    body = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return f"{PREFIX}.{body}.{zlib.crc32(body.encode()):08x}"
