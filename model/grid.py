"""Labelled numbers of many experiments, or of a tensor, as a tidy DataFrame."""

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

Places = Mapping[str, Sequence[int | str]]  # axis -> labels of its indices
Tokens = Mapping[str, Sequence[str]]  # axis -> the token at each index
NO_TOKENS: Tokens = MappingProxyType({})


@dataclass(frozen=True, repr=False)
class Grid:
    """One number for each of many experiments, with labelled axes.

    Args:
        values: the numbers; NaN where there was nothing to change.
        labels: labels of each axis's indices, in the order of the axes.
        tokens: the token at each index, for axes of positions.
        measure: what the numbers measure, with the unit.
        attention: "encoder", "decoder" or "cross", if all numbers are of its heads; else "".
    """

    values: Float[Tensor, "*some"]
    labels: Places
    tokens: Tokens
    measure: str
    attention: str = ""
    places = property(lambda self: self.labels)  # its former name, kept for one version

    def __repr__(self) -> str:
        axes = " × ".join(f"{len(names)} {axis}" for axis, names in self.places.items())
        best = ", ".join(f"{value:.3g} at {where}" for where, value in self.strongest(3))
        return f"<Grid {axes}: {self.measure}; strongest {best}>"

    def strongest(self, count: int = 5) -> list[tuple[dict[str, int | str], float]]:
        """Return the ``count`` entries of largest absolute value, as (axis -> label, value)."""
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
        """Return a tidy DataFrame: a row for each number, columns for axes and tokens.

        Where all numbers are of one attention's heads, a column "attention" says which, so that
        ``patch_grid(..., at="cross-heads").frame().merge(ablate_heads(run).frame(), ...)`` joins
        ``on=["attention", "layer", "head"]``.
        """
        table = tidy_frame(self.values, self.places, self.tokens)
        if self.attention:
            table.insert(0, "attention", self.attention)
        return table


def tidy_frame(
    values: Tensor, labels: Places, tokens: Tokens = NO_TOKENS, name: str = "value"
) -> "DataFrame":
    """Return a tensor as a tidy DataFrame: a row per number, columns for axes and tokens.
    This function needs pandas, which Streamlit installs.

    ``pandas.read_csv(file, keep_default_na=False)`` reads the DataFrame back from a CSV file;
    without that option, it turns a token such as "null" into NaN.

    Args:
        values: a tensor of any shape.
        labels: axis -> labels of its indices, a column for each axis.
        tokens: axis -> the token at each index, for some axes: "query" adds a column "query_token".
        name: the name of the column of numbers.
    """
    from pandas import DataFrame  # slow to import, and rarely needed

    index = np.indices(tuple(values.shape)).reshape(values.dim(), -1)
    columns: dict[str, object] = {}
    for (axis, names), rows in zip(labels.items(), index, strict=True):
        columns[axis] = np.array(list(names), dtype=None if _are_integers(names) else object)[rows]
        if axis in tokens:
            columns[f"{axis}_token"] = np.array(list(tokens[axis]), dtype=object)[rows]
    return DataFrame({**columns, name: values.detach().cpu().flatten().numpy()})


def _are_integers(names: Sequence[int | str]) -> bool:
    """Whether all labels of an axis are whole numbers."""
    return all(isinstance(name, int) for name in names)


def mask_with_nan(values: Tensor, mask: Tensor) -> Tensor:
    """Return values with NaN where the mask is False."""
    return torch.where(mask.to(values.device), values, torch.nan)
