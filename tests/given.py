"""What views were given on a page that was opened without a browser."""

import json

from ui.views.data_cache import resolve_cache_addresses


def read_data(view: object) -> object:
    """Return what a view of an opened page was given, with all that a browser loads for it."""
    data = json.loads(view.proto.json or "null")
    return resolve_cache_addresses(data) if isinstance(data, dict) else data
