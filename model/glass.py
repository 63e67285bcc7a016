"""The public API of a trained model: translate, trace and edit it, by names and axes.

What pages show comes through here too: ``ui.readings.session`` keeps what ``Glass.read`` returns.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import reduce
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import torch

from model import storage
from model.arguments import Alpha, Width, Within, check_arguments
from model.backward.api import gradients
from model.batches import BatchReader, encode_texts, match_taps
from model.changes.edits import join_edits
from model.changes.kinds import Change, RoundedWeights, can_cache, check_changes, collect_edits
from model.changes.lesson import Lesson, parse_lesson_pair
from model.changes.patches import check_patches
from model.config import MAX_PIECES, ModelConfig
from model.decoding import EXTRA_LENGTH, Candidate
from model.experiments import ablate_heads, head_roles, patch_grid
from model.measures.scoring import log_probability
from model.passes import Search, SearchResult, Watch, collect_steps, record_pass, search_with_edits
from model.progress import progress_bar
from model.reading import Reading, build_reading
from model.steering.api import direction
from model.teach.teaching import network_after_lesson
from model.tensors import Trace, read_trace_file
from model.tokenizer import EOS, Tokenizer
from model.tokens import Source, Token, clip_source, decoder_input, encode_source, translation_ids
from model.trace import Edit, taps_by_name
from model.transformer import Transformer

WIDTH, ALPHA = Search.width, Search.alpha  # the paper's, section 6.1
NO_EDITS: Mapping[str, Edit] = MappingProxyType({})
Changes = Change | Iterable[Change]
Given = str | Sequence[int]


@check_arguments
def load(folder: str | Path = storage.MODEL, device: str | torch.device = "cpu") -> "Glass":
    """Load a model: the shipped one, or a folder that ``model.training`` or ``marian`` wrote.

    Args:
        folder: the model's folder.
        device: the torch device, such as "cuda"; traces and all other tensors are there, too.

    Raises:
        ValueError: if a file of it is missing or damaged, or torch knows no such device here.
    """
    folder = Path(folder)
    with torch.inference_mode(False):
        network, tokenizer, fingerprint = storage.load_with_fingerprint(folder)
        network = storage.move(network, device)
    return Glass(network, tokenizer, fingerprint, folder.absolute())


class Glass:
    """A trained model and its vocabulary.

    Args:
        network: the Transformer; nothing here ever changes it.
        tokenizer: its vocabulary.
        fingerprint: SHA-256 of its weights; "" if they were not read from a folder.
        folder: the folder they were read from, if any.
    """

    def __init__(
        self,
        network: Transformer,
        tokenizer: Tokenizer,
        fingerprint: str = "",
        folder: Path | None = None,
    ) -> None:
        """Store the arguments, which the class describes, as attributes of the same names."""
        self.network, self.tokenizer = network, tokenizer
        self.fingerprint, self.folder = fingerprint, folder

    def __repr__(self) -> str:
        languages = " ".join(self.config.languages)
        return f"<Glass: weights {self.fingerprint[:12] or 'of no folder'}, {languages}>"

    @property
    def config(self) -> ModelConfig:
        """The model's configuration: sizes and languages."""
        return self.network.config

    def __reduce__(self) -> tuple[object, ...]:
        """Return how to unpickle the model: from its folder, not with its weights."""
        from model.opening import reopen  # which needs this class

        if self.folder is None:
            raise TypeError("only a model that was read from a folder can be pickled: by its name")
        return reopen, (self.folder, str(self.device), self.fingerprint)

    def __deepcopy__(self, memo: dict) -> "Glass":
        """Return a copy with its own network; tokenizer and folder are shared."""
        return Glass(deepcopy(self.network, memo), self.tokenizer, self.fingerprint, self.folder)

    @property
    def device(self) -> torch.device:
        """The torch device of its weights."""
        return self.network.E.weight.device

    @property
    def taps(self) -> dict[str, tuple[str, ...]]:
        """The name of every tensor of a trace, with the names of its axes."""
        return {name: tap.axes for name, tap in taps_by_name(self.network).items()}

    @check_arguments
    def translate(
        self,
        text: str,
        to: str,
        *,
        changes: Changes = (),
        edits: Mapping[str, Edit] = NO_EDITS,
        prefix: Given = (),
        width: Width = WIDTH,
        alpha: Alpha = ALPHA,
    ) -> str:
        """Return the best translation of a text into language ``to``; arguments as in ``read``."""
        how: dict[str, Any] = {"prefix": prefix, "width": width, "alpha": alpha}
        best = self.search(text, to, changes=changes, edits=edits, **how).hypotheses[0]
        return self.tokenizer.decode(best.tokens)

    @check_arguments
    def read(
        self,
        text: str,
        to: str,
        *,
        changes: Changes = (),
        edits: Mapping[str, Edit] = NO_EDITS,
        translation: Given | None = None,
        prefix: Given = (),
        search_result: SearchResult | None = None,
        width: Width = WIDTH,
        alpha: Alpha = ALPHA,
        grad: bool = False,
    ) -> Reading:
        """Translate a sentence, then record a teacher-forced pass over it and its translation.

        Args:
            text: a sentence; of more than 128 pieces, the first 128 are read.
            to: code of the language to translate into.
            changes: interventions in search and pass, such as ``SilencedHead("cross", 0, 1)``.
            edits: likewise, tap name -> function that takes the tensor there and returns what
                replaces it. If it has parameters of these names, it also gets ``name``, the
                tap's; ``position``, the range of positions that the tensor holds; and ``step``,
                the output step that its last position predicts (None in the encoder).
            translation: a given one, as text or ids without start token; then there is no search.
            search_result: what ``search`` returned for these arguments; then it is not run again.
            prefix: what the translation must begin with, as a text or as ids.
            width: beam width, at most 100.
            alpha: exponent of the length penalty, at most 10.
            grad: whether the trace keeps its graph: ``run.trace["logits"][0, 3, 42].backward()``
                leaves gradients in ``run.trace.gradients()``, and at tensors that an edit brings.

        Raises:
            ValueError: if a text, language, change, tap or piece does not exist.
        """
        source = encode_source(self.tokenizer, text, to)
        changes = check_changes(changes, self.config)
        if translation is None:
            how: dict[str, Any] = {"prefix": prefix, "width": width, "alpha": alpha}
            how |= {"changes": changes, "edits": edits}
            search_result = search_result or self.search(source, to, **how)
            run = self._record(source, to, search_result.hypotheses[0].tokens, changes, edits, grad)
            return replace(run, hypotheses=search_result.hypotheses, steps=search_result.steps)
        ids = translation_ids(self.tokenizer, translation, end=[EOS])
        return self._record(source, to, ids[:MAX_PIECES], changes, edits, grad)

    @check_arguments
    def read_all(
        self,
        texts: Iterable[str],
        to: str | Sequence[str],
        *,
        batch_size: Annotated[int, Within(1, 10_000)] = 64,
        record: str | Sequence[str] = (),
        translations: Sequence[Given] | None = None,
        changes: Changes = (),
        edits: Mapping[str, Edit] = NO_EDITS,
        width: Width = WIDTH,
        alpha: Alpha = ALPHA,
    ) -> list[Reading]:
        """Return a reading of each text, as ``read`` would but for rounding, computed in batches.
        Sequences ``to`` and ``translations`` have one entry per text; ``record`` names kept taps.

        Steps of searches are not kept. With edits, texts of equal lengths share a batch, unpadded.
        Changes and edits are the same for all texts; where they differ, as a position may, ``read``
        or ``log_probability`` takes one text at a time.

        Args:
            texts: one sentence each.
            to: code of the language to translate into, or one for each text.
            batch_size: most texts in a batch; tqdm, if installed, shows progress.
            record: names of the tensors that each trace keeps, such as "memory" or
                "decoder.layers.*.cross_attention.weights"; "*" stands for anything. Methods of a
                reading that take recorded tensors say which.
            translations: for each text, a given translation; then there is no search.
            changes: as for ``read``.
            edits: as for ``read``.
            width: as for ``read``.
            alpha: as for ``read``.

        Raises:
            ValueError: as ``read``; naming the index of the text, from 0.
        """
        texts, changes = list(texts), check_changes(changes, self.config)
        languages = [to] * len(texts) if isinstance(to, str) else list(to)
        sources, given = encode_texts(self.tokenizer, texts, languages, translations)
        reader = BatchReader(
            self.network_with(changes),
            join_edits(self.edits(changes), edits),
            Search(width, alpha, (), can_cache(changes) and not edits),
            batch_size,
            match_taps(record, list(self.taps)),
        )
        ids, starts = [source.ids for source in sources], map(self.tokenizer.start, languages)
        with progress_bar(len(texts)) as advance:
            found = reader.read(ids, list(starts), given, advance)
        runs = []
        for source, language, one in zip(sources, languages, found, strict=True):
            run = self._reading_from_trace(source, language, one.output_ids, changes, one.trace)
            runs.append(replace(run, hypotheses=one.hypotheses, edited=bool(edits)))
        check_patches(edits, *(run.target_ids for run in runs))
        return runs

    def search(
        self,
        text: str | Source,
        to: str,
        *,
        changes: Changes = (),
        edits: Mapping[str, Edit] = NO_EDITS,
        prefix: Given = (),
        width: Width = WIDTH,
        alpha: Alpha = ALPHA,
        watch: Watch = iter,
    ) -> SearchResult:
        """Search for a translation by beam search; return its ``hypotheses`` and ``steps``.

        The arguments are those of ``read``, but ``text`` may also be an encoded ``Source``, and
        ``watch`` is a function that wraps the iterator of steps, such as to show progress.
        """
        source = text if isinstance(text, Source) else encode_source(self.tokenizer, text, to)
        changes = check_changes(changes, self.config)
        steps: list[Sequence[Candidate]] = []
        begin = translation_ids(self.tokenizer, prefix)
        if len(begin) >= (most := len(source.ids) + EXTRA_LENGTH):
            raise ValueError(f"the beginning has {len(begin)} pieces; of this text, {most} at most")
        cached = can_cache(changes) and not edits
        search = Search(width, alpha, begin, cached, collect_steps(watch, steps))
        network, start = self.network_with(changes), self.tokenizer.start(to)
        taps = join_edits(self.edits(changes), edits)
        hypotheses = search_with_edits(network, source.ids, start, taps, search)
        return SearchResult(tuple(hypotheses), tuple(steps))

    @check_arguments
    def log_probability(
        self,
        text: str,
        to: str,
        translation: Given,
        changes: Changes = (),
        edits: Mapping[str, Edit] = NO_EDITS,
    ) -> float:
        """Return ln p of a given translation, in nats; other arguments are those of ``read``.

        Of many, ``read_all(..., translations=..., record="logits")`` gives readings with the same
        number as their ``log_probability``.
        """
        changes = check_changes(changes, self.config)
        check_patches(edits, ids := translation_ids(self.tokenizer, translation, end=[EOS]))
        taps, start = join_edits(self.edits(changes), edits), self.tokenizer.start(to)
        source = encode_source(self.tokenizer, text, to).ids
        return log_probability(self.network_with(changes), source, (start, *ids), taps)

    @check_arguments
    def load_reading(self, path: str | Path) -> Reading:
        """Load a reading of this model from a file that ``Reading.save`` wrote.

        Raises:
            ValueError: if it is no such file, or other weights computed it.
        """
        from model.opening import restore_reading  # which needs this class

        trace, fields = read_trace_file(Path(path))
        try:
            return restore_reading(self, fields, trace)
        except (KeyError, TypeError, IndexError) as error:
            raise ValueError(f"{path} holds a trace, but no reading") from error

    # Readings know their model; these need no more.
    patch_grid = staticmethod(patch_grid)
    ablate_heads = staticmethod(ablate_heads)
    head_roles = staticmethod(head_roles)
    gradients = gradients
    direction = direction

    def network_with(self, changes: Iterable[Change]) -> Transformer:
        """Return the network with these changes of weights; without any, the model's own network.

        Raises ValueError for a ``Lesson`` whose fine-tuning has not been run yet.
        """
        # Rounding comes last, so that taught weights are rounded, too.
        in_turn = sorted(changes, key=lambda change: isinstance(change, RoundedWeights))
        return reduce(lambda network, change: change.network(network), in_turn, self.network)

    changed = network_with  # its older name, for one version

    @check_arguments
    def teach(self, pairs: Iterable[Sequence[str]], **settings: Any) -> "Glass":
        """Return a copy fine-tuned on pairs, each (language, sentence, language, translation).

        Args:
            pairs: such as ``("en", "I have a glorp.", "fr", "J'ai un glorpe.")``, 12 at most.
            settings: fields of ``model.changes.lesson.Lesson``: steps=30, rate=1e-4, seed=1,
                rehearsal=12 (known pairs in a batch), rank=0 (low-rank update; 0: all weights).

        Raises:
            ValueError: if a pair cannot be taught, or the learning rate is far too high.
        """
        lesson = Lesson(pairs=tuple(map(parse_lesson_pair, pairs)), **settings)
        return Glass(network_after_lesson(self.network, self.tokenizer, lesson), self.tokenizer)

    def edits(self, changes: Iterable[Change]) -> Mapping[str, Edit]:
        """Return the edits by which these changes act on a forward pass, by tap name.

        Raises:
            ValueError: if the model has no such part.
        """
        changes = check_changes(changes, self.config)
        return collect_edits(self.network_with(changes), changes)

    def source_ids(self, text: str, to: str = "") -> list[int]:
        """Return the encoder's input ids: the text's first 128 pieces, and the end token.

        ``to``: code of the target language, read only by models with pieces such as >>fra<<.
        """
        return [*self.tokenizer.encode(self.tokenizer.source_text(text, to))[:MAX_PIECES], EOS]

    def source_tokens(self, text: str, to: str = "") -> tuple[Token, ...]:
        """Return the tokens whose ids ``source_ids`` returns, spelled as they were typed."""
        return clip_source(self.tokenizer, text, to).tokens

    def _record(
        self,
        source: Source,
        target_language: str,
        output_ids: Sequence[int],
        changes: tuple[Change, ...],
        edits: Mapping[str, Edit],
        grad: bool,
    ) -> Reading:
        """Record a teacher-forced pass over a sentence and these output ids."""
        target = decoder_input(self.tokenizer.start(target_language), list(output_ids))
        check_patches(edits, target)
        taps = join_edits(self.edits(changes), edits)
        trace = record_pass(self.network_with(changes), source.ids, target, taps, grad)
        run = self._reading_from_trace(source, target_language, output_ids, changes, trace)
        return replace(run, edited=bool(edits))

    def _reading_from_trace(
        self,
        source: Source,
        target_language: str,
        output_ids: Sequence[int],
        changes: Sequence[Change],
        trace: Trace,
    ) -> Reading:
        """Return the reading of a recorded pass, with its changes and its model's fingerprint."""
        network, kept = self.network_with(changes), tuple(changes)
        run = build_reading(
            source, target_language, list(output_ids), trace, network, self.tokenizer
        )
        return replace(run, changes=kept, weights=self.fingerprint, folder=self.folder)
