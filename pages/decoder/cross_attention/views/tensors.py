"""Tensors for a page's views: sent only once, however often the visitor changes what is shown."""

from collections.abc import Mapping

from torch import Tensor

from ui.views import encode_shares, encode_tensor, register_view

_tensors = register_view(__file__, picture=False)


def send_tensors(tensor_version: str, tensors: Mapping[str, Tensor]) -> None:
    """Send tensors to the browser, where views find them as ``window.glassTensors``.

    Each tensor is a message of its own: for two translations of the longest text, they total 11 MB.

    Args:
        tensor_version: text that changes whenever a tensor does; views wait until all tensors of
            the same version have arrived.
        tensors: name -> tensor; the values of those with four axes are from 0 to 1.
    """
    for name, tensor in tensors.items():
        sent = encode_shares(tensor) if tensor.dim() == 4 else encode_tensor(tensor)
        told = {"version": tensor_version, "count": len(tensors), "name": name}
        _tensors(key=f"tensors {name}", data=told | {"tensor": sent}, height=0)
