"""What a visitor asks of two runs."""

from dataclasses import dataclass

from model.changes.kinds import Change
from ui.readings import session


@dataclass(frozen=True)
class Question:
    """Two sentences, or one in two languages, and how they are patched.

    Args:
        texts: the clean and the changed sentence.
        languages: into which each is translated.
        beginning: ids that both translations begin with.
        changes: what is edited in both runs.
        swapped: whether the clean run's numbers are put into the changed one.
        everywhere: whether the decoder's sub-layers and heads are patched at all positions.
    """

    texts: tuple[str, str]
    languages: tuple[str, str]
    beginning: tuple[int, ...]
    changes: tuple[Change, ...]
    swapped: bool
    everywhere: bool

    @property
    def ids(self) -> tuple[list[int], list[int]]:
        """What the encoder reads in each run."""
        return tuple(map(session.glass().source_ids, self.texts, self.languages))
