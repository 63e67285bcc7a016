"""Schemas of the files beside the weights, as far as pages read them; see ``ui.schemas``."""

from model import storage
from ui.schemas import NUMBER, is_numeric_array

LOSSES = {str: (NUMBER, NUMBER)}  # by direction: with and without label smoothing
SCORES = [{"direction": str, "bleu": NUMBER, "chrf": NUMBER, "lines": int}, ...]
ON_OWN = {"loss": LOSSES, "scores": SCORES}
HEAD = {"layer": int, "head": int}
ABLATION = {
    "counted": int,
    "together?": NUMBER,
    "as many at random?": NUMBER,
    "as large at random?": NUMBER,
    "drawn?": NUMBER,
}
STEERING_RESULTS = [{"turned": NUMBER, "whole": NUMBER, "changed": NUMBER, "broken": NUMBER}, ...]


FILE_SCHEMAS: dict[str, dict] = {
    storage.RECORD: {
        "parameters": int,
        "steps": int,
        "tokens": int,
        "seconds": NUMBER,
        "averaged": [int],
        "earlier?": {"step": int, "share": NUMBER},
        "last_checkpoint": {"loss": LOSSES},
        "final": ON_OWN | {"own?": ON_OWN},
        "film_sentences": [
            {"source_language": str, "target_language": str, "source": str, "target": str}
        ],
        "film": [{"step": int, "sentences": [{"text": str, "loss": NUMBER}]}],
        "settings": [{"settings": {"smoothing": NUMBER, "warmup": int}}, ...],
        "curve": [
            {"step": int, "tokens": int, "loss": NUMBER, "plain": NUMBER, "rate": NUMBER}, ...
        ],
        "validation": [{"step": int, "own?": ON_OWN} | ON_OWN],
        "directions": [str],
    },
    storage.CERTAINTY: {"intercept": NUMBER, "mean": NUMBER, "lowest": NUMBER},
    storage.ALIGNMENT: {
        "sentences": {str: int},
        "diagonal": {"mean": NUMBER},
        "best": {**HEAD, "shift": {"reads", "writes"}, "mean": NUMBER},
        "rows": [
            {"layer": int, "head": int | None, "shift": {"reads", "writes"}, "mean": NUMBER}, ...
        ],
    },
    storage.ROBUSTNESS: {
        "bleu": {str: {str: NUMBER}},
        "long": {"sentences": int, "stop early": int, "run in circles": int},
        "copies": {"names": (int, int), "numbers": (int, int)},
        "every way": {str: {"bleu": NUMBER, "chrf": NUMBER}},
        "first texts?": {"asked": int, "right": int},
        "elisions?": {"sentences": int, "faults": int},
        "pronoun": [
            {
                "text": str,
                "translations": {str: str},
                "strongest": [[str, ...], ...],
                "weights": [[NUMBER, ...], ...],
                "to animal": NUMBER,
                "to street": NUMBER,
            }
        ],
    },
    storage.CENSUS: {
        "lines": int,
        "directions": int,
        "heads": [
            {
                **HEAD,
                "attention": {"encoder", "decoder", "cross"},
                "role": str,
                "share": NUMBER,
                "output": NUMBER,
                "silencing": NUMBER,
                "gradient": NUMBER,
                "error?": NUMBER,
            },
            ...,
        ],
        "curves": [
            {
                "group": str,
                "order": str,
                "seed?": int,
                "silenced": [int, ...],
                "bleu": [NUMBER, ...],
                "chrf": [NUMBER, ...],
            },
            ...,
        ],
        "professions": [
            {
                "profession": str,
                "mostly": {"men", "women"},
                "pronoun": {"his", "her"},
                "language": str,
                "translation": str,
                "gender": str | None,
            }
        ],
    },
    storage.ATTRIBUTION: {
        "sentences": {str: int},
        "integrated": {
            "steps": int, "own sentences": int, "sentences of each direction": int,
        },
        "errors": {str: {"writes": {"mean": NUMBER}, "reads": {"mean": NUMBER}}},
        "spearman": {"sentences": int, "with occlusion": {str: NUMBER}},
        "detachment": {str: {"pairs": int, "share": NUMBER, "log_p": NUMBER}},
    },
    storage.END_TOKEN: {
        "sentences": int,
        "shares": {str: {"end": [NUMBER, ...], "marks": [NUMBER, ...]}},
        "errors": [{**HEAD, "without": NUMBER, "with": NUMBER}],
    },
    storage.STEERING: {
        "alphas": [NUMBER, ...],
        "directions": {
            str: {
                "languages": {
                    str: {
                        "could turn": int,
                        "direction": STEERING_RESULTS,
                        "random": STEERING_RESULTS,
                        "opposite": STEERING_RESULTS,
                        "examples": [
                            {"text": str, "before": str, "after": str, "turned": bool}
                        ],
                    }
                }
            }
        },
    },
    storage.FLOW: {
        "sentences": int,
        "kinds": {
            str: {
                "decisions": int,
                "heads": [{**HEAD, "kind": str, "share": NUMBER, "changed": NUMBER}, ...],
                "units": [{"stack": str, "layer": int, "unit": int, "share": NUMBER}],
                "all heads": ABLATION,
                "all units": ABLATION,
                "examples": [
                    {"text": str, "language": str, "step": int, "said": int, "rival": int}
                ],
            }
        },
        "means": {str: is_numeric_array},
    },
}  # fmt: skip
