"""What the tokenization page says about this very sentence, and the pieces it lists."""

from collections import Counter

from model.marian.tokenizer import MarianTokenizer
from model.tokenizer import SPACE, Merge, Tokenizer, normalize
from pages.input.tokenization import compute
from pages.input.tokenization.compute import LONGEST, Entry, Piece
from ui.words import with_sign

MOST = 40  # pieces of words with characters that have none
FOUND = 20  # pieces that a search shows
EXAMPLE = "The cat 😺 says 你好 & <b>."


def interesting(parts: list[Piece]) -> int:
    """Return the place, from 1, of the word in most pieces, the longest one of equals."""
    lettered = [piece for piece in parts if any(char.isalpha() for char in piece.text)]
    pieces = Counter(piece.word for piece in lettered)
    letters = Counter(piece.word for piece in lettered for _ in piece.text)
    if not pieces:
        return 1
    word = max(pieces, key=lambda word: (pieces[word], letters[word]))
    return 1 + next(place for place, piece in enumerate(parts) if piece.word == word)


def chosen_word(
    tokenizer: Tokenizer, text: str, parts: list[Piece], place: int, spelled: str
) -> tuple[str, str]:
    """Return the word to replay and a remark on it, which may be "".

    Args:
        tokenizer: which normalizes the words.
        text: the sentence.
        parts: its pieces.
        place: of the chosen piece, from 0; the end token is the last.
        spelled: a word that was typed to be replayed instead.
    """
    words = tokenizer.characters(text).split(SPACE)[1:]
    if normalize(spelled):
        word, remark = normalize(spelled), ""
    elif place < len(parts):
        word, remark = words[parts[place].word], ""
    else:
        word = words[parts[-1].word]
        remark = "The end token is one piece from the start: no merges. Below, the last word."
    if len(word) > LONGEST:
        remark = (
            f"Only the first {LONGEST} characters of this word are replayed, as if they were all."
        )
    return word[:LONGEST], remark


def look_for(tokenizer: Tokenizer, word: str, steps: list[Merge], parts: list[Piece]) -> str:
    """Say which merges came first and last in a word, and how finely the sentence is cut."""
    shown = f"“{_plain(word)}”"
    words = compute.words("".join(piece.text for piece in parts))
    signs = sum(not any(map(str.isalnum, word)) for word in words)
    kinds = {"word": len(words) - signs, "sign": signs}
    counts = [_count(number, kind) for kind, number in kinds.items() if number]
    whole = (
        f"The whole sentence has {' and '.join(counts)}. It is cut into "
        f"{_count(len(parts), 'piece')}."
    )
    if len(steps) == 1:
        return f"No learned merge joins two neighbours in {shown}. {whole}"
    first, last = (f"“{_plain(step.pieces[step.joined])}”" for step in (steps[1], steps[-1]))
    order = f"{first} comes first (merge {steps[1].rank + 1:,})"
    if len(steps) > 2:
        order += f", {last} last (merge {steps[-1].rank + 1:,})"
    return f"In {shown} {order}: frequent pairs were learned early. {whole}"


def count_rows(merges: int) -> str:
    """Say how many rows the player draws: one before each merge, and the last one."""
    return f"{_count(merges + 1, 'row')}, {_count(merges, 'merge')}" if merges else "no merge"


def first_choice(tokenizer: Tokenizer, steps: list[Merge]) -> str | None:
    """Return the greedy rule's first choice in numbers, as LaTeX; None if there is no choice."""
    ranks = compute.pair_ranks(tokenizer, steps[0].pieces)
    if len(steps) == 1:
        return None
    numbers = [r"\infty" if rank is None else f"{rank + 1}" for rank in ranks]
    least = steps[1].joined
    if len(numbers) > 8:  # a long formula does not fit on a phone
        numbers = numbers[:7] if least < 7 else [*numbers[:3], r"\ldots", numbers[least]]
        numbers.append(r"\ldots")
    inside = r",\ ".join(numbers)
    return rf"\min({inside}) = {steps[1].rank + 1}"


def lacking(tokenizer: Tokenizer, parts: list[Piece]) -> list[tuple[str, list[Entry]]]:
    """Return what became of characters without a piece, of an example if a sentence has none.

    Args:
        tokenizer: whose pieces they are.
        parts: of the sentence.

    Returns:
        Lists with a label before each: the pieces as they are and, if bytes are among them, what
        they would be in a vocabulary without bytes.
    """
    whole = f"Your sentence has no such character. An example, “{EXAMPLE}”"
    strange = {piece.word for piece in parts if piece.byte_of or not piece.known}
    some = [piece for piece in parts if piece.word in strange][:MOST]
    if not tokenizer.has_bytes:
        label = "This vocabulary has no bytes. "
        label += "Words with such a character, in your sentence:" if some else f"{whole}:"
        return [(label, _entries(some or compute.cut(tokenizer, EXAMPLE)))]
    some, label = (some, "In your sentence") if some else (compute.cut(tokenizer, EXAMPLE), whole)
    return [
        (f"{label}, with bytes, as this vocabulary has them:", _entries(some)),
        ("The same without bytes:", _entries(compute.without_bytes(some))),
    ]


def _entries(parts: list[Piece]) -> list[Entry]:
    return [
        Entry(
            piece.name,
            piece.id,
            "" if piece.known else _codes(piece.text),
            kind="" if piece.known else "unknown",
            joined=not piece.name.startswith(SPACE),
        )
        for piece in parts
    ]


def find_pieces(tokenizer: Tokenizer, text: str) -> tuple[str, list[Entry]]:
    """Return the first pieces with a text in them; none is asked for: the first merges."""
    ids = compute.find(tokenizer, text)
    if not text.strip(" "):
        ids = list(range(len(tokenizer)))[tokenizer.first_piece :]
        label = f"The first {FOUND} merges that were learned:"
    elif len(ids) > FOUND:
        label = f"{len(ids):,} pieces have it. {FOUND} of them, those that begin with it first:"
    else:
        label = {0: "No piece has it.", 1: "One piece has it:"}.get(
            len(ids), f"{len(ids)} pieces have it:"
        )
    shown = ids[:FOUND]
    return label, [Entry(p, i) for p, i in zip(tokenizer.pieces(shown), shown, strict=True)]


def special(tokenizer: Tokenizer, names: dict[str, str]) -> list[Entry]:
    """Return the special tokens and what each of them is for."""
    notes = ["fills up short sentences", "unknown", "end of sentence"]
    ids = range(tokenizer.first_piece)
    starts = {tokenizer.start(code): f"start, {names[code]}" for code in tokenizer.languages}
    several = len(starts) < len(tokenizer.languages)
    notes += ["start, all languages"] if several else starts.values()
    return [
        Entry(text, i, note, "special")
        for text, i, note in zip(tokenizer.pieces(ids), ids, notes, strict=True)
    ]


def _codes(text: str) -> str:
    codes = [f"U+{ord(char):04X}" for char in text[:3]]
    return " ".join(codes) + (" …" if len(text) > 3 else "")


def _count(number: int, noun: str) -> str:
    return f"one {noun}" if number == 1 else f"{number:,} {noun}s"


def _plain(text: str) -> str:
    """Return a text in which two stars do not mean bold."""
    return text.replace("**", "*\u2060*")


def likeliest_cuts(tokenizer: MarianTokenizer, word: str) -> str:
    """Say how a unigram model cuts a word, and what else it could have done."""
    cuts = [(" ".join(pieces), score) for pieces, score in tokenizer.cuts(word) if pieces]
    if not cuts:
        return "There is nothing to cut."
    (best, score), *others = cuts
    rivals = "; ".join(f"{cut} ({with_sign(other, 2)})" for cut, other in others)
    return (
        "This vocabulary is a **unigram** model: nothing is merged, the most likely cut wins. "
        f"Here it is **{best}**, with ln p = {with_sign(score, 2)}"
        + (f"; its rivals: {rivals}." if rivals else ", and there is no other.")
    )
