"""Names of the directions, and example sentences that they change."""

from dataclasses import dataclass

from ui.messages import N_

NAMES = {
    "polite": N_("polite"),
    "question": N_("question"),
    "plural": N_("plural"),
    "past": N_("past"),
    "negation": N_("negation"),
    "own": N_("your own"),
}
WAYS = {  # contrast of each direction
    "polite": N_("from *tu* to *vous*"),
    "question": N_("from statement to question"),
    "plural": N_("from one to many"),
    "past": N_("from present to past"),
    "negation": N_("from yes to no"),
    "own": N_("from your first sentences to your second ones"),
}
OWN = """\
I have a cat. = I have a dog.
The cat is sleeping. = The dog is sleeping.
Where is the cat? = Where is the dog?
My cat is white. = My dog is white."""


@dataclass(frozen=True)
class Example:
    """A sentence and a direction that changes its translation.

    Args:
        text: the sentence, in English.
        language: code of the target language.
        direction: a key of ``NAMES``.
    """

    text: str
    language: str
    direction: str


EXAMPLES = (
    Example("Where do you live?", "de", "polite"),
    Example("You are very kind.", "fr", "polite"),
    Example("The old man reads a book.", "de", "question"),
    Example("The flower is red.", "es", "plural"),
    Example("She writes a letter.", "de", "past"),
    Example("I like coffee.", "fr", "negation"),
    Example("The cat drinks milk.", "fr", "own"),
)
