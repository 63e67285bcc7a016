"""Fine-tuned weights as a change: the cache of taught lessons, and their codes in links.

The weight differences of a few lessons are cached for each model, in half precision; the network is
rebuilt from them when it is needed.
"""

import base64
import copy
import json
import threading
import zlib
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated
from weakref import WeakKeyDictionary

from torch import Tensor

from model.changes.change import Change, Codec
from model.changes.lesson import Lesson, LessonPair
from model.config import ModelConfig
from model.transformer import Transformer

__all__ = ["TaughtWeights"]
CACHE_SIZE = 8  # lessons cached for one model
LONGEST_TEXT = 20_000  # most bytes of a lesson's JSON in a link
MOST_STEPS, MOST_REHEARSED, HIGHEST_RANK = 100, 32, 32  # that a link may ask for

Weights = Mapping[str, Tensor]
_lock = threading.Lock()
# Model -> lesson -> who taught it, and the differences; the least recently used comes first.
_differences: WeakKeyDictionary[Transformer, OrderedDict[Lesson, tuple[str, Weights]]] = (
    WeakKeyDictionary()
)


def cache_lesson(model: Transformer, lesson: Lesson, weights: Weights, owner: str = "") -> None:
    """Cache what a lesson changed in the weights, as 16-bit differences.

    If more than ``CACHE_SIZE`` are cached, the owner with most lessons loses the one of them that
    was least recently used: nobody can displace the lessons of all others.

    Args:
        model: the model before the lesson.
        lesson: the lesson that was taught.
        weights: all weights after the lesson, by parameter name.
        owner: who taught it, such as a network address.
    """
    before = model.state_dict()
    moved = {name: (weights[name] - W).half() for name, W in before.items()}
    difference = {name: change for name, change in moved.items() if change.any()}
    with _lock:
        kept = _differences.setdefault(model, OrderedDict())
        kept[lesson] = owner, difference
        kept.move_to_end(lesson)
        while len(kept) > CACHE_SIZE:
            [(most, _)] = Counter(whose for whose, _ in kept.values()).most_common(1)
            del kept[next(one for one, (whose, _) in kept.items() if whose == most)]


def is_lesson_cached(model: Transformer, lesson: Lesson) -> bool:
    """Whether the weights fine-tuned on a lesson are in the cache."""
    with _lock:
        return lesson in _differences.get(model, ())


def lesson_bytes(model: Transformer, lesson: Lesson) -> int:
    """Return the size of a lesson's cached weight differences, in bytes; KeyError without them."""
    with _lock:
        _, difference = _differences[model][lesson]
        return sum(change.nbytes for change in difference.values())


@lru_cache(maxsize=2)  # few: whole networks in single precision
def _taught_network(model: Transformer, lesson: Lesson) -> Transformer:
    """Return a copy of the model with a lesson's cached weight differences added."""
    with _lock:
        kept = _differences.get(model, OrderedDict())
        if lesson not in kept:
            raise ValueError("this lesson has not been taught yet, or was forgotten since")
        kept.move_to_end(lesson)
        _, difference = kept[lesson]
    result = copy.deepcopy(model)
    for name, parameter in result.named_parameters():
        if name in difference:
            parameter.data += difference[name].to(parameter.dtype)
    return result


def _encode_lesson(lesson: Lesson) -> str:
    """Encode a lesson for a link: JSON, compressed, in URL-safe base64."""
    pairs = [[p.source_language, p.source, p.target_language, p.target] for p in lesson.pairs]
    settings = [lesson.steps, lesson.rate, lesson.rehearsal, lesson.rank, lesson.seed]
    text = json.dumps([settings, pairs], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def _decode_lesson(code: str) -> Lesson:
    """Decode a lesson from a link.

    Raises:
        ValueError: if the code is invalid.
    """
    try:
        packed = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        text = zlib.decompressobj().decompress(packed, LONGEST_TEXT).decode()
        (steps, rate, rehearsal, rank, seed), rows = json.loads(text)
        pairs = tuple(LessonPair(*row) for row in rows)
        if not all(isinstance(text, str) for row in rows for text in row):
            raise ValueError("a pair that is not of texts")
        if any(type(number) is not int for number in (steps, rehearsal, rank, seed)):
            raise ValueError("a setting that is no whole number")
        lesson = Lesson(
            pairs=pairs, steps=steps, rate=rate, rehearsal=rehearsal, rank=rank, seed=seed
        )
        _encode_lesson(lesson)  # fails for lone surrogates
    except (ValueError, TypeError, zlib.error, RecursionError) as error:
        raise ValueError("this code holds no lesson") from error
    return lesson


@dataclass(frozen=True, order=True)
class TaughtWeights(Change):
    """Use the weights fine-tuned on a lesson, which must have been taught before.

    Args:
        lesson: the lesson, with its training settings.
    """

    CODE = "taught={lesson}"
    lesson: Annotated[Lesson, Codec("[A-Za-z0-9_-]{1,8000}", _decode_lesson, _encode_lesson)]

    @classmethod
    def read(cls, code: str) -> "TaughtWeights | None":
        """Parse a link code; return the change, or None if it is another code or invalid."""
        try:
            change = super().read(code)
        except ValueError:
            return None
        return change if isinstance(change, cls) else None

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether the model has the lesson's languages, and its settings are within limits."""
        lesson = self.lesson
        known = all(
            source in config.read_languages and target in config.languages
            for source, target in lesson.language_pairs
        )
        fits = (
            lesson.steps <= MOST_STEPS
            and lesson.rehearsal <= MOST_REHEARSED
            and lesson.rank <= HIGHEST_RANK
        )
        return bool(lesson.pairs) and known and fits

    def network(self, model: Transformer) -> Transformer:
        """Return the network with the weights that fine-tuning on the lesson gave.

        Raises:
            ValueError: if the lesson was not taught yet, or was dropped from the cache since.
        """
        return _taught_network(model, self.lesson)
