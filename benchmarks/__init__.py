"""What the README's claims about speed are measured with: ``python -m benchmarks``."""
