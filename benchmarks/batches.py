"""Benchmark of ``Glass.read_all`` on many texts, against Hugging Face's batches.

Both have the same weights and get the same two hundred texts, tokenized by our tokenizer, in
batches of 64 of about one length, and search with a beam of four. Ours also makes a reading of each
text: tokens as people see them, and all hypotheses. The second row records each text's memory, too.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle, islice

from benchmarks.marian import SENTENCES, Search, build_marian, hugging_face_search
from benchmarks.measure import Comparison, compare_durations
from model.batches import batch_by_length
from model.glass import Glass
from model.tokenizer import Tokenizer
from model.transformer import Transformer

COUNT, SIZE, WIDTH, ROUNDS = 200, 64, 4, 6
AT_MOST = 1.5


def compare_batches(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time the reading of many texts, without and with a recorded tensor."""
    glass = Glass(model, tokenizer)
    # Sentences without their first words, so that no two texts are the same.
    words = [text.split() for text in SENTENCES]
    every = (" ".join(some[cut:]) for cut in range(8) for some in words if len(some) > cut + 2)
    texts = list(islice(cycle(dict.fromkeys(every)), COUNT))
    search = hugging_face_search(build_marian(model))
    other = partial(
        translate_with_generate, search, [glass.source_ids(text, "fr") for text in texts], tokenizer
    )
    ours = partial(glass.read_all, texts, "fr", batch_size=SIZE, width=WIDTH, alpha=0.0)
    found = [run.output_ids for run in ours()]
    same = sum(tuple(a) == tuple(b) for a, b in zip(found, other(), strict=True)) / COUNT
    if same < 0.95:
        raise ValueError(f"only {same:.0%} of the translations are the same")
    name = f"{COUNT} texts in batches of {SIZE} / transformers"
    yield compare_durations(name, ours, other, ROUNDS, AT_MOST)
    record = partial(ours, record="memory")
    yield compare_durations(f"{name}, their memory recorded", record, other, ROUNDS, AT_MOST)


def translate_with_generate(
    search: Search, sources: Sequence[list[int]], tokenizer: Tokenizer
) -> list[list[int]]:
    """Return the translations of ``generate`` as token ids, in batches of about one length."""
    found: dict[int, list[int]] = {}
    for some in batch_by_length([(len(ids),) for ids in sources], SIZE):
        starts = [tokenizer.start("fr")] * len(some)
        found.update(zip(some, search([sources[i] for i in some], starts, WIDTH), strict=True))
    return [found[i] for i in range(len(sources))]
