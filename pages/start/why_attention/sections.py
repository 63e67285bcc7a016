"""The page's sections: words needed, no attention, attention weights, the weighted average."""

from pages.start.why_attention import cached, compute, figures, remarks
from pages.start.why_attention.compute import Word
from pages.start.why_attention.words import WordDependences
from ui.frame import explain
from ui.messages import _
from ui.readings.reading import Reading, distinct_names
from ui.views.plot import show_figure

NAME = "why_attention"


def show_needed_words(words: WordDependences, selected_word: int) -> None:
    """Show, as a map, without which source words each word of the translation disappears.

    Args:
        words: the words of sentence and translation, and how they depend on each other.
        selected_word: index of the highlighted word of the translation, from 0.
    """
    if not explain.show_section(NAME, "Which word needs which?"):
        return
    if words.needs is None:
        explain.show_callout(
            _(
                "We hide every word in turn only if the sentence has at most {most} words and "
                "the model can reuse its keys and values. Anything else would take too long."
            ).format(most=cached.MOST)
        )
        return
    said = words.target.words
    explain.show_callout(remarks.describe_needed_words(words.source, said, words.needs))
    show_figure(
        figures.plot_needed_words(
            [word.text for word in words.source],
            [word.text for word in said],
            compute.find_main_source_words(words.log_p_drops),
            words.needs,
            selected_word,
        ),
        key="needs",
        label=_("Which translated words are lost when a word in the sentence is hidden"),
    )


def show_self_only_translation(reading: Reading, words: WordDependences) -> None:
    """Show the translation when each encoder position attends only to itself.

    Args:
        reading: the sentence.
        words: the words of sentence and translation, and how they depend on each other.
    """
    if not explain.show_section(NAME, "If no word attended to any other"):
        return
    said = cached.split_translation(
        cached.translate_with_self_only_encoder(
            reading.source_ids, reading.target_ids[0], reading.changes
        )
    )
    still = compute.common_words(words.target.words, said.words)
    explain.show_callout(
        remarks.describe_self_only_translation(words.target.words, still, said.text)
    )


def show_mean_weights(reading: Reading, words: WordDependences, selected_word: int) -> None:
    """Show which words a source word attends to, averaged over layers and heads.

    The source word is the one on which the selected word of the translation depends most.

    Args:
        reading: the sentence.
        words: the words of sentence and translation, and how they depend on each other.
        selected_word: index of the selected word of the translation, from 0.
    """
    if not explain.show_section(NAME, "Which words does it attend to?"):
        return
    own = words.find_main_source_word(selected_word)
    weights = compute.mean_weights(reading.layers("encoder", "weights"), words.source, own)
    needed = words.needs[selected_word] if words.needs else None
    told = remarks.describe_mean_weights(words.source, own, weights, needed)
    if others := _needed_other_words(words, selected_word):
        each = reading.layers("encoder", "weights")
        query, key = words.source[own].positions[-1], others[0].positions[-1]
        layer, head = compute.strongest_head(each, query, key)
        share = each[layer, head, query, key].item()
        names = distinct_names(words.source)
        one = remarks.describe_one_head(
            names[own], names[words.source.index(others[0])], (layer, head), share
        )
        told = f"{told} {one}"
    explain.show_callout(told)
    show_figure(
        figures.plot_mean_weights([word.text for word in words.source], weights, own, needed),
        key="looks",
        label=_("How much attention the word gives to each word, averaged over layers and heads"),
    )


def show_weighted_average(reading: Reading, words: WordDependences, selected_word: int) -> None:
    """Show one head's attention output for a source word, as a weighted average of values.

    The source word is the one on which the selected word of the translation depends most. The head
    is the one in which it attends most to the first other source word that the selected word needs
    or, if there is none, to itself.

    Args:
        reading: the sentence.
        words: the words of sentence and translation, and how they depend on each other.
        selected_word: index of the selected word of the translation, from 0.
    """
    if not explain.show_section(NAME, "A weighted average, with weights worked out on the spot"):
        return
    weights, own = reading.layers("encoder", "weights"), words.find_main_source_word(selected_word)
    query = words.source[own].positions[-1]
    others = _needed_other_words(words, selected_word)
    key = others[0].positions[-1] if others else query
    layer, head = compute.strongest_head(weights, query, key)
    tokens = [token.text for token in reading.source]
    explain.show_callout(remarks.introduce_head(tokens[query], tokens[key], layer, head))
    explain.show_formula(
        r"z_i = \sum_j w_{ij}\, v_j, \qquad w_{ij} \geq 0, \quad \sum_j w_{ij} = 1",
        remarks.weighted_average_latex(tokens[query], weights[layer, head, query], tokens),
    )
    explain.show_page_link("queries_keys_values", _("How the weights are computed →"))
    explain.show_page_link("history", _("Recurrence and attention, measured →"))


def _needed_other_words(words: WordDependences, selected_word: int) -> list[Word]:
    """Return the other source words, punctuation left out, that a translated word needs."""
    needed = words.needs[selected_word] if words.needs else set()
    return [
        word
        for place, word in enumerate(words.source)
        if place in needed and word.has_letter_or_digit
    ]
