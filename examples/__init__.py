"""Example notebooks of the Python interface: ``python -m examples`` runs them again."""

from model.interrupts import install_quiet_excepthook

install_quiet_excepthook()
