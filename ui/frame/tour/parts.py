"""What a lesson does on a page: minutes, what to show, what to ask, and which idea it refutes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """A page in a lesson.

    Args:
        minutes: that it takes with a class.
        goal: what students can do afterwards: "Students can ...".
        show: what the teacher shows.
        ask: what the class is asked, and does.
        mistake: what many believe before.
        refuted: what on the page shows that it is wrong.
    """

    minutes: int
    goal: str
    show: str
    ask: str
    mistake: str
    refuted: str


PARTS = {
    "overview": Part(
        5,
        "name the encoder, the decoder and what passes between them.",
        "Play the steps of the translation and point at the two stacks.",
        "Which word of the translation was the model least sure of?",
        "The model translates the sentence at once, or word by word.",
        "Each step adds one token, and its probability depends on the tokens before it.",
    ),
    "tokenization": Part(
        6,
        "say why a rare word becomes several tokens.",
        "Replay the merges of a long word.",
        "Find a word that is cut into three tokens.",
        "The model has a word list with every word in it.",
        "A word that was never seen still has tokens, and each token has a number.",
    ),
    "why_attention": Part(
        8,
        "give an example in which a word's translation depends on another word.",
        "Hide a word and compare the two translations.",
        "Which word decides between vieux and vieille?",
        "Each word can be translated alone.",
        "Another word is hidden, and this word is translated differently.",
    ),
    "positional_encoding": Part(
        8,
        "explain why positions are added to the embeddings.",
        "Shuffle the sentence with positions and without them.",
        "What happens to the vectors of a shuffled sentence without positions?",
        "The model reads from left to right, so it knows the order.",
        "Without positions the vectors are the same ones in another order.",
    ),
    "scaled_dot_product": Part(
        12,
        "compute one attention weight from a query and its keys.",
        "Go through the six steps for one word, then through the products of one cell.",
        "Which word gets the largest weight? Guess before you look.",
        "Attention weights are stored in the model.",
        "Another sentence has other weights, because queries and keys are computed from it.",
    ),
    "multi_head": Part(
        8,
        "describe what two heads of a layer do differently.",
        "Open the grid of all layers and heads, then one head.",
        "Find a head that reads the token before.",
        "Every head has a task that people can name.",
        "Most maps of the grid have no plain pattern; the head census counts those that have.",
    ),
    "residual_and_norm": Part(
        7,
        "say what the residual connection adds.",
        "Follow one vector through the sum and the normalization.",
        "How similar are the vectors before and after a sub-layer?",
        "Each layer replaces the vector of a word.",
        "The sub-layer's output is added to its input: the equation shows both lengths.",
    ),
    "shifted_input": Part(
        10,
        "explain teacher forcing.",
        "Replace one word that the decoder reads.",
        "Which predictions move? Guess first.",
        "The decoder repeats the word that it reads.",
        "A row reads one word and predicts the next one.",
    ),
    "masking": Part(
        8,
        "say which cells the mask hides and what the softmax makes of them.",
        "Follow a hidden cell through the softmax.",
        "How many cells of the map are hidden?",
        "Without the mask the model would only be slower.",
        "Without the mask a row reads the words that it should predict.",
    ),
    "cross_attention": Part(
        9,
        "read a map of cross-attention.",
        "Step through the translation and watch the lines.",
        "Find two lines that cross.",
        "The third word of the translation reads the third word of the sentence.",
        "Lines cross wherever the two languages order their words differently.",
    ),
    "next_token": Part(
        6,
        "explain what temperature does to a distribution.",
        "Move the temperature and watch the first tokens.",
        "Which token would be second?",
        "The model picks a word.",
        "It gives every token of the vocabulary a probability; a rule picks one.",
    ),
    "decoding": Part(
        10,
        "compare greedy search with beam search.",
        "Step through the tree and read why a branch was pruned.",
        "Make the two searches end differently.",
        "The most likely token at each step makes the most likely sentence.",
        "A sentence of the beam begins with a less likely token and ends with a better score.",
    ),
    "break_it": Part(
        10,
        "test by an intervention whether a part is needed.",
        "Switch off one head, then a whole layer.",
        "Change the translation with one switch.",
        "Every part of the model is needed for every sentence.",
        "Many heads can be switched off, and the translation stays the same.",
    ),
    "questions": Part(
        10,
        "check their own understanding against numbers of the model.",
        "Let everybody answer alone, then look at the results of the class.",
        "Answer the questions of the exercise.",
        "A good explanation needs no number.",
        "Each answer has the number that the model computed for this sentence.",
    ),
}
