"""Tensors for the views of a page: sent once, however often the visitor chooses what is shown."""

from collections.abc import Mapping

from torch import Tensor

from ui.views import pack, view

_tensors = view(__file__, picture=False)


def keep_tensors(version: str, tensors: Mapping[str, Tensor]) -> None:
    """Send tensors to the browser, where views find them as ``window.glassTensors``.

    Each goes by itself: of two translations of the longest text, all together have 30 MB.

    Args:
        version: another one whenever a tensor is another; views wait until all of theirs have come.
        tensors: by name.
    """
    for name, tensor in tensors.items():
        told = {"version": version, "count": len(tensors), "name": name}
        _tensors(key=f"tensors {name}", data=told | {"tensor": pack(tensor)}, height=0)
