"""Look inside a forward pass: name tensors with taps, read them from a Trace.

A tap is an identity module at a point worth seeing. Without a listener it returns its argument;
inside ``with recording(model) as trace`` every tap that runs stores its tensor in the trace, under
the path of its module: ``encoder.layers.0.self_attention.weights``. ``model.tensors`` has the class
Trace.
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

__all__ = ["Edit", "Tap", "Taps", "Trace", "editing", "grad_mode", "recording", "taps_by_name"]

# The hook that all taps call. A context variable, so two visitors who share one model never get
# each other's tensors; the model itself is never modified.
_listener: ContextVar[Callable[["Tap", Tensor], Tensor] | None] = ContextVar("tap", default=None)
_taps_of: WeakKeyDictionary[nn.Module, dict[str, "Tap"]] = WeakKeyDictionary()


class Tap(nn.Module):
    """A named point of the computation: returns its input, or what the listener makes of it."""

    def __init__(self, axes: str) -> None:
        """Set the names of the tensor's axes, separated by spaces."""
        super().__init__()
        self.axes = tuple(axes.split())

    def forward(self, value: Tensor) -> Tensor:
        """Return the tensor, or what the listener makes of it, if there is one.

        A listener is the function that ``recording`` or ``editing`` installs: it stores or edits
        tensors.
        """
        if torch.compiler.is_compiling():  # training: taps vanish from the graph
            return value
        listener = _listener.get()
        return value if listener is None else listener(self, value)

    def extra_repr(self) -> str:
        """Return the names of the axes, for PyTorch's printed module."""
        return " ".join(self.axes)


class Taps(nn.Module):
    """The taps of one module, declared as ``name="axis axis ..."``."""

    def __init__(self, **axes: str) -> None:
        """Create a tap for each keyword, such as ``weights="batch head query key"``.

        Args:
            axes: name of the tap -> names of its tensor's axes, separated by spaces.
        """
        super().__init__()
        for name, spec in axes.items():
            self.add_module(name, Tap(spec))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Tap: ...


@contextmanager
def grad_mode(enabled: bool) -> Iterator[None]:
    """Enable or disable gradients in a ``with`` block, whatever mode surrounds it.

    Inference mode is off inside: its tensors could not take part in a later backward pass.
    """
    with torch.inference_mode(False), torch.set_grad_enabled(enabled):
        yield


@contextmanager
def recording(
    model: nn.Module,
    edits: Mapping[str, Edit] = MappingProxyType({}),
    grad: bool = False,
    names: Container[str] | None = None,
) -> Iterator[Trace]:
    """Record what passes every tap of ``model`` in a ``with`` block, and apply edits at some.

    A generator must not yield inside the block: while it is paused, its caller's passes of the
    model would be recorded and edited, too.

    Args:
        model: the network to watch, not a ``torch.compile`` wrapper.
        edits: tap name -> function of the tensor, e.g. to silence one head. It returns a new tensor
            and does not modify its argument. See ``model.hooks``.
        grad: whether a later ``backward`` leaves gradients at the taps.
        names: names of the taps whose tensors are kept; None for all.

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
        """Return a tap's tensor after its edit, if any, and add it to the trace."""
        name = name_of.get(tap)
        if name is None:  # a tap of another model, run inside the block
            return value
        if tap in edit_of:
            value = _check_shape(name, tap, value, edit_of[tap](value))
        if grad and value.is_floating_point():
            value = _retain_gradient(value)
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
    """Apply edits at some taps in a ``with`` block, without recording.

    Args:
        model: the network to change, not a ``torch.compile`` wrapper.
        edits: tap name -> function of the tensor; it returns a new one.

    Raises:
        ValueError: if an edit names no tap.
    """
    name_of = {taps_by_name(model)[name]: name for name in edits if name in taps_by_name(model)}
    edit_of = _edits_by_tap(model, edits)

    def listen(tap: Tap, value: Tensor) -> Tensor:
        """Return a tap's tensor after its edit, if any."""
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
    """Return the edit of each tap, bound to the tap's name and axes.

    Raises:
        ValueError: if there is no such tap, or if an edit is no function.
    """
    taps = taps_by_name(model)
    if unknown := [name for name in edits if name not in taps]:
        raise UnknownTensor(unknown[0], taps, "no tap is called")
    return {taps[name]: bind_edit(edit, name, taps[name].axes) for name, edit in edits.items()}


def _retain_gradient(value: Tensor) -> Tensor:
    """Return a tensor that keeps its gradient after ``backward``: a new leaf if it has no graph."""
    if not value.requires_grad:
        return value.detach().clone().requires_grad_()
    value.retain_grad()
    return value


def _check_shape(name: str, tap: Tap, value: Tensor, edited: object) -> Tensor:
    """Return the edited tensor; raise an error if its shape is not the tap's.

    Raises:
        ValueError: if it is no tensor of the same shape. Two may be expanded: a mask shared by all
            queries, and positions shared by all sentences of a batch.
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
    """Return all taps of a model by their names, such as "encoder.layers.0.self_attention.weights".

    A tap's name is the path of its module, without the part "tap". The result is memoized.
    """
    if model not in _taps_of:  # slow to collect, and never changed
        _taps_of[model] = {
            path.replace(".tap.", ".").removeprefix("tap."): module
            for path, module in model.named_modules()
            if isinstance(module, Tap)
        }
    return _taps_of[model]
