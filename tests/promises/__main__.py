"""Choose the sentences that pages begin with: ``python -m tests.promises``, after new weights.

For each page with a promise, each language of the interface and each language into which its
sentence is translated, a sentence stays if it keeps the promise. Else the first candidate takes its
place that keeps it for the most languages: visitors who change only the language of the translation
should not have their sentence changed.
"""

import csv
from pathlib import Path

from model.languages import LANGUAGES
from tests.promises.promises import PROMISES
from ui.readings import openings, session

CANDIDATES = Path(__file__).with_name("candidates.tsv")
KNOWN = Path(__file__).parents[2] / "assets/sentences.tsv"
LONGEST = 60  # letters: the field of the bar shows so many


def candidates(page: str, language: str) -> list[str]:
    """Return sentences for a page: those written for it first, then those of all pages."""
    with CANDIDATES.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    with KNOWN.open(encoding="utf-8") as lines:
        known = [row[language] for row in csv.DictReader(lines, delimiter="\t")]
    fitting = [row for row in rows if row["language"] == language]
    fitting.sort(key=lambda row: row["page"] != page)
    ours = [openings.SENTENCES[language], *(row["sentence"] for row in fitting)]
    return [one for one in dict.fromkeys([*ours, *known]) if len(one) <= LONGEST]


def choose(page: str, language: str, before: dict[str, str]) -> dict[str, str]:
    """Return a sentence of a language for each one into which it is translated.

    Args:
        page: its name.
        language: of the sentences.
        before: what it begins with until now.
    """
    keeps = PROMISES[page]
    targets = [code for code in LANGUAGES if session.saw_direction(language, code)]
    targets = [code for code in targets if code != language]
    chosen = {code: text for code, text in before.items() if keeps(text, code)}
    while missing := [code for code in targets if code not in chosen]:
        best: list[str] = []
        for text in candidates(page, language):
            kept = [code for code in missing if keeps(text, code)]
            if len(kept) > len(best):
                best, sentence = kept, text
            if len(best) == len(missing):
                break
        if not best:
            print(f"{page}: no sentence from {language} into {', '.join(missing)} keeps it")
            break
        chosen |= dict.fromkeys(best, sentence)
    return chosen


def main() -> None:
    """Write the table anew, and say what is new in it."""
    known, found = openings.rows(), {}
    for page in PROMISES:
        for language in openings.SENTENCES:
            own = {
                code: text
                for (one, of, code), text in known.items()
                if (one, of) == (page, language)
            }
            for code, text in sorted(choose(page, language, own).items()):
                found[page, language, code] = text
                if own.get(code) != text:
                    print(f"{page}, {language} into {code}: {text}", flush=True)
    with openings.FILE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_NONE, lineterminator="\n")
        table.writerow(["page", "from", "to", "sentence"])
        table.writerows([*key, text] for key, text in found.items())


if __name__ == "__main__":
    main()
