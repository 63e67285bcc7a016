"""Write docs/api.md from the docstrings: ``python docs/make_api.py``."""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "api.md"
OPENING = """\
# From Python, call by call

`python docs/make_api.py` writes this page from the docstrings. In the repository you
`import model`; the installed package has the same names, and views besides, as
`import glass_transformer`. Layers, heads and steps count from 0.

`load` returns a `Glass`. Besides what stands here, it has `taps`, `config`, `network`, `tokenizer`,
`device` and `fingerprint`. A `Trace` is a mapping from names to tensors; `axes` has their axes.
"""


def entries() -> dict[str, list[tuple[str, Callable | property]]]:
    """Return what the page tells, by the headings of its parts."""
    import glass_transformer as glass
    from model.attribution.inputs import Scores
    from model.changes.kinds import KINDS
    from model.hypotheses import Candidate
    from model.tensors import Trace
    from model.tokens import Token

    kinds = sorted(kind.__name__ for kind in KINDS)
    return {
        "Open and read": [
            ("load", glass.load),
            *methods(
                glass.Glass,
                *("read", "read_all", "translate", "log_probability", "teach", "direction"),
                *("gradients", "load_reading", "search", "source_ids", "source_tokens"),
            ),
        ],
        "A reading": [
            *(("Reading", glass.Reading), ("Token", Token), ("Candidate", Candidate)),
            *methods(glass.Reading, "n_best", "log_probability", "token_id", "attribute"),
            ("Scores", Scores),
            *methods(Scores, "frame"),
            *methods(glass.Reading, "contributions", "flow", "lens"),
            *(("Lens", glass.Lens), *methods(glass.Lens, "frame")),
            *methods(glass.Reading, "entropy", "frame", "save"),
        ],
        "Its tensors": methods(
            Trace, "pick", "layers", "residual_stream", "gradients", "save", "load"
        ),
        "Many passes": [
            ("patch_grid", glass.patch_grid),
            ("ablate_heads", glass.ablate_heads),
            ("head_roles", glass.head_roles),
            *(("Grid", glass.Grid), *methods(glass.Grid, "strongest", "frame")),
        ],
        "Changes": [
            ("patch", glass.patch),
            *((name, getattr(glass, name)) for name in kinds),
            *methods(glass.Steering, "fits"),
            ("Direction", glass.Direction),
            *methods(glass.Direction, "vector"),
        ],
        "Views": [("show", glass.show), *methods(glass.Shown, "save")],
    }


def methods(owner: type, *names: str) -> list[tuple[str, Callable | property]]:
    """Return some methods or properties of a class, by the names that the page gives them."""
    return [(f"{owner.__name__}.{name}", getattr(owner, name)) for name in names]


def page() -> str:
    """Return the page."""
    import glass_transformer as glass

    parts = [OPENING]
    for heading, known in entries().items():
        before = {"Changes": [names()], "Its tensors": [tap_table()]}.get(heading, [])
        parts += [f"## {heading}\n", *before]
        parts += [entry(name, one) for name, one in known]
    rows = "\n".join(f"- `{name}`: {takes!r}" for name, takes in glass.views.items())
    return "\n".join([*parts, "All views, by name, with what they take:\n", rows, ""])


def names() -> str:
    """Return the names by which changes call parts of the network."""
    from model.changes.change import STACKS
    from model.changes.parts import FEED_FORWARDS, PARTS
    from model.changes.whole_model import WHOLE
    from model.parts import ATTENTIONS, SUBLAYERS

    known = {
        "ATTENTIONS": ATTENTIONS,
        "SUBLAYERS": SUBLAYERS,
        "FEED_FORWARDS": FEED_FORWARDS,
        "STACKS": STACKS,
        "PARTS": PARTS,
        "WHOLE": WHOLE,
    }
    rows = (f"- `{name}`: {', '.join(f'`{one}`' for one in ones)}" for name, ones in known.items())
    return "\n".join(["Below these names stand for one of several words:\n", *rows, ""])


def tap_table() -> str:
    """Return every tap with its axes and what passes it, once for all layers."""
    from model.config import ModelConfig
    from model.taps import describe_tap, tap_pattern
    from model.trace import taps_by_name
    from model.transformer import Transformer

    small = Transformer(ModelConfig(vocab_size=8, N=1, d_model=2, h=1, d_ff=2, max_positions=2))
    rows = [
        f"| `{tap_pattern(name)}` | {' '.join(tap.axes)} | {describe_tap(name)} |"
        for name, tap in taps_by_name(small).items()
    ]
    head = "| name | axes | what passes there |\n|---|---|---|"
    opening = "`{}` stands for the number of a layer, from 0; `glass.taps` has all names.\n"
    return "\n".join([opening, head, *rows, ""])


def entry(name: str, one: Callable | property) -> str:
    """Return one call, or one property: how it is written, and what its docstring says."""
    text = inspect.getdoc(one) or ""
    text = re.sub(r"^ {4}glass: .*\n", "", text, flags=re.M)  # of a method, what self is elsewhere
    text = re.sub(r"^(Args|Returns|Raises|Yields):\n", r"**\1**\n\n", text, flags=re.M)
    text = re.sub(r"^ {4}(\w[\w ]*): ", r"- `\1`: ", text, flags=re.M)
    text = re.sub(r"^ {4,8}(?=\S)", "  ", text, flags=re.M)
    call = name.rpartition(".")[2]
    if not isinstance(one, property):
        call += f"({', '.join(parameters(one))})"
    return f"### {name}\n\n```\n{call}\n```\n\n{text}\n"


def parameters(one: Callable) -> Iterator[str]:
    """Yield what a call takes, each with its default."""
    known = [each for each in inspect.signature(one).parameters.values()]
    known = [each for each in known if each.name not in ("self", "glass")]
    for place, each in enumerate(known):
        if each.kind is each.KEYWORD_ONLY and (not place or known[place - 1].kind is not each.kind):
            yield "*"
        sign = "**" if each.kind is each.VAR_KEYWORD else ""
        default = repr(each.default)
        default = {"mappingproxy({})": "{}", repr(iter): "iter"}.get(default, default)
        default = "MODEL" if isinstance(each.default, Path) else default
        yield f"{sign}{each.name}" + ("" if each.default is each.empty else f"={default}")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
