"""State that the files of the page share: the translations, and what is selected."""

from dataclasses import dataclass

from pages.decoder.cross_attention.rows import MemoryRows
from ui.readings.reading import Reading


@dataclass(frozen=True)
class TargetReading:
    """A translation into one target language, with the rows that it reads from the memory.

    Args:
        language: name of the target language.
        note: a note on it, such as that the model was never trained on it, or "".
        reading: the reading with this translation.
        rows: its rows of cross-attention.
    """

    language: str
    note: str
    reading: Reading
    rows: MemoryRows


@dataclass(frozen=True)
class Selection:
    """What is selected on the page; a click in the view sets the numbers of the same names.

    Args:
        layer: index of the layer, from 0; the number of layers stands for their mean.
        head: index of the head, from 0; the number of heads stands for all heads together.
        step: step of the first translation, from 0.
        measure_index: index of the measure that is shown for all heads.
        quantity: "weight" or "contribution".
        shift: which token labels a row: "writes", the one predicted, or "reads", the one read.
    """

    layer: int
    head: int
    step: int
    measure_index: int
    quantity: str
    shift: str
