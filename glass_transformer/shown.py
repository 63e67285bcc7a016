"""Show a view outside the app: in a notebook, or as an HTML file of its own."""

import html
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from glass_transformer.registry import views
from model.changes import kinds
from model.glass import Glass
from model.languages import language_name
from model.reading import Reading
from model.version import __version__
from ui import contents
from ui.readings import session
from ui.readings.changes import format_changes, label_change
from ui.sentence import Remark
from ui.views.collector import DrawnView, collect_views
from ui.views.file.standalone import standalone_page_html

APP = "http://localhost:8501/"  # where make run serves the app
TENSORS_VIEW = "tensors"  # the invisible view with tensors that others draw
PLACES = ("layer", "head", "word", "row", "step")  # counted from 1 in links and on the screen


class Shown:
    """A drawn view of a reading: Jupyter displays it, ``save`` writes it as HTML.

    Args:
        page: HTML of the whole page, without external resources.
        title: title of the frame.
        height: height of its frame in a notebook, in pixels.
    """

    def __init__(self, page: str, title: str, height: int) -> None:
        """Keep the page's HTML, the title and the height of the frame."""
        self.page, self.title, self.height = page, title, height

    def __repr__(self) -> str:
        return f"<Shown: {self.title}, {len(self.page) / 1000:.0f} kB of HTML>"

    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the view in a sandboxed frame."""
        return (
            f'<iframe title="{html.escape(self.title)}" srcdoc="{html.escape(self.page)}" '
            'sandbox="allow-scripts allow-downloads allow-popups" '
            f'style="width: 100%; height: {self.height}px; border: 0"></iframe>'
        )

    def save(self, path: str | Path) -> Path:
        """Write the view as one HTML file that works offline; return its path."""
        path = Path(path)
        path.write_text(self.page, encoding="utf-8")
        return path


def show(run: Reading, view: str, *, app: str = APP, height: int = 760, **choices: object) -> Shown:
    """Draw a reading in one of the app's views; return it for a notebook or for saving.

    Args:
        run: what ``glass.read`` returned.
        view: a name of ``glass_transformer.views``.
        app: address of the app, to which the view links.
        height: height of the frame in a notebook, in pixels.
        choices: parameters of the view, such as ``layer=2``; layers, heads and steps count from 0.

    Raises:
        ValueError: if there is no such view, or it has no such parameter.
    """
    if view not in views:
        raise ValueError(f"there is no view {view!r}, only {', '.join(views)}")
    shown = views[view]
    chosen = shown.check_choices(run, choices)
    door = Glass(run.network, run.tokenizer, run.weights)
    with session.use_glass(door), collect_views(None, run.language) as host:
        look = shown.draw(_without_weight_changes(run), **chosen)
    about = _file_metadata(run, shown.page, chosen, app)
    title = host.views[0].data["taken"]["title"]
    drawn = [one for one in host.views if Path(one.script).stem != TENSORS_VIEW]
    told = {
        "words": about,
        "caption": _caption_lines(about, title),
        "look": _split_bold(look) if look else [],
        "tensors": _collect_tensors(host.views),
        "views": [
            {
                "script": one.script,
                "root": Path(one.script).stem,
                "data": one.data,
                "asks": one.data["taken"]["asks"],
            }
            for one in drawn
        ],
    }
    page = standalone_page_html([one.script for one in drawn], told, title=about["title"])
    return Shown(page, f"{view} of {run.text}", height)


def _without_weight_changes(reading: Reading) -> Reading:
    """Return a reading without the changes that act on the weights alone."""
    changes = tuple(one for one in reading.changes if kinds.collect_edits(reading.network, [one]))
    return replace(reading, changes=changes)


def _split_bold(caption: Remark | str) -> list[tuple[str, bool]]:
    """Split a text at its ``**bold**`` markup into (text, is bold) runs."""
    if isinstance(caption, Remark):
        return list(caption.text_runs())
    parts = enumerate(re.split(r"\*\*(.+?)\*\*", caption))
    return [(text, place % 2 == 1) for place, text in parts if text]


def _collect_tensors(drawn: list[DrawnView]) -> dict[str, object] | None:
    """Return the tensors that the drawn views share, by name; None if there are none."""
    kept = [one.data for one in drawn if Path(one.script).stem == TENSORS_VIEW]
    if not kept:
        return None
    return {"version": kept[0]["version"], "tensors": {d["name"]: d["tensor"] for d in kept}}


def _file_metadata(
    reading: Reading, page: str, choices: Mapping[str, object], app: str
) -> dict[str, Any]:
    """Return the metadata that a saved view shows: sentence, choices, changes, version, link."""
    linked = {
        name: value + 1 if name in PLACES and isinstance(value, int) else value
        for name, value in choices.items()
    }
    edits = format_changes(reading.changes)
    link = {"source": reading.text, "to": reading.language, **({"edits": edits} if edits else {})}
    address = "" if page == contents.FRONT else page
    return {
        "page": page,
        "title": contents.find_page(page).title,
        "sentence": reading.text,
        "translation": reading.translation,
        "to": language_name(reading.language),
        **{name: linked[name] for name in ("layer", "head") if name in linked},
        "changes": [
            *(label_change(change, reading.tokenizer) for change in reading.changes),
            *(["edits"] if reading.edited else []),
        ],
        "edits": edits,
        "version": __version__,
        "weights": reading.weights[:12] or "of no folder",
        "link": f"{app}{address}?{urlencode(link | linked)}",
    }


def _caption_lines(metadata: Mapping[str, Any], title: str) -> list[str]:
    """Return the two lines of a saved view's caption."""
    places = [f"{name} {metadata[name]}" for name in ("layer", "head") if name in metadata]
    changes = "; ".join(metadata["changes"])
    first = [
        f"{metadata['title']}: {title}",
        f"“{metadata['sentence']}”",
        f"→ {metadata['to']}",
        *places,
    ]
    first.append(f"changed: {changes}" if changes else "no changes")
    second = [f"Glass Transformer {metadata['version']}", f"weights {metadata['weights']}"]
    return [" · ".join(first), " · ".join(second)]
