"""The languages of the interface: English is in the code, every other one in a folder here.

A folder is named by the language's code and holds what translators write: ``messages.po``, and
``glossary.tsv`` if its terms are translated. Catalogues are read once, without a compile step.
"""

import io
from collections.abc import Mapping
from functools import cache
from gettext import NullTranslations
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

ENGLISH = "en"
FOLDER = Path(__file__).parent
MESSAGES = "messages.po"


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all interface languages, English first."""
    return (ENGLISH, *sorted(file.parent.name for file in FOLDER.glob(f"*/{MESSAGES}")))


def find_nearest_language(locale_code: str | None) -> str:
    """Return the interface language nearest to a browser locale such as "de-AT"; else English."""
    code = (locale_code or "").replace("_", "-").partition("-")[0].lower()
    return code if code in languages() else ENGLISH


def find_request_language(scope: Mapping[str, Any]) -> str:
    """Return a request's language: its ``lang`` parameter, else the browser's preferred one.

    Args:
        scope: ASGI scope of the request.
    """
    asked = parse_qs(scope.get("query_string", b"").decode("ascii", "ignore")).get("lang", [""])[0]
    accepted = dict(scope.get("headers", ())).get(b"accept-language", b"")
    first = accepted.decode("ascii", "ignore").partition(",")[0].partition(";")[0].strip()
    return asked if asked in languages() else find_nearest_language(first)


def native_name(language: str) -> str:
    """Return a language's name in the language itself: "Deutsch" for "de"."""
    name = locale(language).languages.get(language, language)
    return name[:1].upper() + name[1:]


@cache
def locale(language: str) -> Locale:
    """Return Babel's locale of a language; English if Babel does not know it."""
    try:
        return Locale.parse(language)
    except UnknownLocaleError:
        return Locale.parse(ENGLISH)


@cache
def load_catalogue(language: str) -> NullTranslations:
    """Return the gettext translations of an interface language.

    A message that has no translation, or one that nobody has reviewed ("fuzzy"), stays English.
    """
    if language == ENGLISH:
        return NullTranslations()
    packed = io.BytesIO()
    write_mo(packed, read_catalogue(language))
    packed.seek(0)
    return Translations(packed)


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of a language, parsed from its ``messages.po``."""
    with (FOLDER / language / MESSAGES).open("rb") as file:
        return read_po(file, locale=language)


def number_symbols(language: str) -> Mapping[str, str]:
    """Return the separators in a language's numbers: "decimal", and "group" of thousands."""
    signs = locale(language).number_symbols["latn"]
    return {"decimal": signs["decimal"], "group": signs["group"]}


@cache
def script_catalogue(language: str) -> Mapping[str, object]:
    """Return the translations and number separators that the browser's scripts need.

    Args:
        language: code of the interface language.

    Returns:
        "language" (the code), "messages" (translation or list of plural forms by English message),
        and the separators in numbers: "decimal", and "group" of thousands.
    """
    messages = {
        _script_key(one): one.string if isinstance(one.string, str) else list(one.string)
        for one in read_catalogue(language)
        if one.id and not one.fuzzy and one.string and any(one.string)
        if any(file.endswith(".js") for file, __ in one.locations)
    }
    return {"language": language, "messages": messages, **number_symbols(language)}


def _script_key(message: Message) -> str:
    """Return a message's key in scripts: its id, preceded by its context if it has one."""
    one = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}\u0004{one}" if message.context else one


def find_translation_file(path: Path, language: str) -> Path:
    """Return a text file's translation, such as ``text.de.md``; the English file if missing.

    Args:
        path: path of the English file.
        language: code of the interface language.
    """
    if language == ENGLISH:
        return path
    own = path.with_suffix(f".{language}{path.suffix}")
    return own if own.exists() else path
