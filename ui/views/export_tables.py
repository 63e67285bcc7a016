"""Export tables of a view: names of columns, and the paths of their values in the view's data.

The values are sent once, as the view draws them; a table only says where they are. The browser
writes CSV and JSON from it (``take_away/tables.js``, ``take_away/text.js``). Programs read the
names of columns: like those of tensors, they are the same in every language.
"""

Table = dict[str, object]


def tensor_table(name: str, axes: str = "", /, **values: str) -> Table:
    """Return an export table of tensors that share their axes, one column for each tensor.

    Args:
        name: name of the table.
        axes: names of the axes, such as ``"layer head query:queries key:keys"``: after the colon
            stands the path, in the view's data, of the tokens or texts that label this axis. Other
            axes are numbered from 1. "" where the record type of the data has the axes: see
            ``schema.fill_table_axes``.
        **values: for each column, the path of its tensor in the view's data or in the page's
            tensors, such as ``weight="weights"``. A path that leads nowhere is left out. ``tops#p``
            takes the field p of each record in ``tops``; ``ids>names`` takes for each id in ``ids``
            its entry in the list or dictionary ``names``.
    """
    named = [axis.partition(":")[::2] for axis in axes.split()]
    return {"name": name, "axes": [[axis, path or None] for axis, path in named], "values": values}


def record_table(name: str, path: str = "", /, **lookups: str) -> Table:
    """Return an export table of a list of records: a row for each record, a column for each field.

    The list may hold lists of records, one for each step.

    Args:
        name: name of the table.
        path: path of the list in the view's data; ``name`` if "".
        **lookups: for a field that is an index, the name of the list in the data whose entry the
            table shows instead, such as ``token="tokens"``.
    """
    return {"name": name, "records": path or name, "lookups": lookups}
