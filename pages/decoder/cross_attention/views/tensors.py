"""Tensors for the views of a page: sent once, however often the visitor chooses what is shown."""

from collections.abc import Mapping

from torch import Tensor

from ui.views import packed, view

_tensors = view(__file__, picture=False)


def keep_tensors(version: str, tensors: Mapping[str, Tensor]) -> None:
    """Send tensors to the browser, where views find them as ``window.glassTensors``.

    Args:
        version: another one whenever a tensor is another; views wait until theirs has come.
        tensors: by name.
    """
    data = {
        "version": version,
        "tensors": {name: packed(tensor) for name, tensor in tensors.items()},
    }
    _tensors(key="tensors", data=data, height=0)
