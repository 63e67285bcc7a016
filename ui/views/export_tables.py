"""Export tables of a view: names of columns, and the paths of their values in the view's data.

The values are sent once, as the view draws them; a table only says where they are. The browser
writes CSV and JSON from it (``take_away/tables.js``, ``take_away/text.js``). Programs read the
names of columns: like those of tensors, they are the same in every language.
"""

Table = dict[str, object]


def tensor_table(name: str, axes: str = "", /, **values: str) -> Table:
    """Return the export table of tensors with these axes; ``values``: column -> path in the data.

    Args:
        name: name of the table.
        axes: names of the axes, such as ``"layer head query:queries key:keys"``: after the colon
            stands the path, in the view's data, of the tokens or texts that label this axis. Other
            axes are numbered from 1. "" where the record type of the data has the axes: see
            ``schema.fill_table_axes``.
        values: column -> path, in the view's data or in the page's tensors, of a tensor with these
            axes; one that leads nowhere is left out. ``tops#p`` is the field p of each record
            there, ``ids>names`` each id's entry in another list or dictionary.
    """
    named = [axis.partition(":")[::2] for axis in axes.split()]
    return {"name": name, "axes": [[axis, path or None] for axis, path in named], "values": values}


def record_table(name: str, path: str = "", /, **lookups: str) -> Table:
    """Return the export table of a list of records; ``lookups``: field -> list that it indexes.

    The list may hold lists of records, one for each step.

    Args:
        name: name of the table.
        path: path of the list in the view's data; ``name`` if "".
        lookups: field -> name of a list in the data into which the field is an index.
    """
    return {"name": name, "records": path or name, "lookups": lookups}
