"""One head's own part of the matrices that make queries, keys and values."""

from torch import Tensor

from ui.readings.reading import ATTENTIONS, Change
from ui.readings.session import changed_model


def projections(
    attention: str, layer: int, head: int, changes: tuple[Change, ...] = ()
) -> dict[str, Tensor]:
    """Return one head's own columns of W_Q, W_K and W_V, as in X W: d_model rows, d_k columns."""
    module = changed_model(changes).get_submodule(ATTENTIONS[attention].format(layer))
    parts = {"Q": module.W_Q, "K": module.W_K, "V": module.W_V}
    # nn.Linear keeps its matrix turned: its rows are the columns of the paper's W.
    return {name: part.weight.unflatten(0, (module.h, -1))[head].T for name, part in parts.items()}
