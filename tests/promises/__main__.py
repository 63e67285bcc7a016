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
from ui.readings import opening_sentences, session

CANDIDATES = Path(__file__).with_name("candidates.tsv")
KNOWN = Path(__file__).parents[2] / "assets/sentences.tsv"
LONGEST = 60  # letters: the field of the bar shows so many
MANY = 12  # candidates among which the best is looked for; then the first one that fits is taken


def candidates(page: str, language: str) -> list[str]:
    """Return sentences for a page: those written for it first, then those of all pages."""
    with CANDIDATES.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    with KNOWN.open(encoding="utf-8") as lines:
        known = [row[language] for row in csv.DictReader(lines, delimiter="\t")]
    fitting = [row for row in rows if row["language"] == language]
    fitting.sort(key=lambda row: row["page"] != page)
    ours = [opening_sentences.SENTENCES[language], *(row["sentence"] for row in fitting)]
    return [one for one in dict.fromkeys([*ours, *known]) if len(one) <= LONGEST]


def choose(page: str, language: str, before: dict[str, str]) -> dict[str, str]:
    """Return a sentence of a language for each one into which it is translated.

    Args:
        page: its name.
        language: of the sentences.
        before: what it begins with until now.
    """
    keeps = PROMISES[page]
    targets = [code for code in LANGUAGES if session.was_trained_on(language, code)]
    targets = [code for code in targets if code != language]
    chosen = {code: text for code, text in before.items() if keeps(text, code)}
    while missing := [code for code in targets if code not in chosen]:
        sentences, best = candidates(page, language), ("", [])
        for tried, text in enumerate(sentences):
            kept = [code for code in missing if keeps(text, code)]
            best = max(best, (text, kept), key=lambda one: len(one[1]))
            if best[1] and (tried >= MANY or len(best[1]) == len(missing)):
                break
        text, kept = best
        if not kept:
            print(f"{page}: no sentence from {language} into {', '.join(missing)} keeps it")
            break
        print(f"{page}, {language} into {', '.join(kept)}: {text}", flush=True)
        chosen |= dict.fromkeys(kept, text)
    return chosen


def main() -> None:
    """Write the table anew, and say what is new in it."""
    known = dict(opening_sentences.load_page_sentences())
    for page in PROMISES:
        for language in opening_sentences.SENTENCES:
            own = {
                to: text for (one, of, to), text in known.items() if (one, of) == (page, language)
            }
            found = choose(page, language, own)
            known = {key: text for key, text in known.items() if key[:2] != (page, language)}
            known |= {(page, language, to): text for to, text in sorted(found.items())}
            write(known)


def write(rows: dict[tuple[str, str, str], str]) -> None:
    """Write the table as far as it is known."""
    with opening_sentences.FILE.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_NONE, lineterminator="\n")
        table.writerow(["page", "from", "to", "sentence"])
        table.writerows([*key, text] for key, text in rows.items() if key[0] in PROMISES)


if __name__ == "__main__":
    main()
