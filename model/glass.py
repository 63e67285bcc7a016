"""A trained model behind one door: translate, trace and edit it, by names and axes.

What pages show comes through here too: ``ui.readings.session`` keeps what ``Glass.read`` returns.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from model import storage
from model.changes.edits import edits as edits_of
from model.changes.edits import joined
from model.changes.kinds import Change, Rounded, by_position, exists
from model.changes.rounding import rounded
from model.config import MAX_PIECES, ModelConfig
from model.decoding import Candidate
from model.measures.scoring import log_probability
from model.passes import Watch, recorded_pass, searched
from model.reading import Reading, Token, source_tokens, target_tokens
from model.tokenizer import EOS, Tokenizer, normalize
from model.trace import Edit, tap_names
from model.transformer import Transformer

WIDTH, ALPHA = 4, 0.6  # the paper's beam and length penalty (section 6.1)
NONE: Mapping[str, Edit] = MappingProxyType({})


def load(folder: str | Path = storage.MODEL) -> "Glass":
    """Open a model: the one that is shipped, or any folder that ``model.training`` wrote.

    Raises:
        ValueError: if there is none, or a file of it is missing or damaged.
    """
    return Glass(*storage.load(Path(folder)), storage.fingerprint(Path(folder)))


class Glass:
    """A trained model and its vocabulary.

    Args:
        network: the Transformer; nothing here ever changes it.
        tokenizer: its vocabulary.
        fingerprint: tells its weights from all others; "" if they were not read from a folder.
    """

    def __init__(self, network: Transformer, tokenizer: Tokenizer, fingerprint: str = "") -> None:
        self.network, self.tokenizer, self.fingerprint = network, tokenizer, fingerprint

    @property
    def config(self) -> ModelConfig:
        """Sizes and languages."""
        return self.network.config

    @property
    def taps(self) -> dict[str, tuple[str, ...]]:
        """Names of all tensors that a trace holds, with the names of their axes."""
        return {name: tap.axes for name, tap in tap_names(self.network).items()}

    def translate(self, text: str, to: str, **settings: object) -> str:
        """Return the best translation of a text; for the settings see ``read``."""
        return self.read(text, to, **settings).translation

    def read(
        self,
        text: str,
        to: str,
        *,
        changes: Iterable[Change] = (),
        edits: Mapping[str, Edit] = NONE,
        said: str | Sequence[int] | None = None,
        width: int = WIDTH,
        alpha: float = ALPHA,
        watch: Watch = iter,
    ) -> Reading:
        """Translate a sentence, then record one pass over it and its translation.

        Args:
            text: a sentence; of more than 128 pieces, those count.
            to: code of the language to translate into.
            changes: what is broken in all of this, such as ``Silenced("cross", 0, 1)``.
            edits: besides, tap name -> function of the tensor that passes there.
            said: a translation that is given, as a text or as ids without the start token; then
                nothing is searched.
            width: of the beam.
            alpha: exponent of the length penalty.
            watch: sees the steps of the search as they come.

        Raises:
            ValueError: if the text is empty, or if language, change or tap do not exist.
        """
        changes = tuple(changes)
        source, start = self.source_ids(text), self.tokenizer.start(to)
        if len(source) == 1:
            raise ValueError("there is no text to translate")
        network, taps = self.changed(changes), joined(self.edits(changes), edits)
        if said is None:
            cached = by_position(changes) and not edits
            settings = {"width": width, "alpha": alpha, "cached": cached, "watch": watch}
            found = searched(network, source, start, taps, **settings)
            return self._recorded(text, to, found[0].tokens, changes, taps, found)
        ids = [*self.tokenizer.encode(said), EOS] if isinstance(said, str) else said
        return self._recorded(text, to, ids[:MAX_PIECES], changes, taps)

    def log_probability(
        self,
        text: str,
        to: str,
        said: str | Sequence[int],
        changes: Iterable[Change] = (),
        edits: Mapping[str, Edit] = NONE,
    ) -> float:
        """Return how probable a given translation is, in nats; the arguments are those of read."""
        changes = tuple(changes)
        ids = [*self.tokenizer.encode(said), EOS] if isinstance(said, str) else said
        taps = joined(self.edits(changes), edits)
        target = (self.tokenizer.start(to), *ids)
        return log_probability(self.changed(changes), self.source_ids(text), target, taps)

    def changed(self, changes: Iterable[Change]) -> Transformer:
        """Return the network for a pass with these changes: another one if weights are rounded."""
        bits = next((change.bits for change in changes if isinstance(change, Rounded)), None)
        return self.network if bits is None else _rounded(self.network, bits)

    def edits(self, changes: Iterable[Change]) -> Mapping[str, Edit]:
        """Return what changes do to a pass, by the names of the taps where they act.

        Raises:
            ValueError: if the model has no such part.
        """
        changes = tuple(changes)
        for change in changes:
            if not exists(change, self.config):
                raise ValueError(f"this model has nothing that {change} could change")
        return edits_of(self.changed(changes), changes)

    def source_ids(self, text: str) -> list[int]:
        """Return what the encoder reads of a text: at most 128 pieces, and the end token."""
        return [*self.tokenizer.encode(text)[:MAX_PIECES], EOS]

    def source_tokens(self, text: str) -> tuple[Token, ...]:
        """Return the same as a person reads it."""
        own = source_tokens(self.tokenizer, text)[:MAX_PIECES]
        return (*own, Token("</s>", special=True))

    def _recorded(
        self,
        text: str,
        to: str,
        said: Sequence[int],
        changes: tuple[Change, ...],
        edits: Mapping[str, Edit],
        hypotheses: Sequence[Candidate] = (),
    ) -> Reading:
        tokenizer, said = self.tokenizer, list(said)
        source = self.source_ids(text)
        target = [tokenizer.start(to), *(said[:-1] if said[-1:] == [EOS] else said)]
        first = Token(tokenizer.pieces(target[:1])[0], special=True)
        return Reading(
            text=normalize(text),
            language=to,
            source=self.source_tokens(text),
            target=(first, *target_tokens(tokenizer, target[1:])),
            output=target_tokens(tokenizer, said),
            translation=tokenizer.decode(said),
            hypotheses=tuple(hypotheses),
            source_ids=tuple(source),
            target_ids=tuple(target),
            cut=len(tokenizer.encode(text)) > MAX_PIECES,
            trace=recorded_pass(self.changed(changes), source, target, edits),
            changes=changes,
        )


@lru_cache(maxsize=3)
def _rounded(network: Transformer, bits: int) -> Transformer:
    return rounded(network, bits)
