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
    """Find the word that is cut into the most pieces; return the number of its first piece, from 1.

    If several words have equally many pieces, it is the one with the most characters. Only words
    with letters count; without any, the result is 1.

    Args:
        parts: the pieces of the sentence.
    """
    lettered = [piece for piece in parts if any(char.isalpha() for char in piece.text)]
    pieces = Counter(piece.word for piece in lettered)
    letters = Counter(piece.word for piece in lettered for __ in piece.text)
    if not pieces:
        return 1
    word = max(pieces, key=lambda word: (pieces[word], letters[word]))
    return 1 + next(place for place, piece in enumerate(parts) if piece.word == word)


def find_word_to_replay(
    tokenizer: Tokenizer, text: str, parts: list[Piece], piece_index: int, typed_word: str
) -> tuple[str, str]:
    """Return the word whose BPE merges the page shows one by one, and a remark on the choice.

    The word is the typed one, if there is one, else the word that the chosen piece belongs to. At
    most its first ``LONGEST`` characters are returned.

    Args:
        tokenizer: the tokenizer that normalizes the words.
        text: the sentence.
        parts: the pieces of the sentence.
        piece_index: index of the chosen piece, from 0; ``len(parts)`` stands for the end token,
            which has no merges, so that the last word is returned.
        typed_word: a word that the visitor typed, or "".

    Returns:
        The word, and a sentence that says why it is not the chosen one or is cut off; "" if there
        is nothing to explain.
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
    """Return the takeaway: which merges of a word come first and last, and into how many pieces the
    whole sentence is cut.

    Args:
        tokenizer: the model's tokenizer.
        word: the word that is merged.
        steps: the word after each merge; the first entry holds its single characters, before any.
        parts: the pieces of the whole sentence.
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
    """Return the size of the merge player in words, such as "5 rows, 4 merges".

    Args:
        merges: number of merges. There is one more row than merges, for the single characters.
    """
    if not merges:
        return _("no merge")
    rows = ngettext("one row", "{count} rows", merges + 1).format(count=format_integer(merges + 1))
    count = format_integer(merges)
    return f"{rows}, {ngettext('one merge', '{count} merges', merges).format(count=count)}"


def first_merge_latex(tokenizer: Tokenizer, steps: list[Merge]) -> str | None:
    r"""Return a LaTeX formula that says which two neighbouring characters of a word are merged
    first: those with the smallest merge rank, such as ``\min(7,\ \infty,\ 52) = 7``.

    Args:
        tokenizer: the tokenizer that knows the ranks.
        steps: the word after each merge; the first entry holds its single characters, before any.

    Returns:
        The formula, with ranks from 1 and ∞ where a pair has no merge; None if nothing is merged.
    """
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
    """Return lists of the pieces of those words that contain a character without a piece of its
    own. If the sentence has no such word, the pieces of an example are listed.

    Args:
        tokenizer: the tokenizer of the pieces.
        parts: the pieces of the sentence.

    Returns:
        One (label, entries) pair, or two if the vocabulary has byte pieces: then the first shows
        the words written in bytes, and the second shows them as a vocabulary without bytes would.
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
    """Search the vocabulary for pieces that contain a text; return a label that says how many there
    are, and the first ``FOUND`` of them.

    Args:
        tokenizer: the tokenizer whose vocabulary is searched.
        text: the text to look for; for an empty one, the pieces that were learned first are
            returned.
    """
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
    """Return a list entry for each special token, with a note that says what the token is for.

    Args:
        tokenizer: the tokenizer whose special tokens are listed.
        names: the languages' names by language code, such as {"fr": "French"}.
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
    """Describe how a unigram model cuts a word: the likeliest segmentation and the runners-up, each
    with its log-probability.

    Args:
        tokenizer: the tokenizer, whose vocabulary is a unigram model.
        word: the word.
    """
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
