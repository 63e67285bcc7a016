"""Numbers with names: of many experiments, or of a tensor, as a tidy table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

if TYPE_CHECKING:
    from pandas import DataFrame

Places = Mapping[str, Sequence[int | str]]  # axis -> what its places are called
Tokens = Mapping[str, Sequence[str]]  # axis -> the token at each place
NO_TOKENS: Tokens = MappingProxyType({})


@dataclass(frozen=True, repr=False)
class Grid:
    """A number for each of many experiments.

    Args:
        values: NaN where there was nothing to change.
        places: what the places of each axis are called, in the order of the axes.
        tokens: of axes whose places are positions, the token at each.
        measure: what the numbers say.
    """

    values: Float[Tensor, "*some"]
    places: Places
    tokens: Tokens
    measure: str

    def __repr__(self) -> str:
        axes = " × ".join(f"{len(names)} {axis}" for axis, names in self.places.items())
        best = ", ".join(f"{value:.3g} at {where}" for where, value in self.strongest(3))
        return f"<Grid {axes}: {self.measure}; strongest {best}>"

    def strongest(self, count: int = 5) -> list[tuple[dict[str, int | str], float]]:
        """Return the places with the largest numbers, whatever their signs, and these."""
        flat = self.values.flatten().cpu()
        order = flat.abs().nan_to_num(nan=-1.0).argsort(descending=True)[:count].tolist()
        found = []
        for one in order:
            at = np.unravel_index(one, tuple(self.values.shape))
            where = {
                axis: names[i] for (axis, names), i in zip(self.places.items(), at, strict=True)
            }
            found.append((where, flat[one].item() + 0.0))
        return found

    def frame(self) -> "DataFrame":
        """Return a table: a row for each number, a column for each axis, and the tokens there."""
        return tidy(self.values, self.places, self.tokens)


def tidy(
    values: Tensor, places: Places, tokens: Tokens = NO_TOKENS, name: str = "value"
) -> "DataFrame":
    """Return a tensor as a table with a row for each number (pandas comes with the app).

    ``pandas.read_csv(file, keep_default_na=False)`` reads its CSV back: else a token such as
    "null" becomes a number that is none.

    Args:
        values: of any shape.
        places: what the places of each axis are called.
        tokens: of some axes, the token at each place: a column ``query_token`` beside ``query``.
        name: of the column of the numbers.
    """
    from pandas import DataFrame  # only who asks for a table waits for it

    index = np.indices(tuple(values.shape)).reshape(values.dim(), -1)
    columns: dict[str, object] = {}
    for (axis, names), rows in zip(places.items(), index, strict=True):
        columns[axis] = np.array(list(names), dtype=None if _numbers(names) else object)[rows]
        if axis in tokens:
            columns[f"{axis}_token"] = np.array(list(tokens[axis]), dtype=object)[rows]
    return DataFrame({**columns, name: values.detach().cpu().flatten().numpy()})


def _numbers(names: Sequence[int | str]) -> bool:
    return all(isinstance(name, int) for name in names)


def empty_where(values: Tensor, there: Tensor) -> Tensor:
    """Return values with NaN where the mask is False."""
    return torch.where(there.to(values.device), values, torch.nan)
