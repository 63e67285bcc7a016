"""Example notebooks of the Python interface: ``python -m examples`` runs them again."""

from model.interrupts import end_quietly

end_quietly()
