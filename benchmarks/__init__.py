"""What the speeds in docs/measurements.md are measured with: ``python -m benchmarks``."""
