"""Tokens that activate each feed-forward unit most in the app's own sentences; cached."""

import csv
from dataclasses import replace

import streamlit as st

from model.measures import top_activations as measure
from model.measures.top_activations import TopActivations, top_tokens
from model.transformer import Transformer
from ui.messages import _
from ui.readings.reading import Token, source_tokens
from ui.readings.session import ASSETS, glass


@st.cache_resource(show_spinner=False)
def load_own_sentences() -> list[dict[str, str]]:
    """Return the sentences in ``assets/sentences.tsv``, which come with the app.

    Each item is one sentence in all languages, such as ``{"en": "The dog sleeps.", "fr": ...}``.
    """
    with (ASSETS / "sentences.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def top_activations(stack: str, layer: int) -> tuple[TopActivations, list[list[Token]]]:
    """Return the tokens of the app's own sentences that activate a layer's hidden units most.

    Args:
        stack: "encoder", which reads the sentences, or "decoder", which writes them.
        layer: index of the layer, from 0.

    Returns:
        The top activations of the layer's units, which name tokens by index of the sentence and
        position; and the sentences, each as a list of tokens.
    """
    with st.spinner(_("Reading {count} sentences ...").format(count=120)):
        found, texts, _network = _top_activations(stack, id(glass().network))
    return found[layer], texts


@st.cache_resource(max_entries=4, show_spinner=False)
def _top_activations(
    stack: str, network: int
) -> tuple[list[TopActivations], list[list[Token]], Transformer]:
    """Return top activations by layer, the sentences, and the network (to keep its id unique)."""
    model, tokenizer = glass().network, glass().tokenizer
    # A model of other languages reads these ones anyway, and writes in its own.
    known = [code for code in tokenizer.languages if code in load_own_sentences()[0]] or [
        *load_own_sentences()[0]
    ]
    first, second = known[0], known[-1]
    pairs = [
        (row[code], (other, row[other]))
        for row in load_own_sentences()
        for code, other in ((code, second if code == first else first) for code in known)
    ]
    shown = [sentence for sentence, __ in pairs]
    codes = [code for __ in load_own_sentences() for code in known]
    if stack == "decoder":  # the other way round: the sentence is the target
        pairs = [
            (other, (code, sentence))
            for (sentence, (__, other)), code in zip(pairs, codes, strict=True)
        ]
    starts = {
        code: code if code in tokenizer.languages else tokenizer.languages[0] for code in known
    }
    pairs = [(sentence, (starts[other], text)) for sentence, (other, text) in pairs]
    found = measure.top_activations(model, tokenizer, pairs, stack, 8)
    texts = [
        [replace(token, language=code) for token in source_tokens(tokenizer, sentence)]
        for sentence, code in zip(shown, codes, strict=True)
    ]
    if stack == "decoder":  # its input begins with a start token
        texts = [[Token("", special=True), *text] for text in texts]
    return found, texts, model


def top_words(stack: str, layer: int, unit: int, word_count: int) -> list[str]:
    """Return the texts of the tokens that activate a hidden unit most, strongest first, each once.

    Args:
        stack: "encoder" or "decoder".
        layer: index of the layer, from 0.
        unit: index of the hidden unit, from 0.
        word_count: the most texts to return.
    """
    texts = (token.text for token in top_tokens(*top_activations(stack, layer), unit))
    return list(dict.fromkeys(texts))[:word_count]
