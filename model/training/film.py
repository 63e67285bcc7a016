"""The film of a training: translations and attention of a few fixed sentences, step by step."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from model.files import atomic_path
from model.parts import ATTENTIONS
from model.tokenizer import EOS, Tokenizer
from model.trace import recording
from model.transformer import Transformer
from model.translate import translate


@dataclass(frozen=True)
class FilmSentence:
    """A sentence recorded through training: the loss and attention of one given translation."""

    source_language: str
    target_language: str
    source: str
    target: str


FILM = (
    FilmSentence(
        "en", "fr", "The cat sleeps because it is tired.", "Le chat dort parce qu'il est fatigué."
    ),
    FilmSentence(
        "fr",
        "en",
        "Le vieux chien noir court après la balle.",
        "The old black dog runs after the ball.",
    ),
    FilmSentence(
        "en",
        "de",
        "Tomorrow I will read this letter to my mother.",
        "Morgen werde ich meiner Mutter diesen Brief vorlesen.",
    ),
    FilmSentence(
        "de",
        "en",
        "Im Winter trinken wir abends heiße Milch.",
        "In winter we drink hot milk in the evening.",
    ),
    FilmSentence(
        "en",
        "es",
        "The red house near the river is very old.",
        "La casa roja cerca del río es muy antigua.",
    ),
    FilmSentence(
        "es",
        "en",
        "Mi hermana compró tres manzanas verdes.",
        "My sister bought three green apples.",
    ),
)


def film_sentences(tokenizer: Tokenizer) -> list[FilmSentence]:
    """Return those film sentences whose two languages the model has.

    Film sentences are a few fixed sentences on which the model is recorded at steps of its
    training.
    """
    known = set(tokenizer.languages)
    return [s for s in FILM if {s.source_language, s.target_language} <= known]


@torch.inference_mode()
def record_film_frame(
    model: Transformer, tokenizer: Tokenizer, path: Path
) -> list[dict[str, object]]:
    """Record how the model, at this step of its training, handles the film sentences.

    The attention weights of all layers and heads, computed on each sentence's given translation,
    are written to an npz file in half precision, as ``<index>.<encoder|decoder|cross>``, such as
    ``0.cross``; their axes are layer, head, query, key.

    Args:
        model: the network at this step.
        tokenizer: its vocabulary.
        path: the npz file to write.

    Returns:
        For each sentence, "text", the model's own greedy translation, and "loss", the cross-entropy
        of the given translation in nats per token.
    """
    device = model.E.weight.device
    arrays: dict[str, Any] = {}
    said = []
    for number, sentence in enumerate(film_sentences(tokenizer)):
        language = sentence.target_language
        source = [*tokenizer.encode(sentence.source), EOS]
        target = [tokenizer.start(language), *tokenizer.encode(sentence.target)]
        following = torch.tensor([*target[1:], EOS], device=device)
        with recording(model) as trace:
            logits = model(
                torch.tensor([source], device=device), torch.tensor([target], device=device)
            )
        for name, attention in ATTENTIONS.items():
            layers = model.config.layers(name)
            maps = [trace[f"{attention.format(i)}.weights"][0] for i in layers]
            arrays[f"{number}.{name}"] = torch.stack(maps).half().cpu().numpy()
        loss = torch.nn.functional.cross_entropy(logits[0].float(), following).item()
        [translation] = translate(model, tokenizer, [sentence.source], [language], width=1)
        said.append({"text": translation.text, "loss": round(loss, 4)})
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_path(path) as unfinished, unfinished.open("wb") as file:
        np.savez_compressed(file, **arrays)
    return said
