"""The translation at every number of silenced heads, as a table."""

import re

from pages.lab.head_census import pruned_translations


def test_equal_translations_share_a_row():
    rows = pruned_translations.translations_table_html(["A", "A", "B", "A"], "fr")
    said = [f'<span lang="fr">{one}</span>' for one in "ABA"]
    assert re.findall("<td>(.*?)</td>", rows) == ["0 to 1", said[0], "2", said[1], "3", said[2]]
