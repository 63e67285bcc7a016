"""Questions that a newcomer has about the paper: where the pages answer each of them."""

import re

import pytest

from ui.contents import PAGES
from ui.frame import texts

# The question; the page; the section, or "" for the lead; how the answer begins there.
ANSWERS = (
    ("What do encoder and decoder do?", "overview", "",
     "the encoder reads, the memory carries, the decoder writes"),
    ("Why a mixture, and not the best word?", "why_attention",
     "a_weighted_mixture_whose_weights_are_computed",
     "Why not just take the best one? Because a word may need several others at once."),
    ("What does twice the length cost?", "tokenization", "characters_words_or_pieces",
     "Twice the length means four times the scores"),
    ("Does it understand?", "how_good_is_it", "examples",
     "It has read sentences, but it has never seen a street or a dog."),
    ("What can a teacher show in a few minutes?", "tour", "for_teachers",
     "If you have only a few minutes, ?tour=why_attention,break_it is enough."),
    ("What is a token, and why subwords?", "tokenization", "",
     "no list can hold every word. The way out: cut the text into pieces"),
    ("How does BPE merge?", "tokenization", "the_rule",
     "a program counts neighbouring pairs in the training text, joins the most frequent"),
    ("Why times the root of d_model?", "embedding", "how_long_the_vectors_are",
     "Without scaling, a word would drown in its position"),
    ("Why positions, and what breaks without them?", "positional_encoding",
     "positions_off_in_one_stack_or_both",
     "its rows depend on which words there are, but not on where they are"),
    ("What are q, k and v in the three attentions?", "queries_keys_values", "cross_attention",
     "The queries come from the decoder; keys and values come from the memory"),
    ("Why divide by the root of d_k?", "scaled_dot_product",
     "why_divide_by_the_square_root_of_d_k",
     "the softmax is left with almost no gradient to learn from"),
    ("Why sines, and not any other pattern?", "positional_encoding", "why_waves",
     "wherever you start, a step of three words turns a wave by the same angle"),
    ("What does attention buy against recurrence?", "why_attention",
     "a_weighted_mixture_whose_weights_are_computed",
     "In training, attention handles all the words of a sentence at the same time"),
    ("Why can one matrix do three jobs?", "embedding", "one_matrix_three_places",
     "all three need to know which tokens are used in similar ways"),
    ("Which norm do today's models use?", "residual_and_norm", "post_norm_and_pre_norm",
     "Most of today's large models use pre-norm"),
    ("Why several heads?", "multi_head", "",
     "One set of weights has only 100% to share, so several heads compute attention"),
    ("What does W_O do?", "multi_head", "from_heads_to_output",
     "Multiplying them by one more matrix, W_O, lets every head add to all"),
    ("When is the causal mask needed?", "masking", "after_training_is_the_mask_still_needed",
     "For the newest row, that's true in the first layer"),
    ("What does the padding mask do?", "masking",
     "padding_sentences_of_several_lengths_in_one_batch",
     "shorter sentences are filled out with <pad>. The padding mask hides this padding"),
    ("What is the residual for?", "residual_and_norm", "",
     "So a block (attention or feed-forward) only adds an update"),
    ("What does LayerNorm normalise over?", "residual_and_norm", "layernorm_in_numbers",
     "numbers of one token at a time; the other tokens play no part"),
    ("What does feed-forward do that attention cannot?", "feed_forward", "",
     "Attention only mixes what other words already hold. Where does anything new come from?"),
    ("Who reads the memory, and how often?", "cross_attention", "one_memory_several_readers",
     "So the sentence is encoded only once. At every step of the translation, every"),
    ("Why is the input shifted?", "shifted_input", "errors_feed_back",
     "each step has read all the earlier words and must predict the next one"),
    ("What does label smoothing ask, and cost?", "next_token", "what_label_smoothing_asks_for",
     "its target at each step gives the right token only"),
    ("What does label smoothing cost?", "learning", "what_label_smoothing_costs",
     "even a perfect model has a loss of at least the target's entropy"),
    ("Beam against greedy, and why a penalty?", "decoding", "who_wins_the_length_penalty",
     "plain sums favour short sentences"),
    ("Why is attention no explanation?", "multi_head", "what_attention_is_not",
     "A large weight says where a head attends, not what it gets from there"),
    ("What are the optimiser and the regularisation?", "learning", "one_step_adam_and_dropout",
     "Adam (section 5.3) keeps a running mean"),
    ("How does an error at the output change a weight in the encoder?", "one_step", "weight",
     "Each block turns the error at its output into the error at its input: it multiplies"),
    ("Why is the gradient at the logits p minus y?", "one_step", "p_minus_y",
     "The error there is p − y"),
    ("What do residual connections do for training?", "one_step", "road",
     "One copy takes the residual road past the sub-layer unchanged."),
    ("What is the gradient of one weight?", "one_step", "weight",
     "Its gradient is the error at output i times input j, added up over all words."),
    ("How do today's models differ?", "after_2017", "",
     "Change five things in this block of 2017, and you have one like Mistral 7B's."),
)  # fmt: skip


def plain(text):
    """Return a text as it is read: without the marks of Markdown, in one line."""
    return " ".join(re.sub(r"[*`]|(?m:^> )", "", text).split())


@pytest.mark.parametrize(("question", "page", "section", "answer"), ANSWERS)
def test_each_question_is_answered_where_a_newcomer_finds_it(question, page, section, answer):
    assert page in {page.name for page in PAGES}  # one click from everywhere: the menu
    headings = {key: heading for heading, key in texts.section_link_names(page).items()}
    assert section == "" or section in headings  # the second click opens it
    text = plain(texts.read_page_sections(page)[headings[section] if section else ""])
    assert plain(answer) in text
    assert len(text.split()) <= 220  # a minute
