"""Sentences about the methods' scores at this step, and about their evaluation."""

import math
from collections.abc import Mapping, Sequence

from model.attribution.methods import METHODS
from pages.lab.who_contributed.compute import MethodRow
from ui.messages import N_, Message, _, ngettext
from ui.sentence import Remark, join_remarks, say, say_count
from ui.words import describe_probability_ratio, format_factor, join_names

UNKNOWN = N_(
    "“{text}” is not in the vocabulary, so the model can't write it, and there's "
    "nothing to compare."
)
NO_OTHER = N_("Type another translation of the sentence. A wrong one is the most telling.")
SAME = N_("That's the model's own translation. Type another one to compare.")
TOO_LONG = N_("This translation has {count} tokens; the page reads only the first {read}.")
NO_TABLE = N_(
    "The referee hasn't measured these weights yet; `python -m model.attribution` does that."
)
BEGIN = N_("Run the three slow methods")
PROGRESS = N_("gradients and occlusion")
PATH = N_("slopes on the path from zero")
NOTES = {
    "rollout": N_("layers of (A + I)/2, multiplied"),
    "alti": N_("closeness to each block's output"),
    "gradient": N_("helps or hurts, turned up a little"),
    "occlusion": N_("how much less likely without the word"),
}
NAMES = (  # marked for translation; defined in model/attribution/methods.py
    N_("Attention"),
    N_("Attention × value"),
    N_("Rollout"),
    N_("ALTI+"),
    N_("Gradient × input"),
    N_("Integrated gradients"),
    N_("Occlusion"),
)
FIRST = ("attention", "gradient", "occlusion")  # shown until a visitor asks for all methods
LEAST = 0.005  # smaller shares are written as 0, and point at nothing
ANSWERS = {
    "attention": N_("In attention, **{token}** comes first."),
    "gradient": N_("Turned up a little, **{token}** would help “{word}” most."),
    "occlusion": N_("Without **{token}**, “{word}” loses most."),
}
MEASURED = N_("Without **{token}**, “{word}” is **{times}**.")
FALL = 0.02  # smaller differences of shares count as none
SLOW = ("integrated",)  # measured on fewer pairs, so not compared


def method_name(method_key: str) -> str:
    """Return the name of an attribution method in the page's language.

    Args:
        method_key: a key of ``METHODS``; any other key is returned as it is.
    """
    return _(METHODS.get(method_key, method_key))


def describe_method(method_key: str) -> str:
    """Return a few words on what an attribution method computes.

    They are "" for methods whose description needs numbers, such as layer and head.

    Args:
        method_key: a key of ``METHODS``.
    """
    return _(NOTES[method_key]) if method_key in NOTES else ""


def describe_attention_weights(layer: int, head: int | None) -> str:
    """Return which head's cross-attention weights are shown, such as "layer 3, head 2".

    Args:
        layer: the layer, from 0.
        head: the head, from 0; None for the mean of all heads.
    """
    if head is None:
        return _("what layer {layer} attends to, mean of heads").format(layer=layer + 1)
    return _("what layer {layer}, head {head} attends to").format(layer=layer + 1, head=head + 1)


def describe_value_layer(layer: int) -> str:
    """Return which layer's norms of attention weight × value are shown, as text.

    Args:
        layer: the layer, from 0.
    """
    return _("length of weight × v W_O, layer {layer}").format(layer=layer + 1)


def describe_integration_path(steps: int, completeness_error: float) -> str:
    """Describe how many steps integrated gradients took, and how exact they are.

    Args:
        steps: number of steps.
        completeness_error: absolute difference, in nats, between the sum of the scores and the
            change in ln p along the path, which it should equal.
    """
    return ngettext(
        "slopes of {count} step, {nats:.2} nats off at most",
        "slopes of {count} steps, {nats:.2} nats off at most",
        steps,
    ).format(count=steps, nats=math.ceil(100 * completeness_error) / 100)


def token_caption(token: str, log_p: float) -> str:
    """Return the explained token with its probability, such as "“chat”, p = 0.83".

    Args:
        token: text of the token.
        log_p: its log-probability.
    """
    return _("“{token}”, p = {p:.2}").format(token=token, p=math.exp(log_p))


def describe_answers(
    rows: Sequence[MethodRow], names: Sequence[str], word: str, losses: Sequence[float] = ()
) -> Remark:
    """Return the takeaway of the first methods: how many answers they give, and each one's.

    Args:
        rows: the scores of the methods in ``FIRST``.
        names: text of each source column, a token or a word.
        word: the explained token.
        losses: by how much its ln p falls without each source column; empty if not measured.
    """
    told = {
        row.name: names[row.top_source_index]
        for row in rows
        if row.source is not None and row.source[row.top_source_index] >= LEAST
    }
    if not told:
        return say("None of the methods points at a word of your sentence.")
    answers = say_count(
        "{methods} methods, **one answer**.",
        "{methods} methods, **{count} answers**.",
        len(set(told.values())),
        methods=len(told),
    )
    templates, values = dict(ANSWERS), {"word": word}
    if losses:
        templates["occlusion"] = MEASURED
        values["times"] = describe_probability_ratio(-max(losses))
    each = [
        say(template, token=told[name], **values)
        for name, template in templates.items()
        if name in told
    ]
    return join_remarks(answers, *each)


def describe_losses(losses: Sequence[float], first: int, names: Sequence[str], word: str) -> Remark:
    """Describe how much less likely a token is without the source token that it needs most, and
    without the one that attention puts first.

    Args:
        losses: by how much ln p of the explained token falls without each source token.
        first: index of the source token with the largest attention weight.
        names: text of each source token.
        word: the explained token.
    """
    most = max(range(len(losses)), key=losses.__getitem__)
    values = {"token": names[most], "first": names[first], "word": word}
    needed = say(
        "Without {token}, “{word}” is **{times}**.",
        times=describe_probability_ratio(-losses[most]),
        **values,
    )
    if most == first:
        return join_remarks(needed, say("Attention puts the same token first.", **values))
    attended = say(
        "Without {first}, which attention puts first, it's **{times}**.",
        times=describe_probability_ratio(-losses[first]),
        **values,
    )
    return join_remarks(needed, attended)


def describe_takeaway(rows: Sequence[MethodRow], names: Sequence[str]) -> str:
    """Return the takeaway: which source token or word each attribution method scores highest.

    Args:
        rows: the scores of each method; methods without scores are ignored.
        names: text of each source column, a token or a word.
    """
    pointing: dict[int, list[str]] = {}
    for row in rows:
        if row.source is not None:
            pointing.setdefault(row.top_source_index, []).append(method_name(row.name))
    groups = sorted(pointing.items(), key=lambda item: -len(item[1]))
    known = sum(map(len, pointing.values()))
    if known == 1:
        [(place, who)] = groups
        said = _("So far, one method has answered: {method} points at **{token}**.")
        return said.format(method=who[0], token=names[place])
    if len(groups) == 1:
        said = _("Here all {count} methods agree: they point at **{token}**.")
        return said.format(count=known, token=names[groups[0][0]])
    told = [
        _("**{token}** ({methods})").format(token=names[place], methods=_list_methods(who))
        for place, who in groups
    ]
    return _("The {count} methods disagree. They point at {tokens}.").format(
        count=known, tokens=Message(", ".join(told))
    )


def _list_methods(names: Sequence[str]) -> str:
    """Return the names of one or two methods; of more methods, the number."""
    count = len(names)
    if count < 3:
        return join_names(names)
    return ngettext("{count} method", "{count} methods", count).format(count=count)


def describe_share_difference(
    own_shares: Sequence[float], other_shares: Sequence[float], log_p: tuple[float, float]
) -> str:
    """Compare the source's share of the attribution, and ln p, between the model's translation and
    a typed one.

    Args:
        own_shares: the share at each step of the model's translation.
        other_shares: the share at each step of the typed translation.
        log_p: mean log-probability per token of the model's translation, and of the typed one.
    """
    mine, its = sum(own_shares) / len(own_shares), sum(other_shares) / len(other_shares)
    if abs(mine - its) < FALL:
        said = _(
            "In this translation, the source's share is about the same: **{yours:.2}** on average, "
            "against **{own:.2}** in the model's own."
        )
    elif its < mine:
        said = _(
            "In this translation, the source's share is smaller: **{yours:.2}** on average, "
            "against **{own:.2}** in the model's own."
        )
    else:
        said = _(
            "In this translation, the source's share is larger: **{yours:.2}** on average, against "
            "**{own:.2}** in the model's own."
        )
    shares = said.format(yours=its, own=mine)
    return f"{shares} {_describe_likelihood_ratio(log_p[1] - log_p[0])}"


def _describe_likelihood_ratio(change: float) -> str:
    """Describe how many times as likely the typed tokens are as the model's own, on average."""
    if abs(change) < math.log(1.005):
        return _("On average, its tokens are as likely as the model's.")
    factor, less = math.exp(min(abs(change), 50)), change < 0
    if factor >= 1e6:
        if less:
            return _(
                "On average, its tokens are over a million times less likely than the model's."
            )
        return _("On average, its tokens are over a million times more likely than the model's.")
    said = _("On average, its tokens are {factor} times more likely than the model's.")
    if less:
        said = _("On average, its tokens are {factor} times less likely than the model's.")
    return said.format(factor=format_factor(factor))


def describe_share_trend(shares: Sequence[float]) -> str:
    """Describe how the source's share of the attribution changes from the first step to the last.

    Args:
        shares: the share at each step, from 0 to 1.
    """
    first, last = shares[0], shares[-1]
    if abs(first - last) < FALL:
        said = _(
            "The source's share is **{first:.2}** at the first token and **{last:.2}** at the last."
        )
    elif last < first:
        said = _(
            "The source's share falls from **{first:.2}** at the first token to **{last:.2}** at "
            "the last."
        )
    else:
        said = _(
            "The source's share rises from **{first:.2}** at the first token to **{last:.2}** at "
            "the last."
        )
    return said.format(first=first, last=last)


def describe_best_method(comparison: Mapping) -> str:
    """Describe which attribution method has the lowest alignment error rate, and which ranks the
    tokens most like occlusion does.

    Args:
        comparison: what ``cached.load_method_comparison`` returned.
    """
    errors = {name: rates for name, rates in comparison["errors"].items() if name not in SLOW}
    ways = [
        (rates["mean"], name, shift) for name in errors for shift, rates in errors[name].items()
    ]
    rate, name, __ = min(way for way in ways if way[2] == "writes")
    low, other, shift = min(ways)
    told = [
        _(
            "Among the methods measured on all pairs, **{method}** aligns best with "
            "the word its row predicts: its error rate is **{rate:.2}**."
        ).format(method=method_name(name), rate=rate)
    ]
    if shift == "reads":
        said = _(
            "When each row is matched to the word it reads, {method} has the lowest error rate: "
            "{rate:.2}."
        )
        told.append(said.format(method=method_name(other), rate=low))
        if other == "attention":
            told.append(_("But its head was chosen for just that, on these same sentences."))
    alike = comparison["spearman"]["with occlusion"]
    nearest = max((name for name in alike if name not in SLOW), key=alike.get)
    said = _(
        "Of these methods, **{method}** ranks the tokens most like occlusion does (ρ = {rho:.2})."
    )
    told.append(said.format(method=method_name(nearest), rho=alike[nearest]))
    return " ".join(told)


def describe_detection(comparison: Mapping) -> str:
    """Describe for how many kinds of error the source's share of the attribution detects wrong
    translations better than ln p does.

    Args:
        comparison: what ``cached.load_method_comparison`` returned.
    """
    rows = list(comparison["detachment"].values())
    better = sum(row["share"] > row["log_p"] for row in rows)
    if better == 0:
        said = _(
            "For **none** of the {kinds} kinds of error does the source's share beat "
            "ln p as a detector."
        )
    elif better == len(rows):
        said = _("For **all** {kinds} kinds of error, the source's share beats ln p as a detector.")
    else:
        said = ngettext(
            "For **{count}** of the {kinds} kinds of error, the source's share beats "
            "ln p as a detector.",
            "For **{count}** of the {kinds} kinds of error, the source's share beats "
            "ln p as a detector.",
            better,
        )
    auroc = _("An AUROC of 1 means telling right from wrong every time; 0.5 means guessing.")
    return f"{said.format(kinds=len(rows), count=better)} {auroc}"


def describe_unmeasured_methods(methods: Sequence[str]) -> str:
    """Return a note that names the attribution methods that were not measured.

    Args:
        methods: keys of these methods in ``METHODS``.
    """
    names = ", ".join(map(method_name, methods))
    return _("Not measured here: {methods}.").format(methods=names)


def describe_comparison_sample(comparison: Mapping) -> str:
    """Describe on how many sentence pairs the attribution methods were compared.

    Args:
        comparison: what ``cached.load_method_comparison`` returned.
    """
    slow, sentences = comparison["integrated"], comparison["sentences"]
    return _(
        "We measured the error rates on {pairs} hand-aligned pairs, each in both directions "
        "({directions}), and ρ on {own} sentences of our own. Integrated gradients take {steps} "
        "steps each, so for them we used only {slow_pairs} pairs in each direction, and {slow_own} "
        "sentences for ρ."
    ).format(
        pairs=sum(sentences.values()) // 2,
        directions=", ".join(sentences),
        own=comparison["spearman"]["sentences"],
        steps=slow["steps"],
        slow_pairs=slow["sentences of each direction"],
        slow_own=slow["own sentences"],
    )
