"""What the app offers as examples, its own model translates well into every other language."""

import pytest

from ui.readings import session
from ui.readings.language import EXAMPLES

GOOD = {  # what a person who knows both languages would let pass; the sentence itself is left out
    "The dog is sleeping because he is tired.": {
        "fr": ["Le chien dort parce qu'il est fatigué."],
        "de": ["Der Hund schläft, weil er müde ist."],
        "es": [
            "El perro está durmiendo porque está cansado.",
            "El perro duerme porque está cansado.",
        ],
    },
    "The old house near the river is empty.": {
        "fr": ["La vieille maison près de la rivière est vide."],
        "de": [
            "Das alte Haus in der Nähe des Flusses ist leer.",
            "Das alte Haus am Fluss ist leer.",
            "Das alte Haus am Fluss steht leer.",
        ],
        "es": [
            "La vieja casa cerca del río está vacía.",
            "La casa vieja cerca del río está vacía.",
        ],
    },
    "The animal didn't cross the street because it was too tired.": {
        "fr": ["L'animal n'a pas traversé la rue parce qu'il était trop fatigué."],
        "de": ["Das Tier überquerte die Straße nicht, weil es zu müde war."],
        "es": ["El animal no cruzó la calle porque estaba demasiado cansado."],
    },
    "Where is the station?": {
        "fr": ["Où est la gare ?", "Où se trouve la gare ?"],
        "de": ["Wo ist der Bahnhof?"],
        "es": ["¿Dónde está la estación?"],
    },
    "Je suis étudiant.": {
        "en": ["I'm a student.", "I am a student."],
        "de": ["Ich bin Student.", "Ich bin ein Student."],
        "es": ["Soy estudiante.", "Yo soy estudiante."],
    },
    "Personne ne sait pourquoi il est parti.": {
        "en": [
            "No one knows why he's gone.",
            "No one knows why he left.",
            "Nobody knows why he left.",
            "Nobody knows why he's gone.",
        ],
        "de": [
            "Niemand weiß, warum er gegangen ist.",
            "Niemand weiß, warum er ging.",
            "Niemand weiß, warum er weg ist.",
        ],
        "es": ["Nadie sabe por qué se fue.", "Nadie sabe por qué él se fue."],
    },
    "Wir haben gestern einen Film gesehen.": {
        "en": ["We saw a movie yesterday.", "We watched a movie yesterday."],
        "fr": ["Nous avons vu un film hier.", "Hier, nous avons vu un film."],
        "es": ["Vimos una película ayer.", "Ayer vimos una película."],
    },
    "Mi amigo vive en una casa pequeña.": {
        "en": ["My friend lives in a small house."],
        "fr": ["Mon ami vit dans une petite maison.", "Mon ami habite dans une petite maison."],
        "de": [
            "Mein Freund wohnt in einem kleinen Haus.",
            "Mein Freund lebt in einem kleinen Haus.",
        ],
    },
}


@pytest.mark.parametrize(("source", "sentence"), EXAMPLES, ids=str)
def test_each_example_is_translated_well_into_every_other_language(source, sentence):
    others = [code for code in session.load_model()[1].languages if code != source]
    assert set(GOOD[sentence]) == set(others)
    for language in others:
        assert session.read(sentence, language).translation in GOOD[sentence][language]
