"""Bring all catalogues up to date: ``python -m ui.locales``; a new language: add its code.

``--check`` writes nothing and says how much of each language is missing.
"""

import argparse
import re
from collections.abc import Sequence
from copy import deepcopy

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from ui import locales
from ui.locales import ENGLISH, MESSAGES, languages, read_catalogue
from ui.locales.changed_messages import carry_over_translations, is_translated
from ui.locales.extract import extract_messages
from ui.words import format_integer


def main(arguments: Sequence[str] | None = None) -> None:
    """Bring the catalogues of all languages up to date: the command ``python -m ui.locales``.

    Args:
        arguments: arguments of the command; None: those that the program was started with.
    """
    parser = argparse.ArgumentParser("python -m ui.locales", description=__doc__)
    parser.add_argument("new", nargs="*", help="code of a language to begin, such as it")
    parser.add_argument("--check", action="store_true", help="only say what is missing")
    chosen = parser.parse_args(arguments)
    for code in chosen.new:
        if not is_language_code(code):
            parser.error(f"{code!r} is no code of a language, such as it")
    messages = extract_messages()
    print(f"en: {format_integer(len(messages))} messages")
    for language in dict.fromkeys((*languages(), *chosen.new)):
        if language != ENGLISH:
            catalog = merge_messages(language, messages)
            if not chosen.check:
                write_catalogue(language, catalog)
            print(describe_coverage(language, catalog))


def is_language_code(text: str) -> bool:
    """Whether a text is a language code that Babel knows, and so safe as a folder name."""
    try:
        return re.fullmatch("[a-z]{2,3}(_[A-Z][A-Za-z]+)?", text) is not None and bool(Locale(text))
    except (ValueError, UnknownLocaleError):
        return False


def merge_messages(language: str, messages: Catalog) -> Catalog:
    """Return the catalogue of a language, updated to the messages that the code has now.

    A language that has no catalogue yet gets a new one. The translation of a message that changed
    a little is kept, marked as fuzzy.

    Args:
        language: code of the interface language.
        messages: all messages of the code; see ``extract_messages``.
    """
    known = (locales.FOLDER / language / MESSAGES).exists()
    catalog = read_catalogue(language) if known else Catalog(locale=language)
    # Babel's own fuzzy matching mixes sentences of all pages, and takes seconds per message.
    # A deep copy, since Babel reuses new message objects: each language changes its own.
    catalog.update(deepcopy(messages), no_fuzzy_matching=True, update_header_comment=False)
    carry_over_translations(catalog, catalog.obsolete.values())
    return catalog


def write_catalogue(language: str, catalog: Catalog) -> None:
    """Write a catalogue with minimal diffs: sorted, without dates and line numbers.

    Args:
        language: code of the interface language.
        catalog: its messages.
    """
    catalog.header_comment = f"# {catalog.locale or language}: the interface of Glass Transformer."
    catalog.obsolete.clear()
    path = locales.FOLDER / language / MESSAGES
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        write_po(
            file, catalog, width=100, sort_output=True, include_lineno=False, ignore_obsolete=True
        )
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    dates = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By')
    path.write_text("".join(line for line in lines if not line.startswith(dates)), "utf-8")


def describe_coverage(language: str, catalog: Catalog) -> str:
    """Return the counts of missing and fuzzy messages in a catalogue, as a line of text.

    Args:
        language: code of the interface language.
        catalog: its messages.
    """
    messages = [one for one in catalog if one.id]
    fuzzy = sum(one.fuzzy for one in messages)
    missing = sum(not is_translated(one) for one in messages)
    return f"{language}: {format_integer(missing)} missing, {format_integer(fuzzy)} fuzzy"


if __name__ == "__main__":
    main()
