"""The base class of changes: their codes in links, and their edits of a pass."""

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, get_type_hints

from model.changes.edits import join_edits
from model.config import ModelConfig
from model.parts import ATTENTIONS, SUBLAYERS
from model.trace import Edit
from model.transformer import Transformer

STACKS = ("encoder", "decoder")


@dataclass(frozen=True)
class Codec:
    """Codec of one field of a change: how the change's code in a link spells the field's value.

    Args:
        pattern: regular expression of the text, without capturing groups.
        read: parses the text.
        write: formats the value.
    """

    pattern: str
    read: Callable[[str], Any] = field(default=str, repr=False)  # help() shows the pattern alone
    write: Callable[[Any], str] = field(default=str, repr=False)


def name_codec(names: Iterable[str]) -> Codec:
    """Return a codec for a field that holds one of these names; a link shows the name unchanged."""
    return Codec("|".join(names))


def index_codec(digits: int) -> Codec:
    """Return a codec for an index of up to ``digits`` digits, which links count from 1.
    For example, layer 0 in the code is "1" in a link.
    """
    return Codec(f"[0-9]{{1,{digits}}}", lambda text: int(text) - 1, lambda number: str(number + 1))


def integer_codec(digits: int) -> Codec:
    """Return a codec for a whole number of up to ``digits`` digits; a link shows it unchanged."""
    return Codec(f"[0-9]{{1,{digits}}}", int)


Attention = Annotated[str, name_codec(ATTENTIONS)]
Sublayer = Annotated[str, name_codec(SUBLAYERS)]
Stack = Annotated[str, name_codec(STACKS)]
Index = Annotated[int, index_codec(3)]  # of a layer, a head or a row


class Change:
    """An intervention in a model while it runs, such as an ablated head; the base class.

    Each kind of change is a frozen dataclass, whose fields are annotated with the codecs that write
    and read them in links.
    """

    CODE: ClassVar[str] = ""  # template with fields in braces; after "=" stands the setting

    @property
    def code(self) -> str:
        """The text that stands for this change in a link, such as "temperature-cross=0.5".

        Raises:
            ValueError: if changes of this kind have no code.
        """
        if not self.CODE:
            raise ValueError(f"a link has no word for {self}")
        spellings = field_codecs(type(self)).items()  # type: ignore[arg-type]
        return self.CODE.format(**{name: how.write(getattr(self, name)) for name, how in spellings})

    @property
    def subject(self) -> str:
        """What is changed, without the setting: the code up to "=", such as "temperature-cross".
        Of several changes with the same subject, only one can be active.
        """
        return self.code.partition("=")[0]

    @classmethod
    def read(cls, code: str) -> "Change | None":
        """Parse a link code; return the change, or None if it is not of this kind."""
        if not (match := _code_pattern(cls).fullmatch(code)):  # type: ignore[arg-type]
            return None
        spellings = field_codecs(cls).items()  # type: ignore[arg-type]
        return cls(**{name: how.read(match[name]) for name, how in spellings})

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether a model of this size has the part that is changed, and the settings are valid."""
        return True

    @property
    def cacheable(self) -> bool:
        """Whether decoding may cache keys and values under this change.
        It may not if the change lets positions see later ones, or acts on a single target position.
        """
        return True

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edits by which this change acts on a forward pass, by tap name."""
        return {}

    @classmethod
    def joint_edits(cls, changes: Sequence[Any], model: Transformer) -> dict[str, Edit]:
        """Return the edits, by tap name, by which several changes of this kind act together.
        Edits of the same tap are applied one after the other, in the order of ``changes``.
        """
        return join_edits(*(change.edits(model) for change in changes))

    def network(self, model: Transformer) -> Transformer:
        """Return the network with changed weights; ``model`` itself if no weight changes."""
        return model


# Hence the ignored types: mypy asks if instances are hashable, though the class is the key.
@functools.cache
def field_codecs(change_type: type[Change]) -> dict[str, Codec]:
    """Return, for each field of a kind of change, the codec that writes and reads it in links."""
    hints = get_type_hints(change_type, include_extras=True)
    return {
        name: hint.__metadata__[0] for name, hint in hints.items() if hasattr(hint, "__metadata__")
    }


@functools.cache
def _code_pattern(change_type: type[Change]) -> re.Pattern[str]:
    """Return the regular expression of a kind's link codes, with one named group per field."""
    spellings = field_codecs(change_type).items()  # type: ignore[arg-type]
    groups = {name: f"(?P<{name}>{how.pattern})" for name, how in spellings}
    return re.compile(change_type.CODE.format(**groups) or r"(?!)")  # without a code, match nothing
