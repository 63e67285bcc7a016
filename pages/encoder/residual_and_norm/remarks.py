"""Sentences, a table and a formula about the residual connection and LayerNorm."""

import math
import textwrap
from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cosine_similarity

from model.measures.untrained_stacks import BARE, BARE_POST, POST, PRE, DepthStatistics
from pages.encoder.residual_and_norm.add_and_norm import AddNormActivations, compute_moments
from ui.messages import N_, _
from ui.sentence import Remark, say
from ui.words import escape_markdown, format_decimal, format_magnitude

SAME_DIRECTION_THRESHOLD = (
    0.9  # cosine between x and the sum from which on both point nearly the same way (26 degrees)
)

LONGEST = 90  # characters of a translation that are quoted

NORMALIZED = r"$(v - \mu) / \sqrt{\sigma^2 + \epsilon}$"

IDENTICAL_THRESHOLD, LOST_GRADIENT_THRESHOLD = (
    0.99,
    1e-6,
)  # cosine of identical positions; gradient that counts as lost

NORMS = {
    "encoder": N_("The length of every token's vector at each depth of the encoder"),
    "decoder": N_("The length of every token's vector at each depth of the decoder"),
}


def describe_takeaway(
    activations: AddNormActivations, position: int, tokens: Sequence[str], name: str
) -> str:
    """Describe by what angle adding a sub-layer's output turns a token's x, and which token's x it
    turns most.

    Args:
        activations: activations of the Add & Norm around the sub-layer.
        position: position of the chosen token, from 0.
        tokens: display names of the tokens.
        name: name of the sub-layer.
    """
    x, update = activations.x[position], activations.sublayer[position]
    tokens = [escape_markdown(token) for token in tokens]
    if not x.any():
        return _(
            "{token} has no x here, because its residual is missing in the changed model. The sum "
            "is only the update from {sublayer}."
        ).format(token=tokens[position], sublayer=name)
    kept = cosine_similarity(activations.x, activations.summed, dim=-1)
    lengths = x.norm().item(), update.norm().item()
    own, most = kept[position].item(), int(kept.argmin())
    adds = _(
        "{token} arrives with a length of {x:.1}. {sublayer} adds an update of length {update:.1}."
    )
    adds = adds.format(sublayer=name, token=tokens[position], x=lengths[0], update=lengths[1])
    turned = _direction_template(own, lengths[1] / lengths[0]).format(angle=_degrees(own))
    text = f"{adds} {turned}"
    if len(tokens) == 1:
        return text
    if most == position:
        return f"{text} {_('No other token turns as far here.')}"
    furthest = _("{token} turns the furthest ({angle}°).")
    return f"{text} {furthest.format(token=tokens[most], angle=_degrees(kept[most].item()))}"


def _direction_template(cosine: float, ratio: float) -> str:
    """Return the sentence template on how far adding the update turns x.

    A sum of two vectors is always closer in direction to the longer one.

    Args:
        cosine: cosine between x and the sum.
        ratio: norm of the update divided by the norm of x.
    """
    if cosine >= SAME_DIRECTION_THRESHOLD:
        return _("That turns it by just **{angle}°**.")
    if cosine < 0:
        return _("That turns it by **{angle}°**: the sum points away from what it was.")
    if ratio < 1:
        return _(
            "That turns it by **{angle}°**: the sum is still closer to what it was than to the "
            "update."
        )
    return _("That turns it by **{angle}°**: the sum is closer to the update than to what it was.")


def describe_lengths(activations: AddNormActivations, tokens: Sequence[str]) -> str:
    """Describe between which lengths all vectors lie before LayerNorm, and after it.

    Args:
        activations: activations of the Add & Norm around the sub-layer.
        tokens: display names of the tokens.
    """
    before, after = (x.norm(dim=-1) for x in (activations.summed, activations.output))
    return _(
        "Before LayerNorm, {token} is the longest ({most:.1}), and the shortest is {least:.1} "
        "long. After it, all lie between {low:.1} and {high:.1}."
    ).format(
        token=escape_markdown(tokens[int(before.argmax())]),
        most=before.max().item(),
        least=before.min().item(),
        low=after.min().item(),
        high=after.max().item(),
    )


def describe_lost_residual(translation: str, without: str) -> Remark:
    """Describe what becomes of the translation without one residual connection.

    Args:
        translation: the translation with all residual connections.
        without: what the model writes without one of them.
    """
    before, after = (textwrap.shorten(x, LONGEST, placeholder=" …") for x in (translation, without))
    if translation == without:
        return say(
            "Without this one plus sign, the translation **“{before}”** stays as it is.",
            before=before,
        )
    if not without:
        return say(
            "Without this one plus sign, **nothing** of the translation “{before}” is left.",
            before=before,
        )
    return say(
        "“{before}” becomes **“{after}”** when you take this one plus sign away.",
        before=before,
        after=after,
    )


STARTS = {
    "encoder": N_(
        "By the top of the encoder, {token} has turned by **{own}°** from the vector it started "
        "as. From those that the other tokens started as, it's {others}° away on average (90°: "
        "nothing in common)."
    ),
    "decoder": N_(
        "By the top of the decoder, {token} has turned by **{own}°** from the vector it started "
        "as. From those that the other tokens started as, it's {others}° away on average (90°: "
        "nothing in common)."
    ),
}

STAYS = {
    "encoder": N_(
        "At the top of the encoder, **{token} is still closer to its own start**, {own}° away, "
        "than to the starts of the other tokens, {others}° away on average (90°: nothing in "
        "common)."
    ),
    "decoder": N_(
        "At the top of the decoder, **{token} is still closer to its own start**, {own}° away, "
        "than to the starts of the other tokens, {others}° away on average (90°: nothing in "
        "common)."
    ),
}


def describe_top(angles: tuple[float, float | None], token: str, stack: str) -> Remark:
    """Describe how much of a token's first vector is left at the top of a stack.

    Args:
        angles: angle between the token's last vector and its first one, in degrees; mean angle
            between its last vector and those that other tokens began with, None without others.
        token: display name of the token.
        stack: "encoder" or "decoder".
    """
    own, others = angles
    if others is None:
        return say(
            "By the top, {token} has turned by **{own}°** from the vector it started as.",
            token=token,
            own=round(own),
        )
    said = STAYS if round(own) < round(others) else STARTS
    return say(said[stack], token=token, own=round(own), others=round(others))


def _degrees(cosine: float) -> int:
    """Return the angle of a cosine in degrees, rounded."""
    return round(math.degrees(math.acos(max(-1.0, min(1.0, cosine)))))


def statistics_table_markdown(activations: AddNormActivations, position: int) -> str:
    """Return a Markdown table of the vectors in one token's Add & Norm.

    The rows are x, Sublayer(x), their sum, the normalized sum and the output; the columns are mean,
    standard deviation and norm.

    Args:
        activations: the activations in the Add & Norm.
        position: position of the token, from 0.
    """
    vectors = {
        "x": activations.x,
        "Sublayer(x)": activations.sublayer,
        _("sum, {formula}").format(formula="$v$ = x + Sublayer(x)"): activations.summed,
        _("normalized, {formula}").format(formula=NORMALIZED): activations.normalized,
        _("output, scaled by γ and shifted by β"): activations.output,
    }
    heads = _("mean"), _("standard deviation"), _("length")
    lines = [f"| | {' | '.join(heads)} |", "|---|--:|--:|--:|"]
    for name, vector in vectors.items():
        mean, deviation = vector[position].mean().item(), vector[position].std(correction=0).item()
        length = vector[position].norm().item()
        cells = (format_decimal(mean, 3), format_decimal(deviation, 3), format_decimal(length, 2))
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def component_latex(activations: AddNormActivations, position: int, component: int) -> str:
    """Return a LaTeX formula that computes one component of an Add & Norm's output.

    Args:
        activations: the activations in the Add & Norm.
        position: position of the token, from 0.
        component: index of the component, from 0.
    """
    mean, variance = compute_moments(activations, position)
    x, found, value, middle, output = (
        vectors[position, component].item()
        for vectors in (
            activations.x,
            activations.sublayer,
            activations.summed,
            activations.normalized,
            activations.output,
        )
    )  # fmt: skip
    gamma, beta = activations.gamma[component].item(), activations.beta[component].item()
    factor = f"({middle:.3f})" if middle < 0 else f"{middle:.3f}"
    lines = (
        rf"v_{{{component + 1}}} = {x:.3f} {found:+.3f} = {value:.3f}",
        rf"\frac{{{value:.3f} {-mean:+.3f}}}{{\sqrt{{{variance:.3f} + {activations.eps:.5f}}}}}"
        rf" = {middle:.3f}",
        rf"{gamma:.3f} \cdot {factor} {beta:+.3f} = {output:.3f}",
    )
    return r"\begin{gathered}" + r" \\[6pt] ".join(lines) + r"\end{gathered}"


def describe_token_similarity(
    with_residuals: Float[Tensor, " depth"], without_residuals: Float[Tensor, " depth"]
) -> str:
    """Describe how ablating residuals changes the mean cosine between tokens at the top of a stack.

    Args:
        with_residuals: mean cosine between different tokens' vectors at each depth, with all
            residual connections.
        without_residuals: the same with some residual connections ablated.
    """
    top, now = with_residuals[-1].item(), without_residuals[-1].item()
    if top != top:  # not a number: there is one token only
        return _("There's only one token here, and no other to compare it with.")
    highest = without_residuals.max().item()
    if highest > 0.95:
        text = _(
            "At the top of the stack, the mean cosine between tokens goes from {before:.2} to "
            "**{now:.2}**. On the way it reaches {highest:.2}, where the tokens barely differ."
        )
    else:
        text = _(
            "At the top of the stack, the mean cosine between tokens goes from {before:.2} to "
            "**{now:.2}**."
        )
    return text.format(before=top, now=now, highest=highest)


def describe_gradients(statistics: Mapping[str, DepthStatistics]) -> str:
    """Describe how much of a gradient that starts at the top with norm 1 reaches the bottom of
    untrained stacks with and without residuals and norms.

    Args:
        statistics: kind of stack -> norms of vectors and gradients and cosines at each depth, as
            ``cached.measure_untrained_stacks`` returns them.
    """
    arrives = {kind: journey.gradient[0].item() for kind, journey in statistics.items()}
    text = _(
        "A gradient of length 1 starts at the top. At the bottom, its length is **{post}** with "
        "post-norm and **{pre}** with pre-norm. Without residuals, **{bare_post}** is left, and "
        "with neither residuals nor norms, **{bare}**."
    ).format(
        post=format_magnitude(arrives[POST]),
        pre=format_magnitude(arrives[PRE]),
        bare_post=format_magnitude(arrives[BARE_POST]),
        bare=format_magnitude(arrives[BARE]),
    )
    lone = statistics[BARE_POST]
    least, alike = lone.differing.min().item(), lone.similarity.max().item()
    if lone.gradient.min() > LOST_GRADIENT_THRESHOLD and least < LOST_GRADIENT_THRESHOLD:
        whole = _("So with LayerNorm in place, the gradient survives even without residuals.")
        if alike > IDENTICAL_THRESHOLD:
            part = _(
                "What does vanish is the part that differs from position to position (down to "
                "{least}), because the positions have become the same (cosine {cosine:.3}). "
                "Nothing could be learned there about one word that didn't apply to all the "
                "others."
            )
        else:
            part = _(
                "What does vanish is the part that differs from position to position (down to "
                "{least})."
            )
        part = part.format(least=format_magnitude(least), cosine=alike)
        text = f"{text} {whole} {part}"
    return text


def describe_original_translation(with_residuals: float, without_residuals: float) -> Remark:
    """Compare ln p of the original translation with all residual connections and with some ablated.

    Args:
        with_residuals: ln p with all residual connections, with which the translation was found.
        without_residuals: ln p of the same translation with some of them ablated.
    """
    return say(
        "ln p of the first translation: {on:.2} with residuals, **{off:.2}** without",
        on=with_residuals,
        off=without_residuals,
    )
