"""The address of the view: a button that copies it, and a history with one entry for each page."""

from ui.components import view

address = view("address")
