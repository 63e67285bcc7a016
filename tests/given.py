"""What views were given on a page that was opened without a browser."""

import gzip
import json
from pathlib import PurePosixPath

from ui.views.kept import SHELF


def read_data(view: object) -> object:
    """Return what a view of an opened page was given, with all that a browser loads for it."""
    data = json.loads(view.proto.json or "null")
    if not isinstance(data, dict):
        return data
    return {name: _load(value) for name, value in data.items()}


def _load(value: object) -> object:
    if not isinstance(value, dict) or [*value] != ["kept"]:
        return value
    return json.loads(gzip.decompress(SHELF.find(PurePosixPath(value["kept"]).stem)))
