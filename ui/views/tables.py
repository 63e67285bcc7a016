"""The tables of a view, named for those who take its numbers along: columns, and where they are.

The numbers travel once, as the view draws them; a table only says which they are. The browser
writes CSV and JSON from it (``take_away/tables.js``, ``take_away/text.js``). Names of columns are
read by programs: like those of tensors, they are the same in every language.
"""

Table = dict[str, object]


def table(name: str, axes: str = "", /, **values: str) -> Table:
    """Name the axes of tensors that belong together.

    Args:
        name: of the table.
        axes: such as ``"layer head query:queries key:keys"``: after the colon stands the path, in
            the view's data, of the tokens or texts that name the places of this axis. Places of the
            others are counted from 1. None where the record of the data has them: see
            ``schema.name_axes``.
        values: column -> path, in the view's data or in the page's tensors, of a tensor with these
            axes; one that leads nowhere is left out. ``tops#p`` is the field p of each record
            there, ``ids>names`` each id's entry in another list or dictionary.
    """
    named = [axis.partition(":")[::2] for axis in axes.split()]
    return {"name": name, "axes": [[axis, path or None] for axis, path in named], "values": values}


def records(name: str, path: str = "", /, **lookups: str) -> Table:
    """Name a list of records, or of lists of them, one for each step: each field is a column.

    Args:
        name: of the table.
        path: of the list, in the view's data; that name, if none is said.
        lookups: field -> name of a list in the data in which the field's number is a place.
    """
    return {"name": name, "records": path or name, "lookups": lookups}
