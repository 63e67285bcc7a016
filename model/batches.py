"""Read many texts in batches of similar length, so that little is padded."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import groupby

from model.config import MAX_PIECES
from model.decoding import Candidate
from model.passes import Search, record_batch, search_batch
from model.tensors import Trace, UnknownTensor
from model.tokenizer import EOS, Tokenizer
from model.tokens import Source, decoder_input, encode_source, translation_ids
from model.trace import Edit
from model.transformer import Transformer

Length = tuple[int, ...]


def batch_by_length(
    lengths: Sequence[Length], size: int, equal_lengths: bool = False
) -> Iterator[list[int]]:
    """Yield batches of texts of similar length, each as a list of the texts' indices.
    Similar lengths keep the padding small.

    Args:
        lengths: for each text, (tokens of its source, tokens of its target); the second number is
            left out, or 0, where there is no target yet.
        size: largest number of texts in a batch.
        equal_lengths: whether all texts of a batch must have equal lengths, so that nothing is
            padded.
    """
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    groups = groupby(order, key=lengths.__getitem__) if equal_lengths else [(None, order)]
    for _, group in groups:
        some = list(group)
        for first in range(0, len(some), size):
            yield some[first : first + size]


def match_taps(patterns: str | Sequence[str], taps: Sequence[str]) -> list[str]:
    """Return the names of the taps that match glob patterns such as ``*.cross_attention.weights``.

    Args:
        patterns: one pattern or several. ``{}`` means the same as ``*``, so that the pattern
            ``encoder.layers.{}.self_attention.q`` matches that tap of every layer.
        taps: names of all taps.

    Raises:
        ValueError: if a pattern matches no tap.
    """
    wanted = [patterns] if isinstance(patterns, str) else list(patterns)
    globs = [pattern.replace("{}", "*") for pattern in wanted]
    for pattern, glob in zip(wanted, globs, strict=True):
        if not any(fnmatchcase(tap, glob) for tap in taps):
            raise UnknownTensor(pattern, taps, "no tap is called")
    return [tap for tap in taps if any(fnmatchcase(tap, glob) for glob in globs)]


def encode_texts(
    tokenizer: Tokenizer,
    texts: Sequence[str],
    languages: Sequence[str],
    translations: Sequence[str | Sequence[int]] | None,
) -> tuple[list[Source], list[list[int]] | None]:
    """Tokenize texts, and their translations if they are given.

    Args:
        tokenizer: the model's tokenizer.
        texts: the sentences.
        languages: for each, the code of the language to translate into.
        translations: for each, its translation as a text or as token ids; None if none are given.

    Returns:
        For each text, the encoder's input; and for each translation, its token ids, at most 128;
        None if no translations are given.

    Raises:
        ValueError: naming the index, from 0, of the text that is wrong.
    """
    for name, some in (("to", languages), ("translations", translations)):
        if some is not None and len(some) != len(texts):
            raise ValueError(f"{name} has {len(some)}, and there are {len(texts)} texts")
    sources: list[Source] = []
    given: list[list[int]] = []
    for number, (text, language) in enumerate(zip(texts, languages, strict=True)):
        try:
            tokenizer.start(language)
            sources.append(encode_source(tokenizer, text, language))
            if translations is not None:
                ids = translation_ids(tokenizer, translations[number], end=[EOS])
                given.append(ids[:MAX_PIECES])
        except ValueError as error:
            raise ValueError(f"text {number}: {error}") from error
    return sources, None if translations is None else given


@dataclass(frozen=True)
class BatchResult:
    """The result for one text of a batch.

    Args:
        output_ids: output ids, the translation.
        hypotheses: all that ended in its search, best first; none if the translation was given.
        trace: its recorded tensors.
    """

    output_ids: Sequence[int]
    hypotheses: tuple[Candidate, ...]
    trace: Trace


@dataclass(frozen=True)
class BatchReader:
    """Searches and records many texts in batches.

    Args:
        network: the model.
        edits: tap name -> function that replaces the tensor at the tap.
        search: settings of the beam search.
        size: most texts in a batch.
        names: taps whose tensors are kept.
    """

    network: Transformer
    edits: Mapping[str, Edit]
    search: Search
    size: int
    names: Sequence[str]

    def read(
        self,
        sources: Sequence[Sequence[int]],
        start_ids: Sequence[int],
        translations: Sequence[Sequence[int]] | None,
        advance: Callable[[int], object],
    ) -> list[BatchResult]:
        """Return each text's translation, found by beam search unless given, with a trace.
        The trace holds the taps in ``self.names``; without any, it is empty.

        Args:
            sources: token ids of each source, the end token included.
            start_ids: for each, the start token of its target language.
            translations: output ids of given translations; None to search for them.
            advance: called after each batch with the number of texts in it.
        """
        found: dict[int, BatchResult] = {}
        lengths = [
            (len(ids), len(translations[i]) if translations else 0) for i, ids in enumerate(sources)
        ]
        for some in batch_by_length(lengths, self.size, equal_lengths=bool(self.edits)):
            hypotheses: list[tuple[Candidate, ...]] = [()] * len(some)
            if translations is None:
                hypotheses = self._search([sources[i] for i in some], [start_ids[i] for i in some])
                output_ids = [list(best.tokens) for best, *_ in hypotheses]
            else:
                output_ids = [list(translations[i]) for i in some]
            targets = [
                decoder_input(start_ids[i], ids) for i, ids in zip(some, output_ids, strict=True)
            ]
            traces = self._record([sources[i] for i in some], targets)
            results = map(BatchResult, output_ids, hypotheses, traces)
            found.update(zip(some, results, strict=True))
            advance(len(some))
        return [found[i] for i in range(len(sources))]

    def _search(
        self, sources: Sequence[Sequence[int]], start_ids: Sequence[int]
    ) -> list[tuple[Candidate, ...]]:
        """Beam-search one batch; return each text's hypotheses, best first."""
        found = search_batch(self.network, sources, start_ids, self.edits, self.search)
        return [tuple(one) for one in found]

    def _record(
        self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> list[Trace]:
        """Record teacher-forced passes of one batch; return each text's trace of the kept taps."""
        traces = [Trace({}, {})] * len(sources)
        if not self.names:
            return traces
        lengths = [(len(ids),) for ids in targets]
        for some in batch_by_length(lengths, self.size, equal_lengths=bool(self.edits)):
            sides = [sources[i] for i in some], [targets[i] for i in some]
            own = record_batch(self.network, *sides, self.edits, self.names)
            for i, trace in zip(some, own, strict=True):
                traces[i] = trace
        return traces
