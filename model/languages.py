"""The languages: one row for each."""

CODES = {"fr": "fra", "de": "deu", "es": "spa"}  # what the source calls each language

# Frames and fillings of our own. None of these names and numbers is one piece of the shipped
# vocabulary, but it knows all their characters: an unknown one could never be written.
FRAMES = {
    "en": ("{} lives here.", "I met {} yesterday.", "We have {} books."),
    "fr": ("{} habite ici.", "J'ai rencontré {} hier.", "Nous avons {} livres."),
    "de": ("{} wohnt hier.", "Ich habe {} gestern getroffen.", "Wir haben {} Bücher."),
    "es": ("{} vive aquí.", "Ayer vi a {}.", "Tenemos {} libros."),
}
