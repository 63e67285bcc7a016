"""Benchmark of our beam search, which keeps its tree, against transformers and CTranslate2.

All three have the same weights, search with a beam of four until four hypotheses of a sentence have
ended (or greedily, which is a beam of one), rank them by their plain log-probability, and get the
same batch. Hugging Face's network and search are Python and PyTorch, like ours. CTranslate2 is an
engine in C++ that does nothing else: it shows what a program written for speed alone reaches.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from tempfile import TemporaryDirectory

from ctranslate2 import Translator
from ctranslate2.converters.transformers import BartLoader
from transformers import MarianMTModel

from benchmarks.marian import SENTENCES, Search, build_marian, hugging_face_search
from benchmarks.measure import Comparison, compare_durations
from model.decoding import beam_search, rank_hypotheses
from model.hypotheses import EXTRA_LENGTH
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

LANGUAGES = ("fr", "es")  # each sentence is translated into both
ONE = SENTENCES[18]  # ten words
WIDTHS = {"beam search": 4, "greedy search": 1}
AIMS = {"beam search, 64 sentences / transformers": 0.5}
ROUNDS = 15
SAME = 0.95  # share of the translations that must be equal; sums are rounded differently


def compare_search(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time the translation of all sentences in one batch, and of one sentence as in the app."""
    starts = [tokenizer.start(language) for language in LANGUAGES]
    sources = [[*tokenizer.encode(text), EOS] for text in SENTENCES for _ in starts]
    batches = {
        f"{len(sources)} sentences": (sources, starts * len(SENTENCES)),
        "one sentence": ([[*tokenizer.encode(ONE), EOS]], starts[:1]),
    }
    marian = build_marian(model)
    others = {
        "transformers": hugging_face_search(marian),
        "CTranslate2": ctranslate2_search(marian, tokenizer),
    }
    for search, width in WIDTHS.items():
        for amount, batch in batches.items():
            for name, other in others.items():
                yield _compare_searches(
                    f"{search}, {amount} / {name}",
                    partial(search_with_ours, model, width=width),
                    partial(other, width=width),
                    batch,
                )


def search_with_ours(
    model: Transformer, sources: Sequence[list[int]], starts: Sequence[int], width: int
) -> list[list[int]]:
    """Return the best translations of the app's own beam search, as token ids."""
    ranked = rank_hypotheses(beam_search(model, sources, starts, width), alpha=0.0)
    return [ranked[sentence][0].tokens for sentence in range(len(sources))]


def ctranslate2_search(marian: MarianMTModel, tokenizer: Tokenizer) -> Search:
    """Return a search function of CTranslate2, on one thread and in single precision."""
    names = [str(token) for token in range(len(tokenizer))]  # it expects texts; ids will do
    marian.config.normalize_before = marian.config.normalize_embedding = False
    spec = BartLoader().get_model_spec(marian)
    spec.register_source_vocabulary(names)
    spec.register_target_vocabulary(names)
    spec.config.eos_token = spec.config.unk_token = names[EOS]
    spec.config.decoder_start_token = None  # each sentence brings its own
    spec.validate()
    spec.optimize(quantization=None)
    with TemporaryDirectory() as folder:
        spec.save(folder)
        translator = Translator(folder, "cpu", intra_threads=1, compute_type="float32")

    def search(sources: Sequence[list[int]], starts: Sequence[int], width: int) -> list[list[int]]:
        """Return the best translation of each source as token ids."""
        found = translator.translate_batch(
            [[names[token] for token in ids] for ids in sources],
            target_prefix=[[names[start]] for start in starts],
            beam_size=width,
            length_penalty=0,
            max_decoding_length=max(map(len, sources)) + EXTRA_LENGTH,
            return_end_token=True,
        )
        return [[int(token) for token in result.hypotheses[0]] for result in found]

    return search


def _compare_searches(name: str, ours: Search, other: Search, batch: tuple) -> Comparison:
    """Compare the times of two searches, after checking that their translations agree."""
    pairs = list(zip(ours(*batch), other(*batch), strict=True))
    same = sum(a == b for a, b in pairs) / len(pairs)
    if same < SAME:
        raise ValueError(f"{name}: only {same:.0%} of the translations are the same")
    return compare_durations(
        name, partial(ours, *batch), partial(other, *batch), ROUNDS, AIMS.get(name)
    )
