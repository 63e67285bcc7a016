"""What can be said of a residual and of LayerNorm: in a line, in a table and in a formula."""

import math
from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cosine_similarity

from model.measures.fresh_stacks import BARE, BARE_POST, POST, PRE, Journey
from pages.encoder.residual_and_norm.add_and_norm import Passage, moments
from ui.sentence import Sentence, say
from ui.words import size, with_sign

KEPT = 0.9  # cosine between x and the sum (26 degrees) from which on it points nearly like x

ALIKE, LOST = 0.99, 1e-6  # positions count as one from this cosine on; a gradient is lost below


def look_for(through: Passage, word: int, tokens: Sequence[str], name: str) -> str:
    """Say how far a sub-layer moves the chosen token, and which token it moves most.

    Args:
        through: the frame around the sub-layer.
        word: place of the chosen token.
        tokens: how those of the sentence are called.
        name: of the sub-layer.
    """
    if not through.x[word].any():
        return (
            f"No x arrives here for {tokens[word]}, because its residual is missing in the changed "
            f"model. The sum is only what {name} adds."
        )
    kept = cosine_similarity(through.x, through.summed, dim=-1)
    ratio = (through.sublayer[word].norm() / through.x[word].norm()).item()
    own, most = kept[word].item(), int(kept.argmin())
    text = (
        f"{name} adds to {tokens[word]} a vector {ratio:.2f} times as long as x. "
        f"**{_direction(own, ratio)}** ({_degrees(own)}° from x)."
    )
    if len(tokens) == 1:
        return text
    if most == word:
        return f"{text} No other token is turned as far here."
    return f"{text} {tokens[most]} is turned furthest ({_degrees(kept[most].item())}°)."


def _direction(cosine: float, ratio: float) -> str:
    """Say where a sum points; of two vectors it is always nearer to the longer one.

    Args:
        cosine: between x and the sum.
        ratio: length of what is added, divided by that of x.
    """
    if cosine >= KEPT:
        return "The sum still points nearly where x did"
    if cosine < 0:
        return "The sum points away from x"
    if ratio < 1:
        return "The sum is turned, but nearer to x than to what was added"
    return "The sum is nearer to what was added than to x"


def _degrees(cosine: float) -> int:
    return round(math.degrees(math.acos(max(-1.0, min(1.0, cosine)))))


def statistics(through: Passage, word: int) -> str:
    """Return a table in Markdown: mean, standard deviation and norm of one token's vectors."""
    vectors = {
        "x": through.x,
        "Sublayer(x)": through.sublayer,
        "sum, $v$ = x + Sublayer(x)": through.summed,
        r"normalized, $(v - \mu) / \sqrt{\sigma^2 + \epsilon}$": through.normalized,
        "output, times γ, plus β": through.output,
    }
    lines = ["| | mean | standard deviation | norm |", "|---|--:|--:|--:|"]
    for name, vector in vectors.items():
        mean, deviation = vector[word].mean().item(), vector[word].std(correction=0).item()
        cells = (with_sign(mean, 3), f"{deviation:.3f}", f"{vector[word].norm():.2f}")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def numbers(through: Passage, word: int, component: int) -> str:
    """Return the formula of one component of a token's output with its numbers, in LaTeX."""
    mean, variance = moments(through, word)
    x, found, value, middle, output = (
        vectors[word, component].item()
        for vectors in (
            through.x, through.sublayer, through.summed, through.normalized, through.output
        )
    )  # fmt: skip
    gamma, beta = through.gamma[component].item(), through.beta[component].item()
    lines = (
        rf"v_{{{component + 1}}} = {x:.3f} {found:+.3f} = {value:.3f}",
        rf"\frac{{{value:.3f} {-mean:+.3f}}}{{\sqrt{{{variance:.3f} + {through.eps:.5f}}}}}"
        rf" = {middle:.3f}",
        rf"{gamma:.3f} \cdot ({middle:.3f}) {beta:+.3f} = {output:.3f}",
    )
    return r"\begin{gathered}" + r" \\[6pt] ".join(lines) + r"\end{gathered}"


def without(before: Float[Tensor, " depth"], after: Float[Tensor, " depth"]) -> str:
    """Say what an experiment did to the similarity of the tokens at the top of a stack.

    Args:
        before: mean cosine by depth, with all residuals.
        after: the same without some.
    """
    top, now = before[-1].item(), after[-1].item()
    if top != top:  # not a number: there is one token only
        return "There is only one token here, so there is no other to compare it with."
    text = f"The mean cosine between tokens goes from {with_sign(top)} to **{with_sign(now)}**"
    highest = after.max().item()
    if highest > 0.95:
        return f"{text}, and reaches {highest:.2f} on the way, so the tokens hardly differ there."
    return text + " at the top of the stack."


def what_arrives(journeys: Mapping[str, Journey]) -> str:
    """Say what arrives at the bottom of each kind of stack, and what gets lost.

    Args:
        journeys: as ``compute.fresh_stacks.journeys`` measured them.
    """
    arrives = {kind: journey.gradient[0].item() for kind, journey in journeys.items()}
    text = (
        f"A gradient of length 1 arrives below all layers with length "
        f"**{size(arrives[POST])}** in post-norm. With pre-norm it is **{size(arrives[PRE])}**. "
        f"Without residuals it is **{size(arrives[BARE_POST])}**, with neither residuals nor norms "
        f"**{size(arrives[BARE])}**."
    )
    lone = journeys[BARE_POST]
    least, alike = lone.differing.min().item(), lone.similarity.max().item()
    if lone.gradient.min() > LOST and least < LOST:
        text += (
            " So where LayerNorm stands, taking the residuals away does not make the whole "
            "gradient vanish. What vanishes is its part that differs from position to position "
            f"(down to {size(least)})"
        )
        text += (
            f", because the positions have become the same (cosine {alike:.3f}). So nothing could "
            "be learned there about one word and not the others."
            if alike > ALIKE
            else "."
        )
    return text


def of_the_first(on: float, off: float) -> Sentence:
    """Say how probable the first of two translations is, with residuals and without."""
    template = "ln p of the first: {on} with residuals, **{off}** without"
    return say(template, on=with_sign(on), off=with_sign(off))
