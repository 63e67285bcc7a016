"""What the speeds in docs/measurements.md are measured with: ``python -m benchmarks``."""

from model.interrupts import install_quiet_excepthook

install_quiet_excepthook()
