"""A language of a few messages, as translators would write it."""

import pytest

from tests.pseudo.language import forget_languages, spoken
from ui import locales
from ui.views import scripts

GERMAN = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

#: ui/a.py ui/views/library/a.js
msgid "Layer {layer}"
msgstr "Schicht {layer}"

#: ui/contents.py
msgid "Overview"
msgstr "Überblick"

#: ui/contents.py
#, fuzzy
msgid "Decoding"
msgstr "Irgendwas"

#: ui/b.js
msgid "{count} word"
msgid_plural "{count} words"
msgstr[0] "{count} Wort"
msgstr[1] "{count} Wörter"

#: ui/b.js
msgctxt "heads"
msgid "silenced"
msgstr "ausgeschaltet"

#: ui/b.py
msgctxt "a row"
msgid "reads"
msgstr "liest"
"""


@pytest.fixture
def german(tmp_path, monkeypatch):
    """The app offers German; its folder is returned."""
    folder = tmp_path / "de"
    folder.mkdir()
    (folder / locales.MESSAGES).write_text(GERMAN, encoding="utf-8")
    monkeypatch.setattr(locales, "FOLDER", tmp_path)
    forget_languages()
    scripts.messages_json.cache_clear()
    yield folder
    monkeypatch.undo()
    forget_languages()
    scripts.messages_json.cache_clear()


@pytest.fixture(scope="session")
def brackets_folder(tmp_path_factory):
    """The files of the language of brackets; writing them reads all code for its messages."""
    folder = tmp_path_factory.mktemp("brackets")
    with spoken(folder):
        pass
    return folder
