"""Sentences about the graph of an architecture, unrolled over the current sentence."""

from collections.abc import Sequence

from pages.background.history.compute.families import FAMILIES, KERNEL, WINDOW
from pages.background.history.views.families import Family
from ui.messages import _, ngettext


def describe_takeaway(
    families: Sequence[Family],
    family: int,
    words: Sequence[str],
    position: int,
    layer_counts: tuple[int, int],
) -> str:
    """Describe what the graph of the chosen architecture shows for this sentence.
    For most architectures, that is the length of the path from the chosen token to the last node.

    Args:
        families: all architectures, in the order of the timeline.
        family: index of the chosen architecture, from 0.
        words: tokens of the source sentence.
        position: index of the chosen source token, from 0.
        layer_counts: (layers of this model's encoder, layers of its decoder).
    """
    key, graph = list(FAMILIES)[family], families[family].graph
    n, steps, (__, far) = len(words), graph.steps, graph.find_shortest_paths()[position]
    match key:
        case "feed_forward":
            return _describe_feed_forward(n)
        case "rnn":
            return _describe_rnn(words[position], far, steps)
        case "lstm":
            return _describe_lstm(words[position], n - 1 - position)
        case "sequence_to_sequence":
            return _describe_sequence_to_sequence(words[position], far, families)
        case "with_attention":
            return _describe_with_attention(far, steps)
        case "convolutions":
            return _describe_convolutions(len(graph.rows) - 1, n)
    before = families[list(FAMILIES).index("with_attention")].graph.steps
    return _describe_transformer(far, steps, before, layer_counts)


def _describe_feed_forward(n: int) -> str:
    """Describe how many of n tokens a sliding-window network's last unit misses."""
    if (missed := n - WINDOW) <= 0:
        said = _(
            "Everything is computed at once, but each unit sees at most {window} tokens: "
            "**these {count} just fit, but a longer sentence wouldn't**."
        )
        return said.format(window=WINDOW, count=n)
    return ngettext(
        "Everything is computed at once, but each unit sees at most {window} tokens: **the first "
        "token never reaches the last unit**.",
        "Everything is computed at once, but each unit sees at most {window} tokens: **the first "
        "{count} tokens never reach the last unit**.",
        missed,
    ).format(window=WINDOW, count=missed)


def _describe_rnn(token: str, path_length: int, steps: int) -> str:
    """Describe the path from a token to the end of an RNN, and its sequential steps."""
    arrows = ngettext(
        "“{token}” is **one arrow** from the end.",
        "“{token}” is **{count} arrows** from the end.",
        path_length,
    ).format(token=token, count=path_length)
    states = _(
        "The {steps} states come one after another, and a sentence twice as long takes "
        "twice as many."
    ).format(steps=steps)
    return f"{arrows} {states}"


def _describe_lstm(token: str, gates: int) -> str:
    """Describe how many forget gates a token passes in an LSTM."""
    said = _(
        "On the straight lane of cells, “{token}” passes **no forget gate** (×) and no "
        "weight matrix."
    )
    if gates:
        said = ngettext(
            "On the straight lane of cells, “{token}” passes **one forget gate** (×) "
            "and no weight matrix.",
            "On the straight lane of cells, “{token}” passes **{count} forget gates** "
            "(×) and no weight matrix.",
            gates,
        )
    steps = _("The network takes as many steps as the previous one.")
    return f"{said.format(token=token, count=gates)} {steps}"


def _describe_sequence_to_sequence(token: str, path_length: int, families: Sequence[Family]) -> str:
    """Describe the single vector and the path length of an RNN encoder-decoder."""
    names = list(FAMILIES)
    steps, fewer = (
        families[names.index(name)].graph.steps for name in ("sequence_to_sequence", "transformer")
    )
    arrows = ngettext(
        "“{token}” is **one arrow** from the end of the translation, and on the way it has to fit "
        "into **one vector** with all the other words.",
        "“{token}” is **{count} arrows** from the end of the translation, and on the way it has to "
        "fit into **one vector** with all the other words.",
        path_length,
    ).format(token=token, count=path_length)
    waits = _(
        "Seq2seq needs {steps} steps, one after another; a Transformer of one layer needs {fewer}."
    )
    return f"{arrows} {waits.format(steps=steps, fewer=fewer)}"


def _describe_with_attention(path_length: int, steps: int) -> str:
    """Describe path length and sequential steps of an RNN with attention."""
    arrows = ngettext(
        "Every source word is now **one arrow** from every word of the translation.",
        "Every source word is now **{count} arrows** from every word of the translation.",
        path_length,
    ).format(count=path_length)
    chains = _("But both chains are still there, with **{steps} steps**, as many as before.")
    return f"{arrows} {chains.format(steps=steps)}"


def _describe_convolutions(layer_count: int, n: int) -> str:
    """Describe how far back dilated convolutions reach, by number of layers."""
    reach = ngettext(
        "**One layer** reaches {reach} tokens back ({kernel} to the power {count}, minus the token "
        "itself).",
        "**{count} layers** reach {reach} tokens back ({kernel} to the power {count}, minus the "
        "token itself).",
        layer_count,
    ).format(count=layer_count, reach=KERNEL**layer_count - 1, kernel=KERNEL)
    first = _(
        "The first of {count} tokens is {back} places back. Within a layer, nothing has to wait."
    )
    return f"{reach} {first.format(count=n, back=n - 1)}"


def _describe_transformer(
    path_length: int, steps: int, before: int, stacks: tuple[int, int]
) -> str:
    """Describe path length and sequential steps of a Transformer."""
    encoder, decoder = stacks
    arrows = ngettext(
        "Every word of the translation is one arrow from every source word.",
        "Every word of the translation is {count} arrows from every source word.",
        path_length,
    ).format(count=path_length)
    computed = _("All of them are computed at once, in **{steps} steps** instead of {before}.")
    if encoder == decoder:
        layers = _(
            "All {encoder} layers of both stacks together take {steps}, however long "
            "the sentence. That holds in training; a new translation is still written "
            "word by word."
        )
    else:
        layers = _(
            "All layers of the encoder and the decoder ({encoder} + {decoder}) "
            "together take {steps}, however long the sentence. That holds in training; "
            "a new translation is still written word by word."
        )
    whole = layers.format(encoder=encoder, decoder=decoder, steps=encoder + decoder)
    return f"{arrows} {computed.format(steps=steps, before=before)} {whole}"
