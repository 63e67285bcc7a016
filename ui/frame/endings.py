"""How a page ends: what you now know, what it showed of your sentence, and where to go next."""

from dataclasses import dataclass

import streamlit as st

from ui.contents import find_page
from ui.frame import explain, sections
from ui.messages import N_, _


@dataclass(frozen=True)
class Ending:
    """The end of a page: its takeaway, and the page to read next.

    Args:
        takeaway: the takeaway, one sentence.
        next_page: name of the page to read next.
        reason: why that page, as a clause that follows its title.
    """

    takeaway: str
    next_page: str
    reason: str


ENDINGS = {
    "story": Ending(
        N_(
            "Nobody wrote the model a rule. It turns pieces into numbers, lets them attend to one "
            "another, and writes one piece at a time."
        ),
        "tour",
        N_("because there you find where it isn’t sure, and make it go wrong yourself"),
    ),
    "overview": Ending(
        N_(
            "An encoder reads your whole sentence at once. A decoder writes the translation token "
            "by token and rereads all it has written."
        ),
        "tour",
        N_("because there you try many of these blocks yourself, one small task at a time"),
    ),
    "tour": Ending(
        N_(
            "A model isn’t equally sure of every word. Each word it writes comes with a "
            "probability, and a low one tells you where to look first."
        ),
        "why_attention",
        N_("because it’s the shortest experiment here: hide a word, and see another one go wrong"),
    ),
    "why_attention": Ending(
        N_(
            "The translation of a word can hinge on another word of the sentence. Attention lets "
            "every word draw on all the others, with weights worked out for this very sentence."
        ),
        "tokenization",
        N_("because the model first has to cut your sentence into pieces"),
    ),
    "tokenization": Ending(
        N_(
            "The model reads tokens, not words. Frequent words stay whole, while rare ones are "
            "put together from pieces."
        ),
        "embedding",
        N_("because a token’s id says nothing about how the token is used"),
    ),
    "embedding": Ending(
        N_(
            "Each token has a row in one learned table, and tokens that are used in similar "
            "ways tend to get rows that point in similar directions."
        ),
        "positional_encoding",
        N_("because these rows don’t say where in the sentence a token is"),
    ),
    "positional_encoding": Ending(
        N_(
            "Clocks of many speeds, written as sines and cosines, are added to the rows, so the "
            "same word in two places no longer looks the same."
        ),
        "queries_keys_values",
        N_("because the tokens are now ready to find one another"),
    ),
    "queries_keys_values": Ending(
        N_(
            "Words find each other by numbers alone: the better a query fits a key, the more of "
            "the value flows. Three learned matrices make query, key and value."
        ),
        "scaled_dot_product",
        N_("because there these agreements become shares that add up to 100%"),
    ),
    "scaled_dot_product": Ending(
        N_(
            "A dot product compares a query with every key, the softmax turns the scores into "
            "weights that add up to 1, and the weights mix the values."
        ),
        "multi_head",
        N_("because a single set of weights can’t serve everything a word needs"),
    ),
    "multi_head": Ending(
        N_(
            "No head is told what to attend to. Each learned its own way, and what they all find "
            "is added up."
        ),
        "residual_and_norm",
        N_("because that sum is added to the vector it came from and has to stay in range"),
    ),
    "residual_and_norm": Ending(
        N_(
            "A block (attention or feed-forward) never replaces a word’s vector; it adds an update "
            "to it. Then LayerNorm brings the sum back to a common scale."
        ),
        "feed_forward",
        N_("because there you see what such an update is made of"),
    ),
    "feed_forward": Ending(
        N_(
            "The feed-forward network treats every position by itself. Its units react to what "
            "they recognize, and each active unit adds its own vector."
        ),
        "encoder_stack",
        N_(
            "because there you follow one word’s vector through several layers of attention and "
            "feed-forward"
        ),
    ),
    "encoder_stack": Ending(
        N_(
            "Layer by layer, a word’s vector takes in the sentence around it, so the same word "
            "ends up with different vectors in different sentences."
        ),
        "shifted_input",
        N_("because the memory is ready, and now the decoder has to learn to write"),
    ),
    "shifted_input": Ending(
        N_(
            "In training, the decoder reads the right words, one step late. On its own, it "
            "reads what it wrote itself, mistakes included."
        ),
        "masking",
        N_(
            "because in training, the decoder has the whole answer in front of it, and something "
            "has to stop it from copying"
        ),
    ),
    "masking": Ending(
        N_(
            "In training, a decoder that could read ahead could simply copy. The mask sets the "
            "scores of later tokens to −∞, which makes their weights exactly 0."
        ),
        "cross_attention",
        N_("because so far the decoder reads only its own words, and not yet your sentence"),
    ),
    "cross_attention": Ending(
        N_(
            "At every step, the decoder compares its query with a key for each token of your "
            "sentence, and values flow in where they match. There’s no other way from the "
            "sentence into the translation."
        ),
        "decoder_stack",
        N_("because you’ve met all the parts of a decoder layer and can now watch them decide"),
    ),
    "decoder_stack": Ending(
        N_(
            "A vector goes in as the word that was read, and the next word is read off it at the "
            "top. Only the last layer counts, but the same test on the earlier ones hints at when "
            "that word takes shape."
        ),
        "next_token",
        N_("because all these words were read off vectors, and there you see how"),
    ),
    "next_token": Ending(
        N_(
            "Every token in the vocabulary gets a score, the softmax turns the scores into "
            "probabilities, and one token is chosen."
        ),
        "decoding",
        N_("because the likeliest next token may not lead to the likeliest sentence"),
    ),
    "decoding": Ending(
        N_(
            "A sentence’s probability is the product of its tokens’. Greedy search takes the best "
            "token each time and can’t turn back; beam search keeps several beginnings."
        ),
        "learning",
        N_("because all these probabilities had to be learned first"),
    ),
    "learning": Ending(
        N_(
            "It learned without rules: step after step, every parameter was nudged to make the "
            "right next token a little more probable."
        ),
        "one_step",
        N_("because you can try one such nudge yourself, with your own sentence"),
    ),
    "one_step": Ending(
        N_(
            "An error at the output walks back through every block. One walk tells each of the "
            "model’s weights which way to move, and how much that would matter."
        ),
        "how_good_is_it",
        N_("because a falling loss doesn’t say which translations you can trust"),
    ),
    "how_good_is_it": Ending(
        N_(
            "A score counts what matches a reference. To know how far you can trust a "
            "translation, you have to look at its errors."
        ),
        "train_it_yourself",
        N_(
            "because training works on such errors, and there you watch a small network lose "
            "its own"
        ),
    ),
    "train_it_yourself": Ending(
        N_(
            "Begin with random numbers, measure the error, nudge every number so that the "
            "error shrinks, and repeat. That’s how this model learned, too."
        ),
        "teach_it",
        N_("because the real model can be taught as well"),
    ),
    "teach_it": Ending(
        N_(
            "A few steps can teach a trained model something new, but they may spoil what it "
            "knew. The oldest remedy is to rehearse old sentences."
        ),
        "break_it",
        N_("because there you change what the model is made of, and not what it has learned"),
    ),
    "break_it": Ending(
        N_(
            "What goes wrong without a part shows what that part did: without positions, the "
            "encoder can’t tell where a token is."
        ),
        "patch_it",
        N_("because switching a part off shows that it matters, but not what it carries"),
    ),
    "patch_it": Ending(
        N_(
            "You copy numbers from another run into one place. If the answer changes, that "
            "place carried what made the difference."
        ),
        "steer_it",
        N_("because a direction can change a translation without a second sentence"),
    ),
    "steer_it": Ending(
        N_(
            "Average the difference between two kinds of sentences, and you have a direction. Add "
            "enough of it, and a translation may turn – or break."
        ),
        "who_contributed",
        N_("because you can also ask which words made the model write what it did"),
    ),
    "who_contributed": Ending(
        N_(
            "Several methods divide a decision among the words. Where they disagree, it takes an "
            "experiment to tell which one to believe."
        ),
        "trace_it",
        N_("because a share doesn’t say which path it took"),
    ),
    "trace_it": Ending(
        N_(
            "Hold the model still, and a decision is a plain sum of votes. But a vote isn’t yet a "
            "cause: only a cut shows what depends on it."
        ),
        "head_census",
        N_("because one decision is just one example, and it takes many to show a head’s job"),
    ),
    "head_census": Ending(
        N_(
            "A head gets its name from what it attends to over many sentences. To find out "
            "whether the model needs it, you have to switch it off."
        ),
        "history",
        N_("because it explains why anyone would build a model out of attention"),
    ),
    "history": Ending(
        N_(
            "Recurrent networks work through a sentence word by word, and each step waits for the "
            "one before. Self-attention links any two words in one step."
        ),
        "after_2017",
        N_("because today’s language models kept these blocks and changed a few of them"),
    ),
    "after_2017": Ending(
        N_(
            "Today’s language models keep attention, residuals and feed-forward networks. Most "
            "of them drop the encoder, handle positions and norms differently, and learn from "
            "far more text."
        ),
        "questions",
        N_("because now you can test what you remember"),
    ),
    "questions": Ending(
        N_(
            "A guess that fails shows you where your picture of the model was wrong. The page "
            "behind the answer shows what it did instead."
        ),
        "teach_with_it",
        N_("because others may like to guess as well"),
    ),
    "teach_with_it": Ending(
        N_("A page, its sentence and your task fit into a single link. That’s all a lesson needs."),
        "cheat_sheet",
        N_("because it puts the whole model on a sheet that you can hand out"),
    ),
    "cheat_sheet": Ending(
        N_(
            "The whole model is a few formulas, used again and again. Your sentence and its "
            "translation set only two of all its sizes: n and m."
        ),
        "glossary",
        N_("because it defines every term on this sheet"),
    ),
    "glossary": Ending(
        N_(
            "A Transformer’s terms are often everyday words, each with one narrow meaning. Where "
            "one has a **dotted line**, point at it or tap it, and you get that meaning."
        ),
        "overview",
        N_("because there you see these terms at work on your sentence"),
    ),
}


def show_page_ending(name: str) -> None:
    """Draw a page's end: takeaway, fact about the visitor's sentence, link to the next page."""
    if name not in ENDINGS:
        return
    ending = ENDINGS[name]
    with st.container(key="end"):
        st.html(explain.line_with_title_html(_("You now know"), _(ending.takeaway)))
        sections.show_page_fact(st.container(key="end_fact"))
        said = _("**Next: {page}**, {because} →")
        explain.show_page_link(
            ending.next_page,
            said.format(page=find_page(ending.next_page).title, because=_(ending.reason)),
        )
