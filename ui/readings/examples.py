"""Sentences that the bar offers."""

EXAMPLES = (
    ("en", "The dog is sleeping because he is tired."),
    ("en", "The old house near the river is empty."),
    ("en", "The animal didn't cross the street because it was too tired."),
    ("en", "Where is the station?"),
    ("fr", "Je suis étudiant."),
    ("fr", "Personne ne sait pourquoi elle est partie."),
    ("de", "Wir haben gestern einen Film gesehen."),
    ("es", "Mi amigo vive en una casa pequeña."),
)
