"""The button that copies the address of the view."""

from ui.components import view

copy_link = view("copy_link")
