"""What all files of the page pass around: who reads, and what is chosen."""

from dataclasses import dataclass

from pages.decoder.cross_attention.rows import MemoryRows
from ui.readings.reading import Reading


@dataclass(frozen=True)
class Reader:
    """One translation that reads the memory.

    Args:
        language: its name.
        note: what is to be said of it, such as that the model never learned it.
        reading: the sentence, translated.
        rows: what it reads.
    """

    language: str
    note: str
    reading: Reading
    rows: MemoryRows


@dataclass(frozen=True)
class Look:
    """What is looked at; a click in the view sets the numbers of the same names.

    Args:
        layer: from 0; the number of layers stands for their mean.
        head: from 0; the number of heads stands for all together.
        step: of the first reader's translation, from 0.
        measure: which measure of all heads is shown, from 0.
        shown: "weight" or "contribution".
        shift: which word gives a row its name, "writes" or "reads".
    """

    layer: int
    head: int
    step: int
    measure: int
    shown: str
    shift: str
