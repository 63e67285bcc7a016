"""All heads in one table, which can be sorted."""

from pages.lab.head_census import cached
from pages.lab.head_census.choices import Choices
from pages.lab.head_census.views.census_table import COLUMNS, census_table
from ui.choices import link


def show(asked: Choices) -> None:
    """Draw the table; its order is a choice like others."""
    by_name = {one: one for one in COLUMNS}
    sort = link.restore("census_sort", by_name.get, "silencing", COLUMNS.__contains__)
    link.show("census_sort", sort, "silencing")
    census_table(asked, cached.roles(*asked.sentence), sort)
