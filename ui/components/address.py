"""The address of the view: it says what the page shows, and a button copies it."""

from ui import link
from ui.components import view

_address = view("address")


def address(page: str) -> None:
    """Draw the button, when the page has shown all its choices."""
    _address(key="address_button", data={"page": page, "query": link.query()})
