"""Figures as plotly.js reads them: traces and a layout, in plain dictionaries.

Plotly's own classes validate every value that they get, which takes up to nine tenths of the time
that a page of figures needs. The tests validate instead: there each figure that a page draws passes
through Plotly's classes.
"""

import base64
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ui.messages import remove_word_joiners


class Settings(dict):
    """Settings of a trace, a layout or a part of it, also as attributes: None where not set.

    Args:
        settings: values by name; None leaves a setting unset.
    """

    def __init__(self, settings: Mapping[str, object]) -> None:
        """Start with these settings, by name; those that are None stay unset."""
        super().__init__()
        self.merge(settings)

    def __getattr__(self, name: str) -> Any:
        """Return a setting as an attribute; None if it is not set."""
        return self.get(name)

    def merge(self, settings: Mapping[str, object]) -> "Settings":
        """Update these settings, and nested ones, with others; return the updated settings.

        Args:
            settings: new values by name; None leaves a setting as it is.
        """
        for name, value in settings.items():
            if name == "title" and isinstance(value, str):
                value = {"text": value}
            if isinstance(value, Mapping):
                self[name] = self.get(name, Settings({})).merge(value)
            elif value is not None:
                self[name] = value
        return self


class Figure:
    """A Plotly figure: traces in one coordinate system or several, and a layout.

    Args:
        traces: what ``scatter``, ``bar`` and ``heatmap`` return.
    """

    def __init__(self, *traces: Settings) -> None:
        """Start with these traces and an empty layout."""
        self.data = list(traces)
        self.layout = Settings({})

    def add(self, trace: Settings, column: int = 1) -> "Figure":
        """Add a trace to one column of the figure; return the figure.

        Args:
            trace: what ``scatter``, ``bar`` or ``heatmap`` returns.
            column: number of the column of ``subplot_columns``, from 1.
        """
        if column > 1:
            trace.merge(_axis_ids(column))
        self.data.append(trace)
        return self

    def add_scatter(self, **settings: object) -> "Figure":
        """Add a ``scatter`` trace with these Plotly settings; return the figure."""
        return self.add(scatter(**settings))

    def add_bar(self, **settings: object) -> "Figure":
        """Add a ``bar`` trace with these Plotly settings; return the figure."""
        return self.add(bar(**settings))

    def add_shape(self, **settings: object) -> "Figure":
        """Add a line or a rectangle with these Plotly settings; return the figure."""
        return self._append_to_layout("shapes", settings)

    def add_annotation(self, **settings: object) -> "Figure":
        """Add a text with these Plotly settings, with an arrow unless ``showarrow`` is False."""
        return self._append_to_layout("annotations", settings)

    def add_horizontal_line(self, y: float, line: Mapping, **annotation: object) -> "Figure":
        """Add a horizontal line across the figure, with an optional label at its right end.

        Args:
            y: height of the line on the y axis.
            line: Plotly's settings of the line.
            annotation: settings of the label; see ``add_annotation``.
        """
        across = {"xref": "x domain", "yref": "y"}
        self.add_shape(type="line", x0=0, x1=1, y0=y, y1=y, line=line, **across)
        if annotation:
            place = {"x": 1, "xanchor": "right", "y": y, "yanchor": "bottom", "showarrow": False}
            self.add_annotation(**{**place, **across, **annotation})
        return self

    def update_layout(self, **settings: object) -> "Figure":
        """Update the figure's layout, and nested settings of it, with these; return the figure."""
        self.layout.merge(settings)
        return self

    def update_xaxes(self, **settings: object) -> "Figure":
        """Merge Plotly's axis settings into all x axes; return the figure."""
        return self._update_axes("xaxis", settings)

    def update_yaxes(self, **settings: object) -> "Figure":
        """Merge Plotly's axis settings into all y axes; return the figure."""
        return self._update_axes("yaxis", settings)

    def to_dict(self) -> dict[str, object]:
        """Return JSON-ready {"data": traces, "layout": ...}; NaN and infinity become None."""
        return {"data": _to_json(self.data), "layout": _to_json(self.layout)}

    def _append_to_layout(self, key: str, settings: Mapping[str, object]) -> "Figure":
        """Append an item to the layout's "shapes" or "annotations"; return the figure."""
        self.layout.setdefault(key, []).append(Settings(settings))
        return self

    def _update_axes(self, axis: str, settings: Mapping[str, object]) -> "Figure":
        """Merge settings into all axes of a kind, "xaxis" or "yaxis"; return the figure."""
        for name in {axis, *self.layout}:
            if name.startswith(axis):
                self.layout.merge({name: settings})
        return self


def scatter(**settings: object) -> Settings:
    """Return a scatter trace (points, lines or both) with these Plotly settings."""
    return Settings({"type": "scatter", **settings})


def bar(**settings: object) -> Settings:
    """Return a bar trace with these Plotly settings."""
    return Settings({"type": "bar", **settings})


def heatmap(**settings: object) -> Settings:
    """Return a heatmap trace with these Plotly settings."""
    return Settings({"type": "heatmap", **settings})


def subplot_columns(
    titles: Sequence[str], gap: float, *, shared: bool = False, font_size: float = 16
) -> Figure:
    """Return an empty figure whose subplots stand side by side, one for each title.

    Args:
        titles: text above each column; ``Figure.add`` counts the columns from 1.
        gap: gap between two columns, as a share of the figure's width, 0 to 1.
        shared: whether all columns share the first one's y axis, which alone is labelled.
        font_size: font size of the titles.
    """
    figure, count = Figure(), len(titles)
    width = (1 - gap * (count - 1)) / count
    for column, title in enumerate(titles, 1):
        left = (column - 1) * (width + gap)
        x, y = _axis_ids(column).values()
        vertical: dict[str, object] = {"anchor": x, "domain": [0, 1]}
        if shared and column > 1:
            vertical |= {"matches": "y", "showticklabels": False}
        number = x[1:]
        horizontal = {"anchor": y, "domain": [left, left + width]}
        figure.layout.merge({f"xaxis{number}": horizontal, f"yaxis{number}": vertical})
        figure.add_annotation(
            text=title, font={"size": font_size}, showarrow=False, xref="paper", yref="paper",
            x=left + width / 2, xanchor="center", y=1.0, yanchor="bottom",
        )  # fmt: skip
    return figure


def _axis_ids(column: int) -> dict[str, str]:
    """Return the ids that a trace uses for a column's axes, such as x2 and y2."""
    number = "" if column == 1 else column
    return {"xaxis": f"x{number}", "yaxis": f"y{number}"}


def _to_json(value: object) -> object:
    """Return a value JSON-ready, with arrays in base64 and None for NaN and infinity."""
    if isinstance(value, dict):
        return {name: _to_json(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_to_json(part) for part in value]
    if isinstance(value, np.ndarray):  # plotly.js reads an array's bytes
        shape = ", ".join(map(str, value.shape))
        bytes_ = base64.b64encode(np.ascontiguousarray(value).tobytes()).decode()
        return {"dtype": value.dtype.str[1:], "bdata": bytes_, "shape": shape}
    if isinstance(value, str):
        return remove_word_joiners(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value
