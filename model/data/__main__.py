"""Fetch and prepare sentence pairs: ``python -m model.data``."""

from model.data.fetch import main

if __name__ == "__main__":
    main()
