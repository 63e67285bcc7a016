"""Why a pair cannot be patched, and caveats about its maps."""

from collections.abc import Sequence

from ui.messages import N_, _, ngettext
from ui.words import join_names

NAMED = 3  # unpaired pieces listed by name

NO_SECOND = N_("Type a second sentence that differs a little from the first, or choose a pair.")
EQUAL = N_(
    "To the model, the two sentences and their languages are the same, so there's nothing to "
    "patch. Change a word, or choose another language for the changed run."
)
SAME_TOKENS = N_("Both tokens are “{token}”; choose two different ones.")
ENDED = N_(
    "This beginning already ends the translation, so there's no next token to "
    "compare. Remove its last word."
)
UNKNOWN = N_(
    "“{text}” isn't in the vocabulary, so the model can't write it. Both translations begin "
    "from scratch instead."
)
TOO_LONG = N_("This beginning has {count} tokens. The page keeps only the first {kept}.")
NO_PIECE = N_(
    "“{text}” consists of {count} tokens of the vocabulary ({tokens}); the first of them, "
    "“{first}”, competes."
)
LACKING = N_("“{text}” is not in the vocabulary; the most likely token competes in its place.")
TRUNCATED = N_("The changed sentence is too long. The model reads only its first {most} tokens.")
WAITING = N_("Not computed yet.")
CAPTION = {  # key: whether maps without tokens are patched at all positions
    False: N_("all on one scale; the decoder's sub-layers and heads at the last position"),
    True: N_("all on one scale; the decoder's sub-layers and heads at all positions"),
}
GUESS = N_(
    "**Guess first**: which location changes the answer most? Then patch all {count:,} locations."
)
PATCH_ALL, PATCHED = N_("Patch all {count:,} locations"), N_("{done:,} of {count:,} locations")
MEASURE_PAIRS, PAIRS_MEASURED = N_("Measure all {count} pairs"), N_("{done} of {count} pairs")
FORMULA = (
    r"\begin{gathered} \mathrm{effect} = \frac{d_{\mathrm{patched}} - d_{\mathrm{host}}}"
    r"{d_{\mathrm{donor}} - d_{\mathrm{host}}} \\[6pt]"
    r" d = \mathrm{logit}(\mathrm{changed}) - \mathrm{logit}(\mathrm{original}) \end{gathered}"
)


def prefix_label(prefix: str) -> str:
    """Return the label of the competing tokens' probabilities, such as "probability after “Le
    chat”".

    Args:
        prefix: the text that the decoder has written before these tokens; "" at the first step.
    """
    said = _("probability after “{beginning}”") if prefix else _("probability of the first token")
    return said.format(beginning=prefix)


def describe_too_similar(difference: float, smallest_usable: float, better_step: int | None) -> str:
    """Explain that the two runs differ too little at this step for patching; advise what to try.

    Args:
        difference: the changed run's logit difference d minus the clean run's.
        smallest_usable: the smallest absolute difference at which sites are patched.
        better_step: another step, from 1, at which the runs differ enough; None if there is none.
    """
    nothing = _(
        "At this step, d differs by only {turn:.2} between the two runs; below {least:.1}, we "
        "don't look for an explanation."
    ).format(turn=abs(difference), least=smallest_usable)
    advice = _("Try step {step}.") if better_step else _("Choose other tokens, or another pair.")
    return f"{nothing} {advice.format(step=better_step)}"


def describe_unpaired_tokens(lengths: tuple[int, int], unpaired: Sequence[str]) -> str:
    """Describe which tokens have no counterpart in the other sentence and therefore cannot be
    patched; "" if there are none.

    Args:
        lengths: number of tokens of each of the two sentences.
        unpaired: texts of the tokens without a counterpart, from both sentences.
    """
    if not unpaired:
        return ""
    unequal = _(
        "The sentences have {first} and {second} tokens; only their shared beginning "
        "and end can be paired."
    ).format(first=lengths[0], second=lengths[1])
    names = [_("“{token}”").format(token=piece) for piece in unpaired[:NAMED]]
    if (more := len(unpaired) - NAMED) > 0:
        names.append(ngettext("{count} more", "{count} more", more).format(count=more))
    left_out = ngettext(
        "{tokens} has no counterpart and is left out.",
        "{tokens} have no counterpart and are left out.",
        len(unpaired),
    ).format(tokens=join_names(names))
    return f"{unequal} {left_out}"


def effect_latex(patched: float, base: float, source: float) -> str:
    """Return a LaTeX formula that computes the normalized effect of patching one site.

    Args:
        patched: logit difference d of the base run with the site patched.
        base: d of the base run without a patch.
        source: d of the source run.
    """
    value = (patched - base) / (source - base)
    return rf"\frac{{{patched:.2f} - ({base:.2f})}}{{{source:.2f} - ({base:.2f})}} = {value:.2f}"
