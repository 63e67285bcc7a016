"""The translation at every number of silenced heads, as a table."""

import re

from pages.lab.head_census import everywhere


def test_equal_translations_share_a_row():
    rows = everywhere.listed(["A", "A", "B", "A"])
    assert re.findall("<td>(.*?)</td>", rows) == ["0 to 1", "A", "2", "B", "3", "A"]
