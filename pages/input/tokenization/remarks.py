"""Sentences of the tokenization page about the current sentence, and the pieces it lists."""

from collections import Counter

from model.marian.tokenizer import MarianTokenizer
from model.tokenizer import SPACE, Merge, Tokenizer, normalize
from pages.input.tokenization import compute
from pages.input.tokenization.compute import LONGEST, Piece, PieceEntry
from ui.messages import _, ngettext
from ui.words import format_integer, format_with_sign, join_names

MOST = 40  # pieces that are listed for words with unknown characters
FOUND = 20  # pieces that a search lists
EXAMPLE = "The cat 😺 says 你好 & <b>."


def find_most_split_word(parts: list[Piece]) -> int:
    """Return the number, from 1, of the first piece of the word with the most pieces.
    Of equal words it is the longest; 1 if no word has letters.
    """
    lettered = [piece for piece in parts if any(char.isalpha() for char in piece.text)]
    pieces = Counter(piece.word for piece in lettered)
    letters = Counter(piece.word for piece in lettered for __ in piece.text)
    if not pieces:
        return 1
    word = max(pieces, key=lambda word: (pieces[word], letters[word]))
    return 1 + next(place for place, piece in enumerate(parts) if piece.word == word)


def word_to_replay(
    tokenizer: Tokenizer, text: str, parts: list[Piece], piece_index: int, typed_word: str
) -> tuple[str, str]:
    """Return the word whose BPE merges are shown, and a remark on it ("" for none).
    It is the typed word, else the word of the chosen piece.

    Args:
        tokenizer: the tokenizer that normalizes the words.
        text: the sentence.
        parts: its pieces.
        piece_index: index of the chosen piece, from 0; the end token is the last.
        typed_word: a typed word to replay instead, or "".
    """
    words = tokenizer.normalized_text(text).split(SPACE)[1:]
    if normalize(typed_word):
        word, remark = normalize(typed_word), ""
    elif piece_index < len(parts):
        word, remark = words[parts[piece_index].word], ""
    else:
        word = words[parts[-1].word]
        remark = _(
            "The end token is a single piece from the start, with no merges, so the last word is "
            "shown below instead."
        )
    if len(word) > LONGEST:
        remark = _(
            "Only this word's first {count} characters are replayed, as though it ended there."
        ).format(count=LONGEST)
    return word[:LONGEST], remark


def describe_takeaway(
    tokenizer: Tokenizer, word: str, steps: list[Merge], parts: list[Piece]
) -> str:
    """Return the takeaway: a word's first and last merges, and the sentence's number of pieces.
    ``steps`` are the replayed merges of ``word``, the unmerged characters first.
    """
    shown = _("“{word}”").format(word=word)
    words = compute.split_words("".join(piece.text for piece in parts))
    signs = sum(not any(map(str.isalnum, word)) for word in words)
    counts = []
    if number := len(words) - signs:
        counts.append(
            ngettext("one word", "{count} words", number).format(count=format_integer(number))
        )
    if signs:
        counts.append(
            ngettext("one punctuation mark", "{count} punctuation marks", signs).format(
                count=format_integer(signs)
            )
        )
    number = len(parts)
    pieces = ngettext("one piece", "{count} pieces", number).format(count=format_integer(number))
    sentence = _("The whole sentence, {counts}, is cut into {pieces}.").format(
        counts=join_names(counts), pieces=pieces
    )
    if len(steps) == 1:
        order = _(
            "In {word}, no merge applies, because none of its neighbouring pairs was ever learned."
        )
        return f"{order.format(word=shown)} {sentence}"
    first, last = (
        _("“{word}”").format(word=step.pieces[step.joined]) for step in (steps[1], steps[-1])
    )
    if len(steps) == 2:
        order = _(
            "In {word}, a single merge (number {early}) applies: it makes {first}. Common pairs "
            "were learned first."
        )
    else:
        order = _(
            "{word} is built up from {first} (merge {early}) to {last} (merge {late}). Common "
            "pairs were learned first."
        )
    early, late = format_integer(steps[1].rank + 1), format_integer(steps[-1].rank + 1)
    order = order.format(word=shown, first=first, last=last, early=early, late=late)
    return f"{order} {sentence}"


def format_row_count(merges: int) -> str:
    """Return, in words, how many rows and merges the merge player shows."""
    if not merges:
        return _("no merge")
    rows = ngettext("one row", "{count} rows", merges + 1).format(count=format_integer(merges + 1))
    count = format_integer(merges)
    return f"{rows}, {ngettext('one merge', '{count} merges', merges).format(count=count)}"


def first_merge_latex(tokenizer: Tokenizer, steps: list[Merge]) -> str | None:
    """Return which of the first step's pairs merges, as a minimum of ranks, in LaTeX; else None."""
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


def list_unknown_pieces(
    tokenizer: Tokenizer, parts: list[Piece]
) -> list[tuple[str, list[PieceEntry]]]:
    """Return (label, pieces) lists of words with unknown characters, or of an example's.
    With bytes in the vocabulary, a second list shows them as if there were none.

    Args:
        tokenizer: the tokenizer of the pieces.
        parts: pieces of the sentence.

    Returns:
        Labels and lists: the pieces as they are and, if the vocabulary has bytes, as they would be
        without.
    """
    strange = {piece.word for piece in parts if piece.character or not piece.known}
    some = [piece for piece in parts if piece.word in strange][:MOST]
    if not tokenizer.has_byte_fallback:
        if some:
            label = _(
                "This vocabulary has no bytes. These words of your sentence contain a character "
                "without a piece:"
            )
        else:
            label = _(
                "This vocabulary has no bytes. Every character of your sentence has a piece, "
                "so here is an example, “{example}”:"
            )
        shown = some or compute.segment(tokenizer, EXAMPLE)
        return [(label.format(example=EXAMPLE), _entries(shown))]
    if some:
        label = _("In your sentence, written in this vocabulary's bytes:")
    else:
        label = _(
            "Every character of your sentence has a piece, so here is an example, "
            "“{example}”, written in this vocabulary's bytes:"
        )
    some = some or compute.segment(tokenizer, EXAMPLE)
    return [
        (label.format(example=EXAMPLE), _entries(some)),
        (_("The same without bytes:"), _entries(compute.replace_bytes_by_unknown(some))),
    ]


def _entries(parts: list[Piece]) -> list[PieceEntry]:
    """Return pieces as entries of a list, unknown ones with their code points."""
    return [
        PieceEntry(
            piece.name,
            piece.id,
            "" if piece.known else _format_code_points(piece.text),
            kind="" if piece.known else "unknown",
            joined=not piece.name.startswith(SPACE),
        )
        for piece in parts
    ]


def find_pieces(tokenizer: Tokenizer, text: str) -> tuple[str, list[PieceEntry]]:
    """Return a label and the first pieces that contain a text; for "", the first merged ones."""
    ids = compute.find_piece_ids(tokenizer, text)
    if not text.strip(" "):
        ids = list(range(len(tokenizer)))[tokenizer.first_piece :]
        label = _("The first {shown} merges the tokenizer learned:")
    elif len(ids) > FOUND:
        label = _(
            "{count} pieces contain them. Here are {shown}, starting with those that begin with "
            "these letters:"
        )
    elif ids:
        label = ngettext("One piece contains them:", "{count} pieces contain them:", len(ids))
    else:
        label = _("No piece contains them.")
    label = label.format(count=format_integer(len(ids)), shown=FOUND)
    shown = ids[:FOUND]
    return label, [PieceEntry(p, i) for p, i in zip(tokenizer.pieces(shown), shown, strict=True)]


def list_special_tokens(tokenizer: Tokenizer, names: dict[str, str]) -> list[PieceEntry]:
    """Return list entries of the special tokens, with what each is for.
    ``names`` maps codes to names of languages.
    """
    notes = [_("makes short sentences as long as the others"), _("unknown"), _("end of sentence")]
    ids = range(tokenizer.first_piece)
    start = _("start, {language}")
    starts = {
        tokenizer.start(code): start.format(language=names[code]) for code in tokenizer.languages
    }
    several = len(starts) < len(tokenizer.languages)
    notes += [_("start, all languages")] if several else starts.values()
    return [
        PieceEntry(text, i, note, "special")
        for text, i, note in zip(tokenizer.pieces(ids), ids, notes, strict=True)
    ]


def _format_code_points(text: str) -> str:
    """Return the code points of up to three characters, such as "U+4F60"."""
    codes = [f"U+{ord(char):04X}" for char in text[:3]]
    return " ".join(codes) + (" …" if len(text) > 3 else "")


def describe_segmentations(tokenizer: MarianTokenizer, word: str) -> str:
    """Describe a unigram model's best segmentation of a word, and the next best, with ln p."""
    segmentations = [
        (" ".join(pieces), score) for pieces, score in tokenizer.segmentations(word) if pieces
    ]
    if not segmentations:
        return _("There's nothing to cut.")
    (best, score), *others = segmentations
    rivals = "; ".join(f"{segment} ({format_with_sign(other, 2)})" for segment, other in others)
    what = _(
        "This vocabulary is a **unigram** model: it merges nothing, and the most likely cut wins."
    )
    if rivals:
        here = _(
            "Here **{best}** wins ({score}), ahead of {rivals}. The numbers are logarithms of "
            "probabilities."
        )
    else:
        here = _(
            "Here the only possible cut is **{best}**. The logarithm of its probability is {score}."
        )
    here = here.format(best=best, score=format_with_sign(score, 2), rivals=rivals)
    return f"{what} {here}"
