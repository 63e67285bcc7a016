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
        axes: names of the axes, such as ``"layer head query:queries key:keys"``; after a colon, the
            path of the tokens or texts that label the axis. Axes without labels are numbered from
            1. "": the types of the tensors name the axes; see ``schema.fill_table_axes``.
        **values: for each column, the path of its tensor in the view's data or in the page's
            tensors, such as ``weight="weights"`` or ``q="rows.0.vector"``. ``tops#p`` is the field
            p of each record in ``tops``; ``ids>names`` is, for each id in ``ids``, its entry in the
            list or dictionary ``names``. Columns whose path does not exist are left out.
    """
    named = [axis.partition(":")[::2] for axis in axes.split()]
    return {"name": name, "axes": [[axis, path or None] for axis, path in named], "values": values}


def record_table(name: str, path: str = "", /, **lookups: str) -> Table:
    """Return an export table of a list of records: a row for each record, a column for each field.

    For a list of lists of records, a column "step" gives the number of the list, from 1.

    Args:
        name: name of the table.
        path: path of the list in the view's data; ``name`` if "".
        **lookups: for a field that is an index, the name of the list in the data whose entry
            replaces it, such as ``token="tokens"``; the table shows the entry's text.
    """
    return {"name": name, "records": path or name, "lookups": lookups}
