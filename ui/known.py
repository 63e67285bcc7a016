"""What one knows at the end of the story."""

from ui.messages import N_

# Where to read on, and the sentence.
KNOWN = (
    ("overview", N_("A sentence goes in, vectors are mixed, a sentence comes out.")),
    ("tokenization", N_("Words become pieces from a fixed list.")),
    ("embedding", N_("A piece becomes a row of numbers, learned in training.")),
    ("positional_encoding", N_("Waves of many lengths tell the model where each word is.")),
    ("queries_keys_values", N_("Words attend to words: a question, a label, a content.")),
    ("multi_head", N_("Many heads ask at once, and each looks for something else.")),
    ("residual_and_norm", N_("Each block adds something; nothing starts over.")),
    ("encoder_stack", N_("After the last layer, every vector knows something of its sentence.")),
    ("next_token", N_("The decoder chooses a piece, reads it, and chooses the next.")),
    ("learning", N_("Nobody wrote a rule: errors set every number.")),
)
