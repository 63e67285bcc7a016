"""A tensor as a view gets it, back as a tensor: what tests compare with the pass."""

import base64

import numpy as np
import torch


def unpacked(sent: dict) -> torch.Tensor:
    """Return the numbers of a packed tensor, in float32, in the shape that was sent."""
    data = base64.b64decode(sent["data"])
    if steps := sent.get("steps"):
        numbers = np.frombuffer(data, "<u2").astype("<f4") / steps
    else:
        numbers = np.frombuffer(data, "<f4")
    return torch.from_numpy(numbers.copy()).reshape(sent["shape"])
