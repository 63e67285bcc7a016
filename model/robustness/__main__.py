"""How well the model bears what people type: ``python -m model.robustness``."""

from model.robustness.trials import main

if __name__ == "__main__":
    main()
