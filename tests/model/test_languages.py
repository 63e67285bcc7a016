"""A language has one row; what the row, or a table, lacks of it is left out."""

import subprocess
import sys

from model.languages import LANGUAGES, Language, language_name

# A fifth language, of which nobody wrote down more than the name, before anything reads the rows.
FIFTH = """
from model import languages
languages.LANGUAGES["xx"] = languages.Language("Xish")

from model.census.professions import LANGUAGES, read_professions
from model.config import ModelConfig
from model.data.own import ASSETS, first_text_pairs, read_first_texts, read_parallel_rows
from model.training.recipe import TrainConfig
from ui.readings import defaults
from ui.readings.reading import Token

assert ModelConfig().languages[-1] == TrainConfig().languages[-1] == "xx"
assert languages.language_name("xx") == "Xish"
assert defaults.find_default_token((Token("a"), Token("was"), Token("it")), "xx") == 1
assert "xx" not in LANGUAGES and "xx" not in read_professions()[0].forms
assert not [pair for pair in first_text_pairs(read_first_texts()) if "xx" in pair]
assert read_parallel_rows(ASSETS / "own" / "valid.tsv.gz")
"""


def test_of_a_language_nothing_but_its_name_has_to_be_known():
    said = subprocess.run([sys.executable, "-c", FIFTH], capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    assert Language("Xish") == Language("Xish", "", (), frozenset(), {})


def test_a_language_without_a_row_is_called_by_its_code():
    assert [language_name(code) for code in ("fr", "xx")] == ["French", "xx"]


def test_every_article_tells_one_gender_and_pronouns_are_small_words():
    for language in LANGUAGES.values():
        assert set(language.articles.values()) in (set(), {"masculine", "feminine"})
        assert all(word == word.lower() and " " not in word for word in language.pronouns)
