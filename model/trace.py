"""Look inside a forward pass: name tensors with taps, read them from a Trace.

A tap is an identity module at a point worth seeing. While nobody listens it returns its argument;
inside ``with recording(model) as trace`` every tap that is passed leaves its tensor in the trace,
under the path of its module: ``encoder.layers.0.self_attention.weights``. ``model.tensors`` has the
class Trace.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import torch
from torch import Tensor, nn

from model.hooks import Edit, bind_edit
from model.tensors import Trace, UnknownTensor

__all__ = ["Edit", "Tap", "Taps", "Trace", "editing", "gradients", "recording", "taps_by_name"]

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


@contextmanager
def gradients(wanted: bool) -> Iterator[None]:
    """Compute with gradients or without, whatever surrounds this: numbers of ours train a probe.

    What is computed in ``torch.inference_mode`` could never be part of a later gradient.
    """
    with torch.inference_mode(False), torch.set_grad_enabled(wanted):
        yield


@contextmanager
def recording(
    model: nn.Module,
    edits: Mapping[str, Edit] = MappingProxyType({}),
    grad: bool = False,
    names: Container[str] | None = None,
) -> Iterator[Trace]:
    """Record every tap of ``model``; optionally replace what passes through some.

    Never yield to a caller inside the block: the listener would leak out of the paused generator.

    Args:
        model: the network to watch, not a ``torch.compile`` wrapper.
        edits: tap name -> function of the tensor, e.g. to silence one head. It
            returns a new tensor and leaves its argument alone. See ``model.hooks``.
        grad: whether a later ``backward`` reaches what passes each tap.
        names: of the taps whose tensors are kept; None for all.

    Yields:
        A trace that fills up as the model runs inside the ``with`` block.

    Raises:
        ValueError: if an edit names no tap.
        RuntimeError: if no tap fired.
    """
    name_of = {tap: name for name, tap in taps_by_name(model).items()}
    edit_of = _edits_by_tap(model, edits)
    tensors: dict[str, Tensor] = {}

    def listen(tap: Tap, value: Tensor) -> Tensor:
        name = name_of.get(tap)
        if name is None:  # another model at work inside the block
            return value
        if tap in edit_of:
            value = _check_shape(name, tap, value, edit_of[tap](value))
        if grad and value.is_floating_point():
            value = _keep_gradient(value)
        if names is None or name in names:
            tensors[name] = value if grad else value.detach()
        return value

    token = _listener.set(listen)
    try:
        yield Trace(tensors, {name: tap.axes for tap, name in name_of.items()})
    finally:
        _listener.reset(token)
    if not tensors and names is None:
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
    name_of = {taps_by_name(model)[name]: name for name in edits if name in taps_by_name(model)}
    edit_of = _edits_by_tap(model, edits)

    def listen(tap: Tap, value: Tensor) -> Tensor:
        if tap not in edit_of:
            return value
        return _check_shape(name_of[tap], tap, value, edit_of[tap](value))

    token = _listener.set(listen)
    try:
        yield
    finally:
        _listener.reset(token)


def _edits_by_tap(
    model: nn.Module, edits: Mapping[str, Edit]
) -> dict[Tap, Callable[[Tensor], Tensor]]:
    """Return the edits by the taps where they act.

    Raises:
        ValueError: if there is no such tap, or if an edit is no function.
    """
    taps = taps_by_name(model)
    if unknown := [name for name in edits if name not in taps]:
        raise UnknownTensor(unknown[0], taps, "no tap is called")
    return {taps[name]: bind_edit(edit, name, taps[name].axes) for name, edit in edits.items()}


def _keep_gradient(value: Tensor) -> Tensor:
    """Return a value whose gradient stays after ``backward``: where a way begins, a leaf of it."""
    if not value.requires_grad:
        return value.detach().clone().requires_grad_()
    value.retain_grad()
    return value


def _check_shape(name: str, tap: Tap, value: Tensor, edited: object) -> Tensor:
    """Return what an edit made of a tensor.

    Raises:
        ValueError: if that is no tensor of the same shape; one mask for all queries may become one
            for each of them, and positions, which all sentences of a batch share, one set for each.
    """
    if not isinstance(edited, Tensor):
        raise ValueError(f"the edit of {name} returned {edited!r}, not a tensor")
    axes = zip(edited.shape[1:], value.shape[1:], strict=False)
    written_out = value.dtype == torch.bool and all(one in (1, new) for new, one in axes)
    if written_out and edited.dim() == value.dim() and len(edited) == len(value):
        return edited
    of_each_sentence = tap.axes == ("position", "d_model") and edited.shape[1:] == value.shape
    if edited.shape != value.shape and not of_each_sentence:
        shapes = (" x ".join(map(str, one.shape)) or "one number" for one in (edited, value))
        returned, right = shapes
        raise ValueError(
            f"the edit of {name} returned {returned}; its axes {' '.join(tap.axes)} have {right}"
        )
    return edited


def taps_by_name(model: nn.Module) -> dict[str, Tap]:
    """Return every tap by its public name: the module path without the ``tap`` segment."""
    if model not in _taps_of:  # a network has some hundred modules, and its taps never change
        _taps_of[model] = {
            path.replace(".tap.", ".").removeprefix("tap."): module
            for path, module in model.named_modules()
            if isinstance(module, Tap)
        }
    return _taps_of[model]
