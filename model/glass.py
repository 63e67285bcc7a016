"""A trained model behind one door: translate, trace and edit it, by names and axes.

What pages show comes through here too: ``ui.readings.session`` keeps what ``Glass.read`` returns.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from pathlib import Path
from types import MappingProxyType

from model import storage
from model.changes import kinds
from model.changes.edits import join_edits
from model.changes.kinds import Change, RoundedWeights, by_position
from model.changes.lesson import Lesson, Pair
from model.config import MAX_PIECES, ModelConfig
from model.decoding import Candidate
from model.measures.scoring import log_probability
from model.passes import Watch, note_steps, recorded_pass, search_with_edits
from model.reading import Reading, Source, Token, cut_source, target_tokens
from model.teach.teaching import taught_network
from model.tokenizer import EOS, Tokenizer
from model.trace import Edit, tap_names
from model.transformer import Transformer

WIDTH, ALPHA = 4, 0.6  # the paper's beam and length penalty (section 6.1)
NONE: Mapping[str, Edit] = MappingProxyType({})


@dataclass(frozen=True)
class SearchResult:
    """What a search came to.

    Args:
        hypotheses: all that it finished, best first.
        steps: what it considered at each step, best first.
    """

    hypotheses: tuple[Candidate, ...]
    steps: tuple[Sequence[Candidate], ...]


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
        found: SearchResult | None = None,
        **settings: object,
    ) -> Reading:
        """Translate a sentence, then record one pass over it and its translation.

        Args:
            text: a sentence; of more than 128 pieces, those count.
            to: code of the language to translate into.
            changes: what is broken in all of this, such as ``Silenced("cross", 0, 1)``.
            edits: besides, tap name -> function of the tensor that passes there.
            said: a translation that is given, as a text or as ids without the start token; then
                nothing is searched.
            found: what ``search`` found of all this before; then it is not searched again.
            settings: of the search: "width", "alpha", "watch".

        Raises:
            ValueError: if the text is empty, or if language, change or tap do not exist.
        """
        source, changes = self._cut(text, to), tuple(changes)
        if said is None:
            found = found or self.search(source, to, changes=changes, edits=edits, **settings)
            recorded = self._record(source, to, found.hypotheses[0].tokens, changes, edits)
            return replace(recorded, hypotheses=found.hypotheses, steps=found.steps)
        ids = [*self.tokenizer.encode_target(said), EOS] if isinstance(said, str) else said
        return self._record(source, to, ids[:MAX_PIECES], changes, edits)

    def search(
        self,
        text: str | Source,
        to: str,
        *,
        changes: Iterable[Change] = (),
        edits: Mapping[str, Edit] = NONE,
        width: int = WIDTH,
        alpha: float = ALPHA,
        watch: Watch = iter,
    ) -> SearchResult:
        """Search for a translation.

        Args:
            text: as for ``read``, and so are ``to``, ``changes`` and ``edits``; or cut already.
            to: code of the language.
            changes: what is broken.
            edits: besides.
            width: of the beam.
            alpha: exponent of the length penalty.
            watch: sees the steps of the search as they come.
        """
        source = text if isinstance(text, Source) else self._cut(text, to)
        changes = tuple(changes)
        steps: list[Sequence[Candidate]] = []
        settings = {
            "width": width,
            "alpha": alpha,
            "cached": by_position(changes) and not edits,
            "watch": note_steps(watch, steps),
        }
        network, start = self.network_with(changes), self.tokenizer.start(to)
        taps = join_edits(self.edits(changes), edits)
        hypotheses = search_with_edits(network, source.ids, start, taps, **settings)
        return SearchResult(tuple(hypotheses), tuple(steps))

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
        ids = [*self.tokenizer.encode_target(said), EOS] if isinstance(said, str) else said
        taps = join_edits(self.edits(changes), edits)
        target, source = (self.tokenizer.start(to), *ids), self.source_ids(text, to)
        return log_probability(self.network_with(changes), source, target, taps)

    def network_with(self, changes: Iterable[Change]) -> Transformer:
        """Return the network for a pass with these changes: another one if weights are changed.

        A lesson that has not been taught raises ValueError.
        """
        in_turn = sorted(changes, key=lambda change: isinstance(change, RoundedWeights))
        return reduce(lambda network, change: change.network(network), in_turn, self.network)

    changed = network_with  # its older name, for one version

    def teach(self, pairs: Iterable[Sequence[str]], **settings: int | float) -> "Glass":
        """Teach a copy of the model a few sentence pairs; this one stays as it is.

        Args:
            pairs: such as ``("en", "I have a glorp.", "fr", "J'ai un glorpe.")``, 12 at most.
            settings: of ``model.changes.lesson.Lesson``: steps, rate, rehearsal, rank, seed.

        Raises:
            ValueError: if a pair cannot be taught, or the learning rate is far too high.
        """
        lesson = Lesson(pairs=tuple(Pair(*pair) for pair in pairs), **settings)
        return Glass(taught_network(self.network, self.tokenizer, lesson), self.tokenizer)

    def edits(self, changes: Iterable[Change]) -> Mapping[str, Edit]:
        """Return what changes do to a pass, by the names of the taps where they act.

        Raises:
            ValueError: if the model has no such part.
        """
        changes = tuple(changes)
        for change in changes:
            if not change.exists(self.config):
                raise ValueError(f"this model has nothing that {change} could change")
        return kinds.edits(self.network_with(changes), changes)

    def source_ids(self, text: str, to: str = "") -> list[int]:
        """Return what the encoder reads of a text: at most 128 pieces, and the end token.

        Args:
            text: a sentence.
            to: code of the language to translate into. Only some converted models are told it
                here, and the ``text`` of a reading of theirs tells it already.
        """
        return [*self.tokenizer.encode(self.tokenizer.source_text(text, to))[:MAX_PIECES], EOS]

    def _cut(self, text: str, to: str) -> Source:
        """Cut a text as the encoder reads it to translate it into a language.

        Raises:
            ValueError: if there is none.
        """
        source = cut_source(self.tokenizer, text, to)
        if all(token.special for token in source.tokens):
            raise ValueError("there is no text to translate")
        return source

    def source_tokens(self, text: str, to: str = "") -> tuple[Token, ...]:
        """Return the same as a person reads it."""
        return cut_source(self.tokenizer, text, to).tokens

    def _record(
        self,
        source: Source,
        to: str,
        said: Sequence[int],
        changes: tuple[Change, ...],
        edits: Mapping[str, Edit],
    ) -> Reading:
        tokenizer, said = self.tokenizer, list(said)
        network, taps = self.network_with(changes), join_edits(self.edits(changes), edits)
        target = [tokenizer.start(to), *(said[:-1] if said[-1:] == [EOS] else said)]
        first = Token(tokenizer.pieces(target[:1])[0], special=True)
        return Reading(
            text=source.text,
            language=to,
            source=source.tokens,
            target=(first, *target_tokens(tokenizer, target[1:], to)),
            output=target_tokens(tokenizer, said, to),
            translation=tokenizer.decode(said),
            hypotheses=(),
            source_ids=source.ids,
            target_ids=tuple(target),
            cut=source.cut,
            trace=recorded_pass(network, source.ids, target, taps),
            changes=changes,
            network=network,
        )
