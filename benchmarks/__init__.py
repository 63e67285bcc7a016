"""What the speeds in docs/measurements.md are measured with: ``python -m benchmarks``."""

from model.interrupts import end_quietly

end_quietly()
