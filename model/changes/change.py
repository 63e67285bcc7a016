"""What every kind of change says of itself: how a link writes it, and what it does to a pass."""

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, get_type_hints

from model.changes.edits import join_edits
from model.config import ModelConfig
from model.parts import ATTENTIONS, SUBLAYERS
from model.trace import Edit
from model.transformer import Transformer

STACKS = ("encoder", "decoder")


@dataclass(frozen=True)
class Spelling:
    """How a code writes a field.

    Args:
        pattern: what it looks like, a regular expression without groups that capture.
        read: turns that into the value.
        write: turns the value into it.
    """

    pattern: str
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


def one_of(names: Iterable[str]) -> Spelling:
    """Spell one of some names as it is."""
    return Spelling("|".join(names))


def place(digits: int) -> Spelling:
    """Spell a place as on the screen, where it counts from 1: here it counts from 0."""
    return Spelling(
        f"[0-9]{{1,{digits}}}", lambda text: int(text) - 1, lambda number: str(number + 1)
    )


def whole(digits: int) -> Spelling:
    """Spell a whole number as it is."""
    return Spelling(f"[0-9]{{1,{digits}}}", int)


Attention = Annotated[str, one_of(ATTENTIONS)]
Sublayer = Annotated[str, one_of(SUBLAYERS)]
Stack = Annotated[str, one_of(STACKS)]
Index = Annotated[int, place(3)]  # of a layer, a head or a row


class Change:
    """Something that is changed in a model while it works.

    A kind is a frozen dataclass of its own that fills in what is particular to it. Its fields are
    annotated with their spelling; ``ui.readings.changes`` names it for people.
    """

    CODE: ClassVar[str] = ""  # the fields in braces; what is chosen there stands after "="

    @property
    def code(self) -> str:
        """How a link writes it.

        Raises:
            ValueError: if no link can.
        """
        if not self.CODE:
            raise ValueError(f"a link has no word for {self}")
        spellings = spellings_of(type(self)).items()  # type: ignore[arg-type]
        return self.CODE.format(**{name: how.write(getattr(self, name)) for name, how in spellings})

    @property
    def subject(self) -> str:
        """What it is about, without how: at most one change of each subject is on."""
        return self.code.partition("=")[0]

    @classmethod
    def read(cls, code: str) -> "Change | None":
        """Return the change that a code means; None if it means none of this kind."""
        if not (match := _form(cls).fullmatch(code)):  # type: ignore[arg-type]
            return None
        spellings = spellings_of(cls).items()  # type: ignore[arg-type]
        return cls(**{name: how.read(match[name]) for name, how in spellings})

    def exists(self, config: ModelConfig) -> bool:
        """Whether a model of this size has what is changed."""
        return True

    @property
    def cacheable(self) -> bool:
        """Whether a search may cache keys and values: no position depends on later ones."""
        return True

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return what it does to the tensors of a pass, by the taps where they pass."""
        return {}

    @classmethod
    def joint_edits(cls, changes: Sequence[Any], model: Transformer) -> dict[str, Edit]:
        """Return what several changes of this kind do: one acts after the other."""
        return join_edits(*(change.edits(model) for change in changes))

    def network(self, model: Transformer) -> Transformer:
        """Return the network that computes the pass: another one if its weights are changed."""
        return model


# A checker of types asks whether changes can be kept, where their class is.
@functools.cache
def spellings_of(kind: type[Change]) -> dict[str, Spelling]:
    """Return how a code of a kind writes each field."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: hint.__metadata__[0] for name, hint in hints.items() if hasattr(hint, "__metadata__")
    }


@functools.cache
def _form(kind: type[Change]) -> re.Pattern[str]:
    """Return what the codes of a kind look like, each field a group of its name."""
    spellings = spellings_of(kind).items()  # type: ignore[arg-type]
    groups = {name: f"(?P<{name}>{how.pattern})" for name, how in spellings}
    return re.compile(kind.CODE.format(**groups) or r"(?!)")  # without a code, nothing
