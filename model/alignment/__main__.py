"""Does cross-attention align words? ``python -m model.alignment``."""

from model.alignment.error_rate import main

if __name__ == "__main__":
    main()
