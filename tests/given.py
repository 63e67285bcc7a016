"""What views were given on a page that was opened without a browser."""

import json

from ui.views.kept import fill_in_kept


def read_data(view: object) -> object:
    """Return what a view of an opened page was given, with all that a browser loads for it."""
    data = json.loads(view.proto.json or "null")
    return fill_in_kept(data) if isinstance(data, dict) else data
