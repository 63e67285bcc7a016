"""Sentences about this decision, its paths and its ablations."""

from collections.abc import Mapping, Sequence

from pages.lab.trace_it.names import record_name
from ui.messages import N_, _, ngettext
from ui.words import format_decimal, format_percent, format_with_sign, join_names

MEAN = N_("the mean of all")
OTHERS = N_("Tokens other than these")
SAID = N_("The token to explain")
RIVAL = N_("The token to compare it with")
SAME = N_("“{token}” can't be compared with itself, so the mean of all tokens takes its place.")
NO_TABLE = N_("This hasn't been measured for these weights yet; `python -m model.flow` does that.")
KEEP = N_("Keep {node} cut at “{token}”")
KEEP_EVERYWHERE = N_("Cut {node} at every position")
FOLLOWED = N_("{share} of all paths followed")
NO_HEAD = N_("Choose a head in the picture to see its score split up here.")
CLEAR = 0.05  # smaller changes of m, in logits, count as none
FORMULA = (
    r"m = \mathrm{logit}(\mathrm{said}) - \mathrm{logit}(\mathrm{rival}) = "
    r"\sum_{\mathrm{tokens}} + \sum_{\mathrm{positions}} + \sum_{\mathrm{biases}}"
)


def describe_takeaway(
    decision: tuple[str, str],
    token: tuple[str, float],
    node: tuple[str, float],
    position_token: str | None,
    source_nodes: Sequence[str],
) -> str:
    """Return the takeaway: which token and which node contribute most to a decision's margin m, and
    what feeds the node. decision: token, foil; token, node: name, part of m in logits.

    Args:
        decision: explained token, and the foil as ``foil_label`` returns it.
        token: token with the largest contribution, and the contribution in logits.
        node: head or feed-forward network with the largest contribution, and the same.
        position_token: token that the node draws most on.
        source_nodes: feed-forward networks that wrote it there.
    """
    said, rival = decision
    begins = _(
        "Here “{said}” competes with {rival}. “{token}” contributes the largest part, {part}."
    )
    if token[1] < 0:
        begins = _(
            "Here “{said}” competes with {rival}. “{token}” contributes the largest part, and it "
            "counts against “{said}”: {part}."
        )
    told = f"{begins} {_('The strongest node is **{node}**, which carries {carried}.')}".format(
        said=said,
        rival=rival,
        token=token[0],
        part=format_with_sign(token[1], with_plus=True),
        node=node[0],
        carried=format_with_sign(node[1], with_plus=True),
    )
    if position_token is None:
        return told
    taken = _("It draws on “{token}” more than on any other token.")
    if source_nodes:
        taken = ngettext(
            "It draws on “{token}” more than on any other token, via {networks}.",
            "It draws on “{token}” more than on any other token, via {networks}.",
            len(source_nodes),
        )
    networks = join_names(source_nodes) if source_nodes else ""
    return f"{told} {taken.format(token=position_token, networks=networks)}"


def describe_paths(paths: Sequence[tuple[Sequence[Mapping], float]], token_text: str) -> str:
    """Describe the strongest paths in words, for screen readers; paths: the records of each path's
    nodes in order, and the flow of its last edge into m.
    """
    begins = _("The strongest flows into m, each traced back along its strongest inflow.")
    told = [
        _("From {nodes}, to “{token}”, {flow}.").format(
            nodes=_join_names(list(map(record_name, records))),
            token=token_text,
            flow=format_with_sign(flow, with_plus=True),
        )
        for records, flow in paths
    ]
    return " ".join([begins, *told])


def _join_names(names: Sequence[str]) -> str:
    """Join the names of a path's nodes in order."""
    first, *others = names
    for name in others:
        first = _("{nodes}, then {node}").format(nodes=first, node=name)
    return first


def foil_label(foil: str, is_mean: bool) -> str:
    """Return the competing token (foil) as sentences name it: in quotes, or as the mean."""
    return foil if is_mean else _("“{token}”").format(token=foil)


def describe_sum(bars: Sequence[tuple[str, float]], margin: float) -> str:
    """Describe what the waterfall's bars (name, value) add up to: all of them to the margin m, the
    positive ones, the negative ones.

    Args:
        bars: name and length of each bar.
        margin: the logit margin m, the sum of all bars.
    """
    up = sum(part for __, part in bars if part > 0)
    down = sum(part for __, part in bars if part < 0)
    told = _("All bars together add up to m = **{m}**.").format(
        m=format_with_sign(margin, with_plus=True)
    )
    if not (up and down):
        return told
    both = _("The positive bars come to {up}, the negative ones to {down}.")
    signed = {
        "up": format_with_sign(up, with_plus=True),
        "down": format_with_sign(down, with_plus=True),
    }
    return f"{told} {both.format(**signed)}"


def describe_ablation(
    name: str, m: float, pair: tuple[float, float], top_token: str, to_mean: bool
) -> str:
    """Describe the margin m after an ablation (``pair``: as predicted, as measured), and the most
    likely token then (``top_token``).

    Args:
        name: ablated node.
        m: margin before the ablation.
        pair: margin after it, predicted by the linearized pass, and measured.
        top_token: most likely token after the ablation.
        to_mean: whether the node is replaced by its mean, not by zeros.
    """
    predicted, measured = pair
    told = _("Without **{node}**, m goes from {before} to {after}. The prediction was {predicted}.")
    if to_mean:
        told = _(
            "With **{node}** replaced by its mean, m goes from {before} to {after}. The prediction "
            "was {predicted}."
        )
    compared = told.format(
        node=name,
        before=format_with_sign(m, with_plus=True),
        after=format_with_sign(measured, with_plus=True),
        predicted=format_with_sign(predicted, with_plus=True),
    )
    then = _("Then the most likely token is “{token}”.").format(token=top_token)
    return f"{compared} {_describe_reaction(m, predicted, measured)} {then}"


def _describe_reaction(m: float, predicted: float, measured: float) -> str:
    """Describe how the rest of the network reacted: compensation or amplification."""
    alone, real = predicted - m, measured - m
    if abs(alone - real) < CLEAR:
        return _("That means the rest of the model hardly reacts.")
    if abs(alone) < CLEAR:
        return _("The cut alone changes little; the rest of the model reacts.")
    if alone * real < 0:
        return _("The rest of the model more than makes up for it.")
    if abs(real) < abs(alone):
        return _("The rest of the model makes up for part of it.")
    return _("The rest of the model amplifies the change.")


def describe_prediction_quality(
    pairs: Sequence[tuple[float, float]], m: float, has_two_tokens: bool
) -> str:
    """Describe for how many ablations the predicted margin is close to the measured one, and how
    many swap the order of token and foil; m: the margin before.

    Args:
        pairs: predicted and measured margin of each ablation.
        m: margin before any ablation.
        has_two_tokens: whether the foil is one token, not the mean of all.
    """
    near = sum(abs(a - b) < 0.25 * abs(a - m) for a, b in pairs)
    turned = sum(b < 0 for __, b in pairs)
    told = _(
        "For **{near} of {count}** cuts, the prediction is off by less than a quarter "
        "of the change it predicts."
    ).format(near=near, count=len(pairs))
    if m <= 0 or not has_two_tokens:
        return told
    changes = _("No cut swaps the order of the two tokens.")
    if turned:
        changes = ngettext(
            "One cut swaps the order of the two tokens.",
            "{count} cuts swap the order of the two tokens.",
            turned,
        ).format(count=turned)
    return f"{told} {changes}"


def describe_score(
    name: str, query: str, key: str | None, total_score: float, pair: tuple[str, str, float]
) -> str:
    """Describe an attention score and its largest term; pair: the component of the query and of the
    key that the term pairs, and its value.

    Args:
        name: the head.
        query: query token.
        key: key token; None if it is the same.
        total_score: the score.
        pair: a component of each, and the term they produce, the largest one.
    """
    if key is None:
        said = _(
            "In {head}, {query} attends to itself with a score of {score}. The largest "
            "term, {term}, pairs {part} of {query} with {other} of itself."
        )
    else:
        said = _(
            "In {head}, {query} attends to {key} with a score of {score}. The largest "
            "term, {term}, pairs {part} of {query} with {other} of {key}."
        )
    return said.format(
        head=name[:1].upper() + name[1:],
        query=query,
        key=key,
        score=format_with_sign(total_score),
        term=format_with_sign(pair[2], with_plus=True),
        part=pair[0],
        other=pair[1],
    )


def describe_strongest_heads(kinds: Mapping) -> str:
    """Describe in which kind of choice (such as gender) ablating the five strongest heads changes
    most answers; kinds: those of the flow statistics.
    """
    counted = {kind: row for kind, row in kinds.items() if row["all heads"]["counted"]}
    kind, row = max(counted.items(), key=lambda item: item[1]["all heads"]["together"])
    rates = row["all heads"]
    return _(
        "The five strongest heads have the most say in **{kind}**: cut them, and {share} of "
        "the answers change. Cut others of the same total size, and {others} do."
    ).format(
        kind=_(kind),
        share=format_percent(rates["together"]),
        others=format_percent(rates["as large at random"]),
    )


def describe_sample(flow_statistics: Mapping) -> str:
    """Describe on how many sentences and decisions the flow statistics were measured;
    flow_statistics: from ``cached.load_flow_statistics``.
    """
    drawn = [row["all heads"].get("drawn", 0) for row in flow_statistics["kinds"].values()]
    return _(
        "We measured this on {sentences} sentences of our own, from English into the other "
        "languages, with at most 100 decisions of each kind. A cut counts if it makes the "
        "rival more likely than the chosen token. The five heads or units with the largest "
        "shares were chosen on these same decisions. It takes {least} to {most} other heads "
        "to match the five in size, depending on the kind."
    ).format(
        sentences=flow_statistics["sentences"],
        least=format_decimal(min(drawn), 0),
        most=format_decimal(max(drawn), 0),
    )
