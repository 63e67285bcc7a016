"""The audit's sentences: one word to sixty, four languages, signs alone, rare characters."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Visit:
    """What a visitor types and chooses.

    Args:
        text: the sentence.
        source: its language.
        target: the language it is translated into.
        choices: further parameters of the link.
    """

    text: str
    source: str = "en"
    target: str = "fr"
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def parameters(self) -> dict[str, str]:
        """The link's parameters."""
        return {"source": self.text, "from": self.source, "to": self.target} | dict(self.choices)


SENTENCES = (
    Visit("The cat is sleeping because it is tired."),
    Visit("The animal didn't cross the street because it was too tired.", target="de"),
    Visit("Hi"),
    Visit("cat", target="de"),
    Visit("No", target="es"),
    Visit("Stop!"),
    Visit("Where is the station?", target="es"),
    Visit("In 1999 I paid 1,234.50 dollars for it.", target="de"),
    Visit("no no no no no no no no", target="es"),
    Visit("I think that that that you said is not that."),
    Visit("He said, “She said: ‘I don't know.’”", target="de"),
    Visit("THE CAT SAT ON THE MAT"),
    Visit("Supercalifragilistic antidisestablishmentarianism", target="es"),
    Visit("<b>bold</b> & <img src=x> **star** $x_1$ `code` {name}"),
    Visit("The cat 😺 says 你好 and eats ½ of it.", target="de"),
    Visit("日本語"),
    Visit("?", target="de"),
    Visit("?! ... ,,,", target="es"),
    Visit("Je suis étudiant.", "fr", "en"),
    Visit("Le chien voit le chat et le chat voit le chien.", "fr", "de"),
    Visit("L'été dernier, nous n'avons rien vu, rien entendu, rien dit.", "fr", "es"),
    Visit("Bonjour", "fr", "en"),
    Visit("Der Hund schläft, weil er müde ist.", "de", "en"),
    Visit("Donaudampfschifffahrtsgesellschaft", "de", "en"),
    Visit("Die Katze, die die Maus frisst, ist müde.", "de", "fr"),
    Visit("El gato negro duerme en la casa.", "es", "en"),
    Visit("¿Dónde está la estación?", "es", "de"),
    Visit("This sentence stays as it is.", "en", "en"),
    Visit(
        "When we were young, my brother and I used to walk along the river every evening, and we "
        "talked about the books that we had read, the places that we wanted to see, and the people "
        "whom we would never forget, until the lights of the old town went out one after the other "
        "and our mother called us home for the night.",
    ),
    Visit(
        "Hier, après avoir longtemps attendu le train sous la pluie, nous avons décidé de prendre "
        "un taxi, parce que ma sœur avait froid, que mon père était fatigué et que personne ne "
        "savait quand le prochain train allait arriver à la gare.",
        "fr",
        "en",
    ),
)  # fmt: skip

# Ways through the pages: what each page shows by itself, and other choices.
CHOICES = (
    {"layer": 4, "head": 8, "word": 2, "step": 2, "attention": "cross", "matrix": "V"},
    {"layer": 2, "head": 3, "word": 3, "step": 3, "attention": "decoder", "matrix": "K"},
    {"layer": 3, "head": 5, "word": 1, "step": 1, "causal": False, "divide": False, "k": -3},
    {"layer": 1, "head": 7, "family": 1, "whole": True, "method": "greedy", "compare": "en"},
    {"layer": 2, "head": 6, "family": 2, "renormalise": True, "method": "sampling", "seed": 7},
    {"layer": 3, "head": 2, "family": 4, "hide_end": False, "beams": 2, "sublayer": "cross"},
)
EDITS = (
    "encoder-1-1",
    "no-mask",
    "no-encoder-positions no-residuals",
    "sublayer-cross-attention-2 cross-4-8 decoder-1-1",
    "temperature-encoder=2.5 shuffled=1",
    "unit-encoder-1-5 no-root-d-k",
)


def visits() -> list[Visit]:
    """Return each sentence as its pages begin, with other choices, and in an edited model."""
    found = []
    for number, each in enumerate(SENTENCES):
        chosen = CHOICES[number % len(CHOICES)]
        chosen = tuple((key, str(value)) for key, value in chosen.items())
        edited = (("edits", EDITS[number % len(EDITS)]),)
        for choices in ((), chosen, edited):
            found.append(Visit(each.text, each.source, each.target, choices))
    return found
