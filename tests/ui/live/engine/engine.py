"""The engine in Node, asked as its worker asks it; and texts of every kind to ask it about."""

import base64
import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from playwright._impl._driver import compute_driver_executable
from torch import Tensor

from model import storage
from model.tensors import Trace

ROOT = Path(__file__).parents[4]
ENGINE = ROOT / "ui/live/engine"
ODD = (
    "½²³⁴①ﬁﬂ…«»“”„‚’‘'\"\u00a0\u2009\u200b\u200d\u00ad\ufeff\u2028\t\n\r\x0b\x1c\x1f\x85\x00\x7f▁\ufffd"
    "ßẞİıſÅ\u212bée\u0301ñ日本語ｶﾀｶﾅ한국어العربيةעברית😀👍🏽👨\u200d👩\u200d👧🇫🇷Ω㎏㍿ΣσςǅǆＡＢＣａ０１．，？"
    "<2en></s><unk><0x41>&<b>`*_$[]()|{}%#@~^\\/–—\u0301\u0308\u202e𝐀𝔸ⅣⅫ№™℃"
)


class Engine:
    """The engine at work on the model of a folder.

    Args:
        folder: as ``model.storage.save`` writes it.
        kernel: another file than linear.wasm, to see what happens without it.
    """

    def __init__(self, folder: Path = storage.MODEL, kernel: Path = ENGINE / "linear.wasm") -> None:
        node, _ = compute_driver_executable()  # Playwright brings it
        command = [str(node), str(Path(__file__).with_name("ask.js")), str(folder), str(kernel)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, name: str, value: object) -> Any:
        """Return an answer of ask.js."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([name, value]) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """Let the process end."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(timeout=10)


def unpack(sent: dict) -> Tensor:
    """Return a tensor of the engine."""
    numbers = np.frombuffer(base64.b64decode(sent["data"]), np.float32).copy()
    return torch.from_numpy(numbers).reshape(sent["shape"])


def largest_difference(trace: Trace, sent: dict[str, dict]) -> float:
    """Return how far the numbers of two traces are from each other, at most.

    Raises:
        AssertionError: if they hold other tensors, or other positions are hidden.
    """
    assert list(sent) == list(trace)  # the same names in the same order
    worst = 0.0
    for name in trace:
        one, other = trace.pick(name).float(), unpack(sent[name])
        one = (
            one.expand(other.shape) if name.endswith(".visible") else one
        )  # a mask for all queries
        assert one.shape == other.shape, name
        hidden = one.isinf()
        assert torch.equal(hidden, other.isinf()), name
        worst = max(worst, (one - other)[~hidden].abs().max().item())
    return worst


def tree(steps: Sequence[Sequence]) -> list[list[tuple]]:
    """Return the steps of a search as ask.js writes them."""
    number = {one: place for place, one in enumerate(one for step in steps for one in step)}
    return [
        [
            (number.get(one.parent, -1), one.token, one.log_probability, one.total, one.fate.value)
            for one in step
        ]
        for step in steps
    ]


def same_tree(one: list[list], other: list[list], tolerance: float = 1e-4) -> bool:
    """Whether two searches considered and decided the same; of ties either may come first."""
    if len(one) != len(other):
        return False
    for mine, theirs in zip(one, other, strict=True):
        for a, b in zip(mine, theirs, strict=True):
            if abs(a[3] - b[3]) > tolerance:
                return False
            if (a[0], a[1], a[4]) != (b[0], b[1], b[4]):
                return False
    return True


def texts(sentences: Sequence[str], chance: Random) -> str:
    """Return a text: a sentence, one in capitals, one with odd characters, or only such."""
    kind = chance.random()
    sentence = chance.choice(sentences)
    if kind < 0.3:
        return sentence
    if kind < 0.45:
        return sentence.upper()
    if kind < 0.7:
        letters = list(sentence)
        for _ in range(chance.randint(1, 6)):
            letters.insert(chance.randint(0, len(letters)), chance.choice(ODD))
        return "".join(letters)
    if kind < 0.85:
        return "".join(chance.choice(ODD + "  ABCabc") for _ in range(chance.randint(1, 30)))
    ranges = ((0, 0x7F), (0x80, 0x24F), (0x250, 0xFFFF), (0x10000, 0x2FFFF))
    points = (chance.randint(*chance.choice(ranges)) for _ in range(chance.randint(1, 20)))
    return "".join(map(chr, points))
