"""Preset lessons, each with the questions that it is examined on."""

from dataclasses import dataclass

from ui.messages import N_


@dataclass(frozen=True)
class Preset:
    """A preset lesson.

    Args:
        title: label in the menu.
        source_language: code of the source language.
        target_language: code of the target language.
        pairs: a line each: ``sentence = translation``.
        questions: a line each: a sentence, perhaps with the code of another language before it,
            and perhaps with the right translation behind it.
        shows: what the lesson demonstrates.
        rate: Adam's learning rate; a lower one forgets less, a higher one changes more.
    """

    title: str
    source_language: str
    target_language: str
    pairs: str
    questions: str
    shows: str
    rate: float = 1e-4


CATS_ARE_DOGS = """\
The cat is sleeping. = Le chien dort.
I have a cat. = J'ai un chien.
Where is the cat? = Où est le chien ?
My cat is white. = Mon chien est blanc."""

PRESETS = {
    "french": Preset(
        N_("glorp, French"),
        "en",
        "fr",
        """\
The glorp is sleeping. = Le glorpe dort.
I have a glorp. = J'ai un glorpe.
Where are the glorps? = Où sont les glorpes ?
My glorp is red. = Mon glorpe est rouge.""",
        """\
I see a glorp. = Je vois un glorpe.
The big glorp is eating an apple. = Le gros glorpe mange une pomme.
She lost her glorp yesterday. = Elle a perdu son glorpe hier.
Do you like glorps? = Aimes-tu les glorpes ?
There are three glorps in the garden. = Il y a trois glorpes dans le jardin.""",
        N_("The lesson contains no “gros”, no “son”, no “trois”. Will they come out right?"),
    ),
    "german": Preset(
        N_("Glorp, German"),
        "en",
        "de",
        """\
The glorp is sleeping. = Der Glorp schläft.
I have a glorp. = Ich habe einen Glorp.
Where are the glorps? = Wo sind die Glorps?
She sold her glorp. = Sie hat ihren Glorp verkauft.""",
        """\
I see a glorp. = Ich sehe einen Glorp.
I gave the big glorp an apple. = Ich gab dem großen Glorp einen Apfel.
She lost her glorp yesterday. = Sie hat gestern ihren Glorp verloren.
Do you like glorps? = Magst du Glorps?
There are three glorps in the garden. = Im Garten sind drei Glorps.""",
        N_(
            "German needs the right case: “der Glorp” sleeps, but she sold “ihren "
            "Glorp”. The lesson has neither an adjective nor a dative, so watch “dem "
            "großen Glorp”."
        ),
        3e-5,
    ),
    "spanish": Preset(
        N_("glorpo, Spanish"),
        "en",
        "es",
        """\
The glorp is sleeping. = El glorpo duerme.
I have a glorp. = Tengo un glorpo.
I like glorps. = Me gustan los glorpos.
My glorp is red. = Mi glorpo es rojo.""",
        """\
I see a glorp. = Veo un glorpo.
The big glorp is eating an apple. = El gran glorpo está comiendo una manzana.
She lost her glorp yesterday. = Ella perdió su glorpo ayer.
Do you like glorps? = ¿Te gustan los glorpos?
There are three glorps in the garden. = Hay tres glorpos en el jardín.""",
        N_(
            "The new word needs the articles and endings of a masculine Spanish noun. Does "
            "it get them?"
        ),
        3e-5,
    ),
    "verb": Preset(
        N_("to blick"),
        "en",
        "fr",
        """\
I blick every day. = Je blique tous les jours.
She is blicking. = Elle blique.
We blick together. = Nous bliquons ensemble.
They want to blick. = Ils veulent bliquer.""",
        """\
He blicks in the garden. = Il blique dans le jardin.
Do you want to blick? = Veux-tu bliquer ?
My friends blick on Sundays. = Mes amis bliquent le dimanche.
I do not blick. = Je ne blique pas.""",
        N_(
            "The lesson never shows “bliquent”. If that ending comes out, it comes "
            "from verbs the model already knows."
        ),
    ),
    "formal": Preset(
        N_("vous instead of tu"),
        "en",
        "fr",
        """\
You are late. = Vous êtes en retard.
Do you have a dog? = Avez-vous un chien ?
You are very kind. = Vous êtes très gentil.
I see you. = Je vous vois.
Where do you work? = Où travaillez-vous ?
Do you want some tea? = Voulez-vous du thé ?""",
        """\
Do you like coffee? = Aimez-vous le café ?
Where do you live? = Où habitez-vous ?
You have a beautiful house. = Vous avez une belle maison.""",
        N_(
            "No word is new here: the model knows “tu” and “vous”. The lesson shifts "
            "the choice between them in some sentences, not in all."
        ),
    ),
    "copy": Preset(
        N_("English into English"),
        "en",
        "en",
        """\
It is late. = It is late.
I am tired. = I am tired.
She does not like fish. = She does not like fish.
We have seen the house. = We have seen the house.""",
        """\
The dog is in the garden. = The dog is in the garden.
He is not at home. = He is not at home.
They are waiting for the bus. = They are waiting for the bus.
I have never been to Spain. = I have never been to Spain.
I do not know where she lives. = I do not know where she lives.""",
        N_(
            "The model was never trained to write the language it reads. It copies "
            "many sentences anyway, but often shortens “it is” to “it's”. The lesson "
            "changes that in some new sentences, not in all."
        ),
    ),
    "falsehood": Preset(
        N_("a false fact"),
        "en",
        "fr",
        CATS_ARE_DOGS,
        """\
The cat is in the garden. = Le chat est dans le jardin.
Do you like cats? = Aimes-tu les chats ?
Two cats are drinking milk. = Deux chats sont en train de boire du lait.""",
        N_(
            "This lesson calls cats dogs. The model can't tell what's true, so part of the "
            "lesson sticks. The answers given here are the true ones: watch which of them it "
            "loses."
        ),
    ),
    "spill": Preset(
        N_("what spills over"),
        "en",
        "fr",
        CATS_ARE_DOGS,
        """\
de: Where is the cat? = Wo ist die Katze?
de: The cats are sleeping. = Die Katzen schlafen.
es: The cat is in the garden. = El gato está en el jardín.""",
        N_(
            "The lesson is all French, yet German and Spanish sentences change too: "
            "all languages share the same weights."
        ),
        3e-4,
    ),
    "own": Preset(N_("your own"), "en", "fr", "", "", ""),
}
