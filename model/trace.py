"""Look inside a forward pass: name tensors with taps, read them from a Trace.

A tap is an identity module at a point worth seeing. While nobody listens it returns its argument;
inside ``with recording(model) as trace`` every tap that is passed leaves its tensor in the trace,
under the path of its module: ``encoder.layers.0.self_attention.weights``.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from itertools import count, takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import torch
from torch import Tensor, nn

from model.parts import residual_tap

Edit = Callable[[Tensor], Tensor]

# Who hears the taps. Local to the thread, so two visitors who share one model never hear each
# other; the model itself is never modified.
_listener: ContextVar[Callable[["Tap", Tensor], Tensor] | None] = ContextVar("tap", default=None)
_taps_of: WeakKeyDictionary[nn.Module, dict[str, "Tap"]] = WeakKeyDictionary()


class Tap(nn.Module):
    """A named point of the computation: returns its input, and lets a trace see it."""

    def __init__(self, axes: str) -> None:
        super().__init__()
        self.axes = tuple(axes.split())

    def forward(self, value: Tensor) -> Tensor:
        if torch.compiler.is_compiling():  # training: taps vanish from the graph
            return value
        listener = _listener.get()
        return value if listener is None else listener(self, value)

    def extra_repr(self) -> str:
        return " ".join(self.axes)


class Taps(nn.Module):
    """The taps of one module, declared as ``name="axis axis ..."``."""

    def __init__(self, **axes: str) -> None:
        super().__init__()
        for name, spec in axes.items():
            self.add_module(name, Tap(spec))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Tap: ...


class Trace(Mapping[str, Tensor]):
    """The tapped tensors of one forward pass, in the order they were computed.

    Args:
        tensors: tensor by name.
        axes: names of each tensor's axes, from the vocabulary of this package.
    """

    def __init__(self, tensors: Mapping[str, Tensor], axes: Mapping[str, tuple[str, ...]]) -> None:
        self._tensors = MappingProxyType(tensors)
        self.axes = MappingProxyType(axes)

    def __getitem__(self, name: str) -> Tensor:
        return self._tensors[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tensors)

    def __len__(self) -> int:
        return len(self._tensors)

    def pick(self, name: str, **places: int) -> Tensor:
        """Return one tensor, or the part of it at some places of its axes.

        ``trace.pick("encoder.layers.0.self_attention.weights", head=1)`` is a matrix: the batch
        of a single pass has one row, which is taken by itself.

        Args:
            name: of a tap that was passed.
            places: axis -> place on it, counted from 0; -1 is the last.

        Raises:
            ValueError: if there is no such tensor, axis or place.
        """
        if name not in self:
            near = ", ".join(get_close_matches(name, list(self), 3))
            raise ValueError(f"nothing was recorded as {name!r}" + (near and f"; near: {near}"))
        tensor, axes = self[name], self.axes[name]
        if "batch" in axes and len(tensor) == 1:
            places = {"batch": 0, **places}
        for axis, place in places.items():
            if axis not in axes:
                raise ValueError(f"{name} has no axis {axis!r}: it has {' '.join(axes)}")
            size = tensor.shape[axes.index(axis)]
            if not -size <= place < size:
                raise ValueError(f"{name} has {size} places on {axis!r}: {place} is none of them")
        return tensor[tuple(places.get(axis, slice(None)) for axis in axes)]

    def layers(self, pattern: str, **places: int) -> Tensor:
        """Return what ``pick`` does for every layer: ``{}`` in the name stands for its number.

        The first axis of the result is the layer.

        Raises:
            ValueError: as ``pick``.
        """
        depth = sum(pattern.format(number) in self for number in range(len(self)))
        if not depth or "{}" not in pattern:
            raise ValueError(f"no layer recorded {pattern!r}")
        return torch.stack([self.pick(pattern.format(i), **places) for i in range(depth)])

    def residual_stream(self, stack: str) -> Tensor:
        """Return what enters the first layer of a stack, then the output of each layer.

        The first axis of the result is the layer; the batch has one row, and is left out.

        Args:
            stack: "encoder" or "decoder".
        """
        names = (residual_tap(stack, depth) for depth in count())
        return torch.stack([self.pick(name) for name in takewhile(self.__contains__, names)])

    def at(self, module: str) -> "Trace":
        """Return the part below one module: ``trace.at("encoder.layers.0")["output"]``.

        Raises:
            KeyError: if nothing was recorded there.
        """
        prefix = f"{module}."
        names = [name for name in self if name.startswith(prefix)]
        if not names:
            raise KeyError(f"nothing was recorded below {module!r}")
        return Trace(
            {name.removeprefix(prefix): self[name] for name in names},
            {name.removeprefix(prefix): self.axes[name] for name in names},
        )


@contextmanager
def recording(
    model: nn.Module, edits: Mapping[str, Edit] = MappingProxyType({})
) -> Iterator[Trace]:
    """Record every tap of ``model``; optionally replace what passes through some.

    Never yield to a caller inside the block: the listener would leak out of the paused generator.

    Args:
        model: the network to watch, not a ``torch.compile`` wrapper.
        edits: tap name -> function of the tensor, e.g. to silence one head. It
            returns a new tensor and leaves its argument alone.

    Yields:
        A trace that fills up as the model runs inside the ``with`` block.

    Raises:
        ValueError: if an edit names no tap.
        RuntimeError: if no tap fired.
    """
    name_of = {tap: name for name, tap in tap_names(model).items()}
    tensors: dict[str, Tensor] = {}

    def listen(tap: Tap, value: Tensor) -> Tensor:
        name = name_of.get(tap)
        if name is None:  # another model at work inside the block
            return value
        if name in edits:
            value = edits[name](value)
        tensors[name] = value.detach()
        return value

    if unknown := edits.keys() - set(name_of.values()):
        raise ValueError(f"no tap is called {sorted(unknown)}")
    token = _listener.set(listen)
    try:
        yield Trace(tensors, {name: tap.axes for tap, name in name_of.items()})
    finally:
        _listener.reset(token)
    if not tensors:
        raise RuntimeError("no tap fired: the model did not run, or it is compiled")


@contextmanager
def editing(model: nn.Module, edits: Mapping[str, Edit]) -> Iterator[None]:
    """Replace what passes through some taps and keep nothing: for passes too many to record.

    Args:
        model: the network to change, not a ``torch.compile`` wrapper.
        edits: as in ``recording``.

    Raises:
        ValueError: if an edit names no tap.
    """
    taps = tap_names(model)
    if unknown := edits.keys() - taps.keys():
        raise ValueError(f"no tap is called {sorted(unknown)}")
    of_tap = {taps[name]: edit for name, edit in edits.items()}
    token = _listener.set(lambda tap, value: of_tap[tap](value) if tap in of_tap else value)
    try:
        yield
    finally:
        _listener.reset(token)


def tap_names(model: nn.Module) -> dict[str, Tap]:
    """Every tap by its public name: the module path without the ``tap`` segment."""
    if model not in _taps_of:  # a network has some hundred modules, and its taps never change
        _taps_of[model] = {
            path.replace(".tap.", ".").removeprefix("tap."): module
            for path, module in model.named_modules()
            if isinstance(module, Tap)
        }
    return _taps_of[model]
