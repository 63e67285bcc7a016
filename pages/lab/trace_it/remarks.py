"""Sentences about this decision, its paths and its ablations."""

from collections.abc import Mapping, Sequence

from pages.lab.trace_it.names import record_name
from ui.messages import N_, _, ngettext
from ui.sentence import Remark, join_remarks, say
from ui.words import format_decimal

MEAN = N_("the mean of all")
OTHERS = N_("Tokens other than these")
SAID = N_("The token to explain")
RIVAL = N_("The token to compare it with")
SAME = N_("“{token}” can't be compared with itself, so the mean of all tokens takes its place.")
NO_TABLE = N_("This hasn't been measured for these weights yet; `python -m model.flow` does that.")
KEEP = N_("Keep {node} cut at “{token}”")
KEEP_EVERYWHERE = N_("Cut {node} at every position")
FOLLOWED = N_("{share:%} of all paths followed")
NO_HEAD = N_("Choose a head in the picture to see its score split up here.")
CLEAR = 0.05  # smaller changes of m, in logits, count as none
FOR = (  # a token's vote, and what else may weigh most: the positions, the biases
    N_("The strongest vote for “{said}” comes from **{token}**: {part}."),
    (
        N_("What weighs most for “{said}” are the **positions**."),
        N_("What weighs most for “{said}” are the **biases**."),
    ),
)
AGAINST = (
    N_("The strongest vote against “{said}” comes from {token}: {part}."),
    (
        N_("What weighs most against “{said}” are the positions."),
        N_("What weighs most against “{said}” are the biases."),
    ),
)
FORMULA = (
    r"m = \mathrm{logit}(\mathrm{said}) - \mathrm{logit}(\mathrm{rival}) = "
    r"\sum_{\mathrm{tokens}} + \sum_{\mathrm{positions}} + \sum_{\mathrm{biases}}"
)


def describe_takeaway(
    said: str,
    rival: str | None,
    margin: float,
    votes: Sequence[tuple[str, float]],
    sums: tuple[float, float],
) -> Remark:
    """Return the takeaway: the lead of the token over its rival, what it adds up from, and the
    parts that weigh most for and against it.

    Args:
        said: text of the explained token.
        rival: text of its foil; None if it is compared with the mean of all tokens.
        margin: the margin m, in logits.
        votes: names of the tokens that the model read, each with its contribution to m.
        sums: the contributions to m of all positional encodings and of all biases.
    """
    values = {"said": said, "rival": rival, "m": format_decimal(margin)}
    if rival is None:
        begins = say("“{said}” lies **{m}** above the mean of all tokens.", **values)
    elif margin > 0:
        begins = say("“{said}” leads “{rival}” by **{m}**.", **values)
    else:
        begins = say("“{said}” is not ahead of “{rival}”: its lead is **{m}**.", **values)
    parts = (sum(part for __, part in votes), *sums)
    tokens, positions, biases = (format_decimal(part, with_plus=True) for part in parts)
    added = say(
        "That adds up from all tokens, {tokens}, their positions, {positions}, and the biases that "
        "the model adds whatever it reads, {biases}.",
        tokens=tokens,
        positions=positions,
        biases=biases,
    )
    return join_remarks(*_describe_votes(said, votes, sums), begins, added)


def _describe_votes(
    said: str, votes: Sequence[tuple[str, float]], sums: tuple[float, float]
) -> list[Remark]:
    """Name the largest contribution for and against the explained token: a token's, that of all
    positional encodings, or that of all biases.
    """
    told: list[Remark] = []
    for way, of_token, of_sums in ((1, *FOR), (-1, *AGAINST)):
        token, part = max(votes, key=lambda one: way * one[1])
        place = max(range(len(sums)), key=lambda place: way * sums[place])
        if way * sums[place] > max(CLEAR, way * part):
            told.append(say(of_sums[place], said=said))
        elif way * part > CLEAR:
            value = format_decimal(part, with_plus=True)
            told.append(say(of_token, said=said, token=token, part=value))
    return told


def describe_strongest_cut(
    said: str,
    rival: str | None,
    margins: tuple[float, float],
    node: tuple[str, str],
    predicted: float,
) -> Remark:
    """Describe the lead of the token over its rival with and without the strongest node.

    Args:
        said: text of the explained token.
        rival: text of its foil; None if it is compared with the mean of all tokens.
        margins: the margin m in logits: as it is, and measured without the node.
        node: name of the strongest head or feed-forward network, and the token it is at.
        predicted: the margin without the node, if nothing else changed.
    """
    before, after = (format_decimal(one) for one in margins)
    values = {"said": said, "rival": rival, "before": before, "after": after}
    values |= {"node": node[0], "at": node[1]}
    promised = say("The sum of votes predicted {m:.2}.", m=predicted)
    if rival is None:
        above = say(
            "Cut {node} at “{at}”, and “{said}” lies {after} above the mean of all tokens instead "
            "of {before}.",
            **values,
        )
        return join_remarks(above, promised)
    moved = say(
        "Cut {node} at “{at}”, and the lead of “{said}” over “{rival}” goes from {before} to "
        "**{after}**.",
        **values,
    )
    if margins[0] <= 0:
        return join_remarks(moved, promised)
    then = (
        say("“{said}” stays ahead.", **values)
        if margins[1] > 0
        else say("Now **“{rival}”** is ahead.", **values)
    )
    return join_remarks(moved, then, promised)


def describe_paths(paths: Sequence[tuple[Sequence[Mapping], float]], token_text: str) -> str:
    """Describe the strongest paths through the flow graph in words, for screen readers.

    Args:
        paths: for each path, the records of its nodes in order, and the flow of its last edge, in
            logits. The last edge leads into the margin m.
        token_text: text of the token that is explained.
    """
    begins = _("The strongest flows into m, each traced back along its strongest inflow.")
    told = [
        _("From {nodes}, to “{token}”, {flow:+.2}.").format(
            nodes=_join_names(list(map(record_name, records))), token=token_text, flow=flow
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
    """Return the foil as sentences name it: a token in quotes, the mean of all tokens without.

    Args:
        foil: text of the foil.
        is_mean: whether the foil is the mean of all tokens.
    """
    return foil if is_mean else _("“{token}”").format(token=foil)


def describe_sum(bars: Sequence[tuple[str, float]], margin: float) -> str:
    """Describe what the bars of the waterfall add up to: all of them, the positive ones, and the
    negative ones.

    Args:
        bars: name and value of each bar, in logits.
        margin: the margin m, which is the sum of all bars.
    """
    up = sum(part for __, part in bars if part > 0)
    down = sum(part for __, part in bars if part < 0)
    told = _("All bars together add up to m = **{m:+.2}**.").format(m=margin)
    if not (up and down):
        return told
    both = _("The positive bars come to {up}, the negative ones to {down}.")
    signed = {
        "up": format_decimal(up, with_plus=True),
        "down": format_decimal(down, with_plus=True),
    }
    return f"{told} {both.format(**signed)}"


def describe_ablation(
    name: str,
    margin_before: float,
    predicted_and_measured: tuple[float, float],
    top_token: str,
    to_mean: bool,
) -> str:
    """Describe how an ablation changes the margin m (logit of the token minus that of its foil),
    and which token is the likeliest after it.

    Args:
        name: name of the ablated node.
        margin_before: m without the ablation.
        predicted_and_measured: m after the ablation, as the linearized pass predicts it, and as it
            was measured.
        top_token: the likeliest token after the ablation.
        to_mean: whether the node's output is replaced by its mean, not by zeros.
    """
    predicted, measured = predicted_and_measured
    told = _(
        "Without **{node}**, m goes from {before:+.2} to {after:+.2}. The prediction was "
        "{predicted:+.2}."
    )
    if to_mean:
        told = _(
            "With **{node}** replaced by its mean, m goes from {before:+.2} to {after:+.2}. The "
            "prediction was {predicted:+.2}."
        )
    compared = told.format(node=name, before=margin_before, after=measured, predicted=predicted)
    then = _("Then the most likely token is “{token}”.").format(token=top_token)
    return f"{compared} {_describe_reaction(margin_before, predicted, measured)} {then}"


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
    pairs: Sequence[tuple[float, float]], margin_before: float, has_two_tokens: bool
) -> str:
    """Describe for how many ablations the predicted margin m is close to the measured one, and how
    many ablations make the foil likelier than the token.

    Args:
        pairs: predicted and measured m after each ablation.
        margin_before: m without any ablation.
        has_two_tokens: whether the foil is a token, not the mean of all tokens.
    """
    near = sum(abs(a - b) < 0.25 * abs(a - margin_before) for a, b in pairs)
    turned = sum(b < 0 for __, b in pairs)
    told = _(
        "For **{near} of {count}** cuts, the prediction is off by less than a quarter "
        "of the change it predicts."
    ).format(near=near, count=len(pairs))
    if margin_before <= 0 or not has_two_tokens:
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
    """Describe an attention score and its largest term.

    Args:
        name: name of the head.
        query: the query's token.
        key: the key's token; None if the query attends to its own position.
        total_score: the score.
        pair: the largest term: names of the nodes that wrote into the query's vector and into the
            key's, and its value.
    """
    if key is None:
        said = _(
            "In {head}, {query} attends to itself with a score of {score:.2}. The largest "
            "term, {term:+.2}, pairs {part} of {query} with {other} of itself."
        )
    else:
        said = _(
            "In {head}, {query} attends to {key} with a score of {score:.2}. The largest "
            "term, {term:+.2}, pairs {part} of {query} with {other} of {key}."
        )
    return said.format(
        head=name[:1].upper() + name[1:],
        query=query,
        key=key,
        score=total_score,
        term=pair[2],
        part=pair[0],
        other=pair[1],
    )


def describe_strongest_heads(statistics_by_kind: Mapping) -> str:
    """Describe in which kind of decision ablating its five strongest heads matters most: it makes
    the foil likelier than the token in the largest share of decisions.

    Args:
        statistics_by_kind: kind of decision, such as "gender of an article" -> its statistics:
            "kinds" of ``cached.load_flow_statistics``.
    """
    counted = {kind: row for kind, row in statistics_by_kind.items() if row["all heads"]["counted"]}
    kind, row = max(counted.items(), key=lambda item: item[1]["all heads"]["together"])
    rates = row["all heads"]
    return _(
        "The five strongest heads have the most say in **{kind}**: cut them, and {share:%} of "
        "the answers change. Cut others of the same total size, and {others:%} do."
    ).format(kind=_(kind), share=rates["together"], others=rates["as large at random"])


def describe_sample(flow_statistics: Mapping) -> str:
    """Describe on how many sentences and decisions the flow statistics were measured.

    Args:
        flow_statistics: what ``cached.load_flow_statistics`` returned.
    """
    drawn = [row["all heads"].get("drawn", 0) for row in flow_statistics["kinds"].values()]
    return _(
        "We measured this on {sentences} sentences of our own, from English into the other "
        "languages, with at most 100 decisions of each kind. A cut counts if it makes the "
        "rival more likely than the chosen token. The five heads or units with the largest "
        "shares were chosen on these same decisions. It takes {least:.0} to {most:.0} other heads "
        "to match the five in size, depending on the kind."
    ).format(sentences=flow_statistics["sentences"], least=min(drawn), most=max(drawn))
