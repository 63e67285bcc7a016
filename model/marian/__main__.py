"""Convert a Marian model, such as OPUS-MT's, once: ``python -m model.marian FOLDER OUT``.

FOLDER is what Hugging Face's libraries download, with model.safetensors; OUT becomes one like those
of ``model.training``. The network is the same, with sines and cosines interleaved. Where Marian
does not multiply by sqrt(d_model), the rows of E are made smaller by it, and what is compared with
them larger: the logits stay what they were. A vocabulary with several pieces such as >>fra<< is
that of a model of several languages: it is asked for one by such a piece before the sentence.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from model.marian.convert import convert
from model.programs import exit_with_message


def main(arguments: Sequence[str] | None = None) -> None:
    """Convert a Marian model's folder to this project's format (command line)."""
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}", description=__doc__)
    for name, what in (("folder", "of the Marian model"), ("out", "the folder that is written")):
        parser.add_argument(name, type=Path, help=what)
    parser.add_argument("--from", dest="source", default="", help="code of the language it reads")
    parser.add_argument("--to", dest="target", default="", help="code of the one it writes; a,b,c")
    chosen = parser.parse_args(arguments)
    with exit_with_message(parser):
        config = convert(chosen.folder, chosen.out, chosen.source, chosen.target)
    stacks = " + ".join(str(len(config.layers(stack))) for stack in ("encoder", "decoder"))
    print(f"{stacks} layers, h = {config.h}; open it: GLASS_MODEL={chosen.out} make run")


if __name__ == "__main__":
    main()
