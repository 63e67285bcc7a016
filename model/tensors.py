"""The tensors of one recorded pass, by name; ``model.trace`` records them."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from io import BufferedIOBase
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from model.arguments import check_arguments
from model.files import write_tensors
from model.parts import axis_side, residual_tap
from model.tokenizer import Tokenizer

HEADER = "trace"  # metadata key of a file, for order and axes


class UnknownTensor(KeyError, ValueError):
    """Error for a tensor name that a trace lacks: it says what to record, or similar names.

    Args:
        name: the unknown name.
        known: the names that exist.
        fault: the beginning of the message.
        record: patterns of the taps to record, if the model has them.
    """

    def __init__(
        self,
        name: str,
        known: Iterable[str],
        fault: str = "nothing was recorded as",
        record: Iterable[str] = (),
    ) -> None:
        """Compose the error's message, such as "nothing was recorded as 'enc'; near: encoder".

        Args:
            name: the unknown name that was asked for.
            known: the names that exist; up to three similar ones are suggested.
            fault: beginning of the message, before the name.
            record: patterns of the taps to record, for ``read_all``; none are suggested if empty.
        """
        near = ", ".join(get_close_matches(str(name), list(dict.fromkeys(known)), 3))
        wanted = ", ".join(f'"{one}"' for one in dict.fromkeys(record))
        hint = (
            f": read_all(..., record=[{wanted}]) keeps it" if wanted else near and f"; near: {near}"
        )
        self.sentence = f"{fault} {name!r}{hint}"
        super().__init__(self.sentence)

    def __str__(self) -> str:
        """Return the message unquoted, unlike KeyError."""
        return self.sentence  # a KeyError would put it in quotes


class Trace(Mapping[str, Tensor]):
    """The tapped tensors of one forward pass, in the order they were computed.

    Args:
        tensors: tensor by name.
        axes: names of each tensor's axes, from the vocabulary of this package.
    """

    def __init__(self, tensors: Mapping[str, Tensor], axes: Mapping[str, tuple[str, ...]]) -> None:
        """Wrap tensors and the names of their axes, both by tap name."""
        self._tensors = MappingProxyType(tensors)
        self.axes = MappingProxyType(axes)

    def __getitem__(self, name: str) -> Tensor:
        """Return a copy of a tensor, which may be changed.

        A tensor that requires gradients is not copied: it is that of the pass itself.
        """
        value = self._lookup(name)
        return value if value.requires_grad else value.clone()

    def _lookup(self, name: str) -> Tensor:
        """Return a tensor, not copied; raise UnknownTensor if there is none of this name."""
        self._check_recorded([name])
        return self._tensors[name]

    def _check_recorded(self, names: Iterable[str]) -> None:
        """Raise a ValueError, which says what to record, unless all these tensors were recorded."""
        lacking = [name for name in names if name not in self._tensors]
        if lacking and not self._tensors:
            raise ValueError('no tensor was recorded: read_all(..., record=["*"]) keeps all')
        if lacking:
            taps = [re.sub(r"\b\d+\b", "*", name) for name in lacking if name in self.axes]
            raise UnknownTensor(lacking[0], self.axes, record=taps)

    def __contains__(self, name: object) -> bool:
        return name in self._tensors

    def __repr__(self) -> str:
        ends = (name for place, name in enumerate(self) if place in (0, len(self) - 1))
        return f"<Trace of {len(self)} tensors: {' … '.join(ends)}>"

    def __iter__(self) -> Iterator[str]:
        return iter(self._tensors)

    def __len__(self) -> int:
        return len(self._tensors)

    @check_arguments
    def pick(self, name: str, **indices: int) -> Tensor:
        """Return one tensor, or its slice at given indices of named axes, such as ``head=1``.

        ``trace.pick("encoder.layers.0.self_attention.weights", head=1)`` is a matrix: a batch of
        one sentence loses its axis.

        Args:
            name: the name of a recorded tap.
            indices: axis -> index on it, from 0; -1 is the last.

        Raises:
            ValueError: if there is no such tensor, axis or index.
        """
        tensor = self._pick_view(name, **indices)
        return tensor if tensor.requires_grad else tensor.clone()

    def _pick_view(self, name: str, **indices: int) -> Tensor:
        """Return the tensor or slice that ``pick`` returns, as a view instead of a copy."""
        tensor, axes = self._lookup(name), self.axes[name]
        if "batch" in axes and len(tensor) == 1:
            indices = {"batch": 0, **indices}
        for axis, index in indices.items():
            if axis not in axes:
                raise ValueError(f"{name} has no axis {axis!r}: it has {' '.join(axes)}")
            size = tensor.shape[axes.index(axis)]
            if not -size <= index < size:
                raise ValueError(f"{name} has {size} places on {axis!r}: {index} is none of them")
        return tensor[tuple(indices.get(axis, slice(None)) for axis in axes)]

    @check_arguments
    def layers(self, pattern: str, **indices: int) -> Tensor:
        """Return the stacked ``pick`` of every layer; ``{}`` in the pattern is the layer number.

        The first axis of the result is the layer.

        Raises:
            ValueError: as ``pick``.
        """
        depth = sum(pattern.format(number) in self for number in range(len(self)))
        if "{}" not in pattern:
            raise ValueError(f"{pattern!r} has no {{}}, which stands for the number of a layer")
        if self and not depth and pattern.replace("{}", "0") not in self.axes:
            raise UnknownTensor(pattern, [re.sub(r"\b\d+\b", "{}", name) for name in self.axes])
        self._check_recorded(pattern.format(number) for number in range(max(depth, 1)))
        return torch.stack([self._pick_view(pattern.format(i), **indices) for i in range(depth)])

    def gradients(self) -> "Trace":
        """Return the gradients that ``backward`` accumulated at each tensor, by the same names.

        Tensors without a gradient are left out.

        Raises:
            ValueError: if the pass was recorded without ``grad=True``.
        """
        if self and not any(value.requires_grad for value in self._tensors.values()):
            raise ValueError("this pass has no gradients: read(..., grad=True) keeps its graph")
        found = {name: value.grad for name, value in self._tensors.items()}
        known = {name: one for name, one in found.items() if one is not None}
        return Trace(known, {name: self.axes[name] for name in known})

    @check_arguments
    def residual_stream(self, stack: Literal["encoder", "decoder"]) -> Tensor:
        """Return the residual stream of a stack: the input of layer 0, then each layer's output.

        The first axis of the result is the layer; a batch of one sentence loses its axis.

        Args:
            stack: "encoder" or "decoder".

        Raises:
            ValueError: if not all of it was recorded. To record it, ``read_all`` needs the names
                ``{stack}.embedding.output`` and ``{stack}.layers.*.add_and_norm_2.output``, in the
                decoder ``add_and_norm_3``.
        """
        names = [residual_tap(stack, depth) for depth in range(len(self) + 1)]
        last = max((depth for depth, name in enumerate(names) if name in self.axes), default=0)
        self._check_recorded(names[: last + 1])
        return torch.stack([self._pick_view(name) for name in names[: last + 1]])

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to pickle the trace: its tensors, detached, and their axes."""
        detached = {name: value.detach() for name, value in self._tensors.items()}
        return type(self), (detached, dict(self.axes))

    @check_arguments
    def save(self, path: str | Path) -> Path:
        """Write the trace as one safetensors file, which holds no code; return its path."""
        write_trace_file(Path(path), self)
        return Path(path)

    @classmethod
    @check_arguments
    def load(cls, path: str | Path) -> "Trace":
        """Load the trace from a file that ``save`` of a trace or of a reading wrote.

        Raises:
            ValueError: if the file is of another format.
        """
        return read_trace_file(Path(path))[0]

    def sentence(self, row: int, lengths: Mapping[str, int]) -> "Trace":
        """Return the trace of one sentence of a batch, without the padding.

        Args:
            row: index of the sentence in the batch.
            lengths: "source" and "target" -> the sentence's number of tokens on this side.
        """
        found = {}
        for name, value in self._tensors.items():
            axes = self.axes[name]
            if value.dim() > len(axes):  # an edit gave each sentence its own
                value = value[row]
            elif axes[0] == "batch" and len(value) > 1:  # all sentences share one causal mask
                value = value[row : row + 1]
            for number, axis in enumerate(axes):
                if value.shape[number] > 1 and (side := axis_side(name, axis)):
                    value = value.narrow(number, 0, lengths[side])
            found[name] = value.clone(memory_format=torch.contiguous_format)
        return Trace(found, self.axes)

    def at(self, module: str) -> "Trace":
        """Return the tensors below one module, under names without the module's own.

        Example: ``trace.at("encoder.layers.0")["self_attention.weights"]`` is the tensor that the
        whole trace calls "encoder.layers.0.self_attention.weights".

        Raises:
            KeyError: if nothing was recorded there.
        """
        prefix = f"{module}."
        names = [name for name in self if name.startswith(prefix)]
        if not names:
            raise KeyError(f"nothing was recorded below {module!r}")
        return Trace(
            {name.removeprefix(prefix): self._tensors[name] for name in names},
            {name.removeprefix(prefix): self.axes[name] for name in names},
        )


def write_trace_file(
    path: Path, trace: Trace, metadata: Mapping[str, object] = MappingProxyType({})
) -> None:
    """Write a trace as safetensors; its axes and ``metadata`` go into the header as JSON."""
    order, axes = list(trace), {name: trace.axes[name] for name in trace}
    header = json.dumps({"order": order, "axes": axes, "about": {**metadata}}, ensure_ascii=False)
    write_tensors(path, {name: trace[name].detach().clone() for name in trace}, {HEADER: header})


def read_trace_file(path: Path) -> tuple[Trace, dict[str, Any]]:
    """Return (trace, metadata) from a file that ``write_trace_file`` wrote.

    Raises:
        ValueError: if the file is of another format.
    """
    try:
        with safe_open(path, "pt") as file:
            header = json.loads((file.metadata() or {})[HEADER])
            tensors = {name: file.get_tensor(name) for name in header["order"]}
            axes = {name: tuple(names) for name, names in header["axes"].items()}
            return Trace(tensors, axes), header["about"]
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror or error}") from error
    except (SafetensorError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise ValueError(f"{path} holds no trace") from error


def write_trace_npz(
    file: BufferedIOBase,
    trace: Trace,
    tokenizer: Tokenizer,
    ids: tuple[Sequence[int], Sequence[int]],
    meta: Mapping[str, object] = MappingProxyType({}),
) -> None:
    """Write a recorded pass as an .npz file, which ``numpy.load`` reads.

    The file has an array for each tensor, by its name; ``source`` and ``target``, the pieces of
    either side; ``source_ids`` and ``target_ids``, their ids; ``axes``, a JSON object with the
    names of each tensor's axes; and ``meta`` as a JSON object, unless it is empty.

    Args:
        file: the file, open for writing.
        trace: the recorded pass.
        tokenizer: gives the pieces.
        ids: token ids of the source, and those of the target.
        meta: what else is to be kept, such as the settings.
    """
    arrays: dict[str, Any] = {name: tensor.cpu().numpy() for name, tensor in trace.items()}
    for side, some in zip(("source", "target"), ids, strict=True):
        arrays[side], arrays[f"{side}_ids"] = np.array(tokenizer.pieces(some)), np.array(some)
    arrays["axes"] = np.array(json.dumps({name: trace.axes[name] for name in trace}))
    if meta:
        arrays["meta"] = np.array(json.dumps(meta, ensure_ascii=False))
    np.savez(file, **arrays)
