"""Words in scripts that go through no door: found in their text, as no browser draws them here."""

import re
from collections.abc import Iterator

from tests.plain.texts import SCRIPT_COMMENT
from ui.views import scripts

STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
DOOR = re.compile(r'(?<![\w.$])t[nc]?\(\s*(?:"(?:[^"\\\n]|\\.)*"\s*[+,]\s*)*$')
CODE = re.compile(  # after which a string is code: a selector, a class, a file, a name of an event
    r"(?:from|import|case|===|!==|querySelector(?:All)?\(|closest\(|matches\(|classList\.\w+\(|"
    r"getAttribute\(|setAttribute\(|addEventListener\(|class:|type:|role:|URL\(|Error\()\s*$"
)
# Letters that are no words: units, colours, styles, paths, names of files, the tags of HTML.
NO_WORDS = re.compile(
    r"px|%|rgba?\(|var\(|translate|rotate|scale|matrix|url\(|calc\(|<|\.st-|\[|::|/|^[a-z]+[-_:]"
)


def unspoken() -> Iterator[tuple[str, int, str]]:
    """Yield path, line and text of all strings that look like words and are no messages."""
    for path, text in scripts.script_texts().items():
        if path.startswith(scripts.VENDOR):
            continue
        bare = SCRIPT_COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
        for found in STRING.finditer(bare):
            before = bare[max(0, found.start() - 300) : found.start()]
            words = re.sub(r"\$\{[^}]*\}", " ", found[0][1:-1])
            said = re.search(r"[A-Za-z]{2,} +[A-Za-z]{2,}|^[A-Z][a-z]{2,}|[a-z]{3,} $", words)
            if said and not (DOOR.search(before) or CODE.search(before) or NO_WORDS.search(words)):
                yield path, bare.count("\n", 0, found.start()) + 1, found[0]
