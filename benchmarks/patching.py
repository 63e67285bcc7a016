"""Benchmark of all patching maps of Patch it, against one recorded pass of the sentence."""

from collections.abc import Iterator
from functools import partial

import torch

from benchmarks.measure import Comparison, compare_durations
from model.measures.pairs import align_tokens
from model.passes import record_pass
from model.patching.predictions import patched_predictions
from model.patching.runs import record_run
from model.patching.sites import flatten_sites, patch_site_maps
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

SENTENCES = (
    "The doctor finished his work in the evening.",
    "The doctor finished her work in the evening.",
)
BEGINNING = "Der Arzt hat seine Arbeit am Abend"
AT_MOST, ROUNDS = 60, 20


@torch.inference_mode()
def compare_patching(model: Transformer, tokenizer: Tokenizer) -> Iterator[Comparison]:
    """Time some 200 patched passes of a pair of ten-token sentences, recordings included."""
    sources = [[*tokenizer.encode(text), EOS] for text in SENTENCES]
    target = [tokenizer.start("de"), *tokenizer.encode(BEGINNING)]

    def patch() -> None:
        """Record both runs and compute all patching maps."""
        clean, changed = (record_run(model, source, target, {}) for source in sources)
        places = patch_site_maps(
            model.config, align_tokens(*sources), len(target), everywhere=False
        )
        tokens = (int(clean.logits.argmax()), int(changed.logits.argmax()))
        for _ in patched_predictions(model, (clean, changed), flatten_sites(places), tokens):
            pass

    name = f"all maps of Patch it, {len(sources[0])} tokens / watched pass"
    watched = partial(record_pass, model, sources[0], target)
    yield compare_durations(name, patch, watched, ROUNDS, AT_MOST)
