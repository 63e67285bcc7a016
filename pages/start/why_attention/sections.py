"""The page's sections: words needed, no attention, attention weights, the weighted average."""

from pages.start.why_attention import cached, compute, figures, remarks
from pages.start.why_attention.words import Words
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import Reading
from ui.views.plot import plot

NAME = "why_attention"


def needs(words: Words, watched: int) -> None:
    """Show which word of the translation needs which source word, as a map."""
    if not explain.section(NAME, "Which word needs which?"):
        return
    if words.needs is None:
        explain.finding(
            _(
                "We hide every word in turn only in sentences of up to {most} words, and only "
                "while the model can reuse its keys and values. Anything else would take too long."
            ).format(most=cached.MOST)
        )
        return
    said = words.said.words
    explain.finding(remarks.count_needs(words.source, said, words.needs))
    plot(
        figures.need_map(
            [word.text for word in words.source],
            [word.text for word in said],
            compute.owners(words.fall),
            words.needs,
            watched,
        ),
        key="needs",
        label=_("Which translated words are lost when a word of the sentence is hidden"),
    )


def nobody_looks(reading: Reading, words: Words) -> None:
    """Show the translation when no encoder position attends to another."""
    if not explain.section(NAME, "If no word attended to any other"):
        return
    said = cached.translation_by_word(
        cached.blind(reading.source_ids, reading.target_ids[0], reading.changes)
    )
    still = compute.common_words(words.said.words, said.words)
    explain.finding(remarks.alone(words.said.words, still, said.text))


def looks(reading: Reading, words: Words, watched: int) -> None:
    """Show the mean attention weights of the selected word's source word."""
    if not explain.section(NAME, "Which words does it attend to?"):
        return
    own = words.own(watched)
    weights = compute.mean_weights(reading.layers("encoder", "weights"), words.source, own)
    needed = words.needs[watched] if words.needs else None
    explain.finding(remarks.looks(words.source, own, weights, needed))
    plot(
        figures.weight_bars([word.text for word in words.source], weights, own, needed),
        key="looks",
        label=_("How much attention the word gives to each word, averaged over layers and heads"),
    )


def mixture(reading: Reading, words: Words, watched: int) -> None:
    """Show the weighted average of values with the numbers of the head that reads most."""
    if not explain.section(NAME, "A weighted average, with weights worked out on the spot"):
        return
    weights, own = reading.layers("encoder", "weights"), words.own(watched)
    query = words.source[own].places[-1]
    needed = words.needs[watched] if words.needs else set()
    others = [word for place, word in enumerate(words.source) if place in needed and word.spoken]
    key = others[0].places[-1] if others else query
    layer, head = compute.strongest_head(weights, query, key)
    tokens = [token.text for token in reading.source]
    explain.finding(remarks.say_which_head(tokens[query], tokens[key], layer, head))
    explain.formula(
        r"z_i = \sum_j w_{ij}\, v_j, \qquad w_{ij} \geq 0, \quad \sum_j w_{ij} = 1",
        remarks.mixture(tokens[query], weights[layer, head, query], tokens),
    )
    explain.link_to("queries_keys_values", _("How the weights are computed →"))
    explain.link_to("history", _("Recurrence and attention, measured →"))
