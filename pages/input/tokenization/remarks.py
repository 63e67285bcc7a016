"""Sentences of the tokenization page about the current sentence, and the pieces it lists."""

from collections import Counter
from collections.abc import Sequence

from model.marian.tokenizer import MarianTokenizer
from model.tokenizer import BYTES, SPACE, UNK, Merge, Tokenizer, normalize
from pages.input.tokenization import compute
from pages.input.tokenization.compute import LONGEST, Piece, PieceEntry
from ui.messages import _, ngettext
from ui.words import format_decimal, format_integer, join_names

MOST = 40  # pieces that are listed for words with unknown characters
FOUND = 20  # pieces that a search lists
EXAMPLE = "The cat 😺 says 你好 & <b>."


def find_most_split_word_start(pieces: list[Piece]) -> int:
    """Return the number, from 1, of the first piece of the word that is cut into the most pieces.

    Of several such words, the one with the most characters is taken. Only words with letters count;
    without any, the result is 1.

    Args:
        pieces: the pieces of the sentence.
    """
    lettered = [piece for piece in pieces if any(char.isalpha() for char in piece.text)]
    counts = Counter(piece.word for piece in lettered)
    letters = Counter(piece.word for piece in lettered for __ in piece.text)
    if not counts:
        return 1
    word = max(counts, key=lambda word: (counts[word], letters[word]))
    return 1 + next(place for place, piece in enumerate(pieces) if piece.word == word)


def find_word_to_replay(
    tokenizer: Tokenizer, text: str, pieces: list[Piece], piece_index: int, typed_word: str
) -> tuple[str, str]:
    """Return the word whose BPE merges are shown one by one, cut to ``LONGEST`` (40) characters.

    It is the typed word, if there is one, else the word that the chosen piece belongs to.

    Args:
        tokenizer: the tokenizer that normalizes the words.
        text: the sentence.
        pieces: the pieces of the sentence.
        piece_index: index of the chosen piece, from 0; ``len(pieces)`` stands for the end token,
            which has no merges, so that the last word is returned.
        typed_word: a word that the visitor typed, or "".

    Returns:
        The word, and a sentence that explains why it is not the chosen word or is cut off, or "".
    """
    words = tokenizer.normalized_text(text).split(SPACE)[1:]
    if normalize(typed_word):
        word, remark = normalize(typed_word), ""
    elif piece_index < len(pieces):
        word, remark = words[pieces[piece_index].word], ""
    else:
        word = words[pieces[-1].word]
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
    tokenizer: Tokenizer, word: str, steps: list[Merge], pieces: list[Piece]
) -> str:
    """Return the takeaway: whether a word is on the list or put together from pieces, and into how
    many pieces the whole sentence is cut.

    Args:
        tokenizer: the model's tokenizer.
        word: the word that is merged.
        steps: the word after each merge; the first entry holds its single characters, before any.
        pieces: the pieces of the whole sentence.
    """
    words = compute.split_words("".join(piece.text for piece in pieces))
    signs = sum(not any(map(str.isalnum, word)) for word in words)
    counts = []
    if number := len(words) - signs:
        counts.append(ngettext("one word", "{count:,} words", number).format(count=number))
    if signs:
        counts.append(
            ngettext("one punctuation mark", "{count:,} punctuation marks", signs).format(
                count=signs
            )
        )
    number = len(pieces)
    cut = ngettext("one piece", "{count:,} pieces", number).format(count=number)
    sentence = _("The whole sentence, {counts}, is cut into {pieces}.").format(
        counts=join_names(counts), pieces=cut
    )
    return f"{_describe_word(tokenizer, word, steps[-1].pieces)} {sentence}"


def _describe_word(tokenizer: Tokenizer, word: str, pieces: Sequence[str]) -> str:
    """Describe whether a word, without the punctuation around it, is on the list of pieces.

    Args:
        tokenizer: the model's tokenizer.
        word: the word.
        pieces: the pieces it is cut into.
    """
    inner = [place for place, piece in enumerate(pieces) if any(map(str.isalnum, piece))]
    parts = pieces[inner[0] : inner[-1] + 1] if inner else pieces
    if UNK in map(tokenizer.id_of, parts) or set(parts).intersection(BYTES):
        return _("“{word}” has a character that isn't on the list.").format(word=word)
    shown = "".join(parts).removeprefix(SPACE) or SPACE
    if len(parts) == 1:
        return _("“{word}” is on the list as a single piece.").format(word=shown)
    return _(
        "“{word}” isn't on the list, so it's put together from {count:,} pieces: {pieces}."
    ).format(
        word=shown,
        count=len(parts),
        pieces=join_names([_("“{word}”").format(word=piece) for piece in parts]),
    )


def describe_merge_order(word: str, steps: list[Merge]) -> str:
    """Describe the first and the last merge of a word.

    Args:
        word: the word that is merged.
        steps: the word after each merge; the first entry holds its single characters, before any.
    """
    shown = _("“{word}”").format(word=word)
    if len(steps) == 1:
        return _(
            "In {word}, no merge applies, because none of its neighbouring pairs was ever learned."
        ).format(word=shown)
    first, last = (
        _("“{word}”").format(word=step.pieces[step.joined]) for step in (steps[1], steps[-1])
    )
    if len(steps) == 2:
        order = _(
            "In {word}, a single pair is joined: {first}, learned as pair {early:,}. Common pairs "
            "were learned first."
        )
    else:
        order = _(
            "In {word}, {first} is joined first (learned as pair {early:,}) and {last} last (pair "
            "{late:,}). Common pairs were learned first, so they go first."
        )
    early, late = steps[1].rank + 1, steps[-1].rank + 1
    return order.format(word=shown, first=first, last=last, early=early, late=late)


def format_row_count(merge_count: int) -> str:
    """Return the number of merges of a word, and of rows that show them, as text, such as "5 rows,
    4 merges".

    Args:
        merge_count: number of merges; one more row shows the single characters.
    """
    if not merge_count:
        return _("no merge")
    rows = ngettext("one row", "{count:,} rows", merge_count + 1).format(count=merge_count + 1)
    merges = ngettext("one merge", "{count:,} merges", merge_count).format(count=merge_count)
    return f"{rows}, {merges}"


def first_merge_latex(tokenizer: Tokenizer, steps: list[Merge]) -> str | None:
    r"""Return a LaTeX formula for the first merge of a word, that of the pair of neighbouring
    characters with the smallest merge rank, such as ``\min(7,\ \infty,\ 52) = 7``.

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
    tokenizer: Tokenizer, pieces: list[Piece]
) -> list[tuple[str, list[PieceEntry]]]:
    """Return the pieces of all words with a character that the vocabulary lacks, as lists to show.

    If the sentence has no such word, the pieces of an example are listed.

    Args:
        tokenizer: the tokenizer of the pieces.
        pieces: the pieces of the sentence.

    Returns:
        One (label, entries) pair; two if the vocabulary has byte pieces: the words written in
        bytes, and as they would be without bytes, with unknown pieces.
    """
    strange = {piece.word for piece in pieces if piece.character or not piece.known}
    some = [piece for piece in pieces if piece.word in strange][:MOST]
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


def _entries(pieces: list[Piece]) -> list[PieceEntry]:
    """Return pieces as entries of a list, unknown ones with their code points."""
    return [
        PieceEntry(
            piece.name,
            piece.id,
            "" if piece.known else _format_code_points(piece.text),
            kind="" if piece.known else "unknown",
            joined=not piece.name.startswith(SPACE),
        )
        for piece in pieces
    ]


def find_pieces(tokenizer: Tokenizer, text: str) -> tuple[str, list[PieceEntry]]:
    """Return a label that tells how many pieces contain a text, and the first ``FOUND`` (20).

    Args:
        tokenizer: the tokenizer whose vocabulary is searched.
        text: the text to look for; if it is empty, the pieces learned first are returned.
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
    """Describe the likeliest segmentations of a word under a unigram model, with their
    log-probabilities.

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
    rivals = "; ".join(f"{segment} ({format_decimal(other, 2)})" for segment, other in others)
    what = _(
        "This vocabulary is a **unigram** model: it merges nothing, and the most likely cut wins."
    )
    if rivals:
        here = _(
            "Here **{best}** wins ({score:.2}), ahead of {rivals}. The numbers are logarithms of "
            "probabilities."
        )
    else:
        here = _(
            "Here the only possible cut is **{best}**. The logarithm of its probability is "
            "{score:.2}."
        )
    here = here.format(best=best, score=score, rivals=rivals)
    return f"{what} {here}"
