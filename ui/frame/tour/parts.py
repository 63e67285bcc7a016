"""The lesson part of each page: what to show, what to ask, which misconception it refutes."""

from dataclasses import dataclass

from ui.messages import N_


@dataclass(frozen=True)
class LessonPart:
    """A page in a lesson.

    Args:
        goal: what students can do afterwards: "Students can ...".
        what_to_show: what the teacher shows.
        question: question or task for the class.
        answer: its answer, true for any sentence, or where the page gives it.
        misconception: a common misconception.
        refutation: what on the page refutes it.
    """

    goal: str
    what_to_show: str
    question: str
    answer: str
    misconception: str
    refutation: str


LESSON_PARTS = {
    "overview": LessonPart(
        N_("name the encoder, the decoder and what passes between them."),
        N_("Play the steps of the translation and point at the two stacks."),
        N_("Which token of the translation got the lowest probability?"),
        N_(
            "Step through the translation and compare the tokens. The dashed lines in the bar go "
            "by word: a word's probability is that of its tokens multiplied, so the least probable "
            "token may be in another word."
        ),
        N_("The model translates the whole sentence in one go, or word by word."),
        N_("Each step adds one token, and its probability depends on the tokens before it."),
    ),
    "tokenization": LessonPart(
        N_("say why a rare word becomes several tokens."),
        N_("Replay the merges of a long word."),
        N_("Find a word that is cut into three tokens."),
        N_("“penguins”, for example."),
        N_("The model has a word list with every word in it."),
        N_(
            "Even a word that the model has never seen becomes tokens, and each token has a number."
        ),
    ),
    "why_attention": LessonPart(
        N_("give an example in which a word's translation depends on another word."),
        N_("Hide a word and compare the two translations."),
        N_("Which word decides between vieux and vieille?"),
        N_("The noun does: “car” becomes the feminine “voiture”, so “old” becomes “vieille”."),
        N_("Each word can be translated alone."),
        N_("You hide one word, and another word is translated differently."),
    ),
    "positional_encoding": LessonPart(
        N_("explain why positions are added to the embeddings."),
        N_("Shuffle the sentence with positions and without them."),
        N_("What happens to the vectors of a shuffled sentence without positions?"),
        N_("They stay the same, only in a new order."),
        N_("The model reads from left to right, so it knows the order."),
        N_("Without positions, the vectors are the same, in a different order."),
    ),
    "scaled_dot_product": LessonPart(
        N_("compute one attention weight from a query and its keys."),
        N_("Go through the six steps for one word, then through the products behind one cell."),
        N_("Which word gets the largest weight? Guess before you look."),
        N_("The one whose key has the largest dot product with the query."),
        N_("Attention weights are stored in the model."),
        N_(
            "A different sentence gets different weights, because the queries and keys are "
            "computed from the sentence."
        ),
    ),
    "multi_head": LessonPart(
        N_("describe what two heads of a layer do differently."),
        N_("Open the grid of all layers and heads, then look at one head."),
        N_("Find a head that attends to the previous token."),
        N_("“In your sentence” names the clearest patterns."),
        N_("Every head has a task that people can name."),
        N_("Most maps in the grid have no simple pattern; the head census counts those that do."),
    ),
    "residual_and_norm": LessonPart(
        N_("say what the residual connection adds."),
        N_("Follow one vector through the sum and the normalization."),
        N_("How similar are the vectors before and after a sub-layer?"),
        N_("“In your sentence” tells you how far the sum turns away from the input."),
        N_("Each layer replaces a word's vector."),
        N_("The sub-layer's output is added to its input: the equation shows both lengths."),
    ),
    "shifted_input": LessonPart(
        N_("explain teacher forcing."),
        N_("Replace one word that the decoder reads."),
        N_("Which predictions change? Guess first."),
        N_("The ones from the replaced word on. The mask hides it from all earlier ones."),
        N_("The decoder repeats the word that it reads."),
        N_("A row reads one word and predicts the next one."),
    ),
    "masking": LessonPart(
        N_("say which cells the mask hides and what the softmax does with them."),
        N_("Follow a hidden cell through the softmax."),
        N_("How many cells of the map are hidden?"),
        N_("All those above the diagonal. With n rows, that's n · (n − 1) / 2 cells."),
        N_("Without the mask, the model would only be slower."),
        N_("Without the mask, a row reads the words that it's supposed to predict."),
    ),
    "cross_attention": LessonPart(
        N_("read a cross-attention map."),
        N_("Step through the translation and watch the lines."),
        N_("Find two lines that cross."),
        N_("They cross where the word order differs: “white car”, “voiture blanche”."),
        N_("The third word of the translation attends to the third word of the sentence."),
        N_("Lines cross where the two languages order their words differently."),
    ),
    "next_token": LessonPart(
        N_("explain what temperature does to a distribution."),
        N_("Change the temperature and watch the top tokens."),
        N_("Which token would be second?"),
        N_(
            "The one with the second-longest bar. The temperature changes its share, never its "
            "place."
        ),
        N_("The model picks a word."),
        N_("The model gives every token in the vocabulary a probability; a rule picks one."),
    ),
    "decoding": LessonPart(
        N_("compare greedy search with beam search."),
        N_("Step through the tree and read why a branch was pruned."),
        N_("Make the two searches end with different sentences."),
        N_("Press “An example where they differ” to find such a sentence."),
        N_("The most likely token at each step makes the most likely sentence."),
        N_(
            "One sentence in the beam begins with a less likely token but ends with a better score."
        ),
    ),
    "break_it": LessonPart(
        N_("switch a part off to find out whether it's needed."),
        N_("Switch off one head, then a whole layer."),
        N_("Change the translation with one switch."),
        N_("Try “No positions”, then switch off one head at a time."),
        N_("Every part of the model is needed for every sentence."),
        N_("Many heads can be switched off, and the translation stays the same."),
    ),
    "questions": LessonPart(
        N_("check their own understanding against the model's numbers."),
        N_("Let everyone answer by themselves, then look at the class's results."),
        N_("Answer the questions of the exercise."),
        N_("Each card says why, with the numbers of this sentence."),
        N_("A good explanation doesn't need numbers."),
        N_("Each answer shows the number that the model computed for this sentence."),
    ),
}
