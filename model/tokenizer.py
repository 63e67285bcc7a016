"""From text to tokens and back: a SentencePiece BPE vocabulary shared by all languages."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import sentencepiece

PAD, UNK, EOS = 0, 1, 2
SPACE = "\u2581"  # how SentencePiece writes the space before a word

# Quotes that NFKC (inside SentencePiece) leaves alone, and two characters that it reads as spaces.
TYPOGRAPHIC = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f"
_TYPED = str.maketrans(TYPOGRAPHIC + SPACE + "\ufffd", "''''\"\"\"\"  ")

BYTES = [f"<0x{number:02X}>" for number in range(256)]  # SentencePiece's byte-fallback pieces
# The gap before the exponent in 10⁵, 10⁻⁵ and s⁻¹, or the base in 10₂; 5¹⁄₂ is a fraction.
_RAISED, _LOWERED = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"
_POWER = re.compile(
    rf"(?<=[\d)\]])(?=[⁺⁻]?[{_RAISED}ⁿ])(?![{_RAISED}]+[⁄/])|(?<=[^\W\d_])(?=⁻[{_RAISED}])"
)
_BASE = re.compile(rf"(?<=\d)(?=[{_LOWERED}])")
_BEGINNING = re.compile(r"(?:^|[.!?…]\s)[\W_]*\w")  # of a sentence, to its first letter
_CURRENCY = re.compile(r"\b(?:usd|eur|gbp|chf|jpy|cad|aud|mxn)\b")
_WORD = re.compile(r"[^\W\d_]{2,}")
CHARACTERS_PER_PIECE = 2.5  # at least, in a word that is not an abbreviation
_SENTENCE_END = re.compile(r"[.!?…]$")


def normalize(text: str) -> str:
    """Return the text as the model reads it: one line, NFC, ASCII quotes, single spaces.

    SentencePiece later applies NFKC, which would turn 10⁵ into 105. Where it would so change the
    value of a number, a separating character is inserted here: 10⁵ becomes 10^⁵.
    """
    # Newlines become spaces; other control, format and surrogate characters are dropped.
    text = re.sub(r"\s+", " ", text.translate(_TYPED))
    text = "".join(char for char in text if unicodedata.category(char) not in {"Cc", "Cf", "Cs"})
    text = re.sub(" +", " ", unicodedata.normalize("NFC", text)).strip()
    return text if text.isascii() else _separate_digits(text)


def _separate_digits(text: str) -> str:
    """Insert separators between digits and adjacent superscripts or fractions, against NFKC."""
    text = _BASE.sub("_", _POWER.sub("^", text))
    apart = [
        f" {right}" if _would_merge_digits(left, right) else right for left, right in pairwise(text)
    ]
    return text[:1] + "".join(apart)


def _would_merge_digits(left: str, right: str) -> bool:
    """Whether NFKC would merge two characters into one number, as it reads 10⁵ as 105."""
    if _is_nfkc_stable(left) and _is_nfkc_stable(right):
        return False
    if any(left in digits and right in digits for digits in (_RAISED, _LOWERED)):
        return False
    before, after = (unicodedata.normalize("NFKC", char) for char in (left, right))
    return before[-1] in ".0123456789" and after[0].isdecimal()


def _is_nfkc_stable(char: str) -> bool:
    """Whether NFKC leaves a character unchanged; decimal digits count as such."""
    return char.isdecimal() or unicodedata.is_normalized("NFKC", char)


def sentence_case(text: str) -> str:
    """Return a text in lower case; sentence beginnings and currency codes stay capitalized."""
    small = _CURRENCY.sub(lambda code: code[0].upper(), text.lower())
    return _BEGINNING.sub(lambda first: first[0].upper(), small)


def decode_byte_pieces(text: str) -> str:
    """Decode byte-fallback pieces, such as ``<0xC3><0xA9>``, in the text of joined pieces."""
    return re.sub("(?:<0x[0-9A-F]{2}>)+", _decode_byte_run, text)


# At module level, for speed: the tests' type checker would decorate a nested one at every call.
def _decode_byte_run(run: re.Match) -> str:
    """Return the characters that a run of byte-fallback pieces encodes in UTF-8."""
    return bytes.fromhex(re.sub("<0x|>", "", run[0])).decode(errors="replace")


@dataclass(frozen=True)
class Merge:
    """One step of byte-pair encoding.

    Args:
        pieces: the word's pieces after this step.
        joined: index in ``pieces`` of the piece made by this step.
        rank: rank of the merge rule; lower was learned earlier.
    """

    pieces: tuple[str, ...]
    joined: int
    rank: int


class Tokenizer:
    """A SentencePiece tokenizer with one start token for each target language.

    Args:
        model: a serialized SentencePiece model whose first ids are PAD, UNK, EOS and one start
            token for each language.
        languages: the codes, in the order of their start tokens.

    Raises:
        ValueError: if the vocabulary does not belong to these languages.
    """

    merging = True  # whether ``merges`` can replay byte-pair encoding

    def __init__(self, model: bytes, languages: Sequence[str]) -> None:
        """Load the SentencePiece model; raise ValueError if a language has no start token in it."""
        self.model = model
        self.languages = tuple(languages)
        self._pieces = sentencepiece.SentencePieceProcessor(model_proto=model)
        for offset, language in enumerate(self.languages):
            if self._pieces.id_to_piece(EOS + 1 + offset) != f"<2{language}>":
                raise ValueError(f"the vocabulary has no start token for {language!r}")

    def __len__(self) -> int:
        return self._pieces.vocab_size()

    @property
    def first_piece(self) -> int:
        """Id of the first ordinary piece: lower ids are special tokens."""
        return EOS + 1 + len(self.languages)

    def start(self, language: str) -> int:
        """Return the id of a target language's start token, the decoder's first input.

        Raises:
            ValueError: if the language is not one of the model's.
        """
        if language not in self.languages:
            raise ValueError(f"no language {language!r}, only {', '.join(self.languages)}")
        return EOS + 1 + self.languages.index(language)

    def source_text(self, text: str, language: str) -> str:
        """Return the text as the encoder reads it: in sentence case if it was all in capitals.

        Any other text is returned as it is. Capitals would be split nearly into single characters,
        of which the model learned little.

        Args:
            text: the text as it was typed.
            language: code of the target language. It is ignored here, since the decoder's start
                token names the language; a ``MarianTokenizer`` puts it in front of the text.
        """
        return sentence_case(text) if self.is_shouted(text) else text

    def is_shouted(self, text: str) -> bool:
        """Whether a text is a sentence or word typed all in capitals, rather than abbreviations.

        The text must have no lower-case letter, and at least four letters. Besides, at least half
        of its words must not be abbreviations such as NASA, or it must end with . ! ? or ….
        """
        if not text.isupper() or sum(map(str.isalpha, text)) < 4:
            return False
        found = _WORD.findall(text)
        count = sum(map(self._is_word, found))
        return 2 * count >= max(1, len(found)) or bool(_SENTENCE_END.search(text))

    def _is_word(self, capitals: str) -> bool:
        """Whether a run of capitals is a word, no abbreviation: long, or few pieces in lower case.

        "stop" is one piece, "bonjour" is two; "eur" is two as well, "unesco" and "https" are more.
        """
        pieces = len(self.encode(capitals.lower()))
        return pieces == 1 or len(capitals) >= min(8, CHARACTERS_PER_PIECE * pieces)

    def is_language_token(self, piece: str) -> bool:
        """Whether a source piece names the target language: never here, always False.

        Here the decoder's start token names it; a ``MarianTokenizer`` has such source pieces.
        """
        return False

    def encode(self, text: str) -> list[int]:
        """Return the token ids of a text, without any special token."""
        return self._pieces.encode(normalize(text))

    def encode_target(self, text: str) -> list[int]:
        """Return the token ids of a translation, without any special token.

        Here they are those of ``encode``; a ``MarianTokenizer`` splits the target side in another
        way.
        """
        return self.encode(text)

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the token ids of each of several texts that ``normalize`` has normalized."""
        return self._pieces.encode(list(texts))

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of token ids; special tokens are left out."""
        return self._pieces.decode([int(i) for i in ids if i >= self.first_piece])

    def pieces(self, ids: Iterable[int]) -> list[str]:
        """Return each id's piece as the vocabulary writes it, with ▁ for a space."""
        return [self._pieces.id_to_piece(int(i)) for i in ids]

    def piece_texts(self, text: str) -> list[str]:
        """Return the part of ``normalized_text(text)`` that each piece of ``encode(text)`` covers.

        A character that is written as several byte pieces is given to the first of them, and the
        others get the empty string: the pieces "▁", "<0xC3>", "<0x85>", "ng" cover "▁", "Å", "",
        "ng".
        """
        return piece_substrings(self._pieces, self._pieces.encode_as_pieces(normalize(text)))

    def surfaces(self, text: str) -> list[str]:
        """Return the typed characters that each piece of ``encode(text)`` stands for, UNK included.

        ``pieces_with_surfaces`` tells which characters belong to a piece.
        """
        return [typed for _, typed in self.pieces_with_surfaces(text)]

    def pieces_with_surfaces(self, text: str) -> list[tuple[int, str]]:
        """Split a text into pieces; return for each its id and the typed characters it stands for.

        Example: "the cats" gives the ids of "▁the" and "▁cats", with "the" and " cats": a space
        belongs to the piece after it. Where NFKC turns one typed character into several that fall
        into different pieces, as "½" into "1⁄2", no typed character belongs to one piece: each
        piece is then given as the characters after NFKC that it covers.
        """
        segmented, typed = segment_with_surfaces(self._pieces, normalize(text))
        return list(zip(segmented["ids"], typed, strict=True))

    def normalized_text(self, text: str) -> str:
        """Return the text as normalized (NFKC), not yet split, with ▁ before each word."""
        return self._pieces.normalize(normalize(text))

    def id_of(self, piece: str) -> int:
        """Return the id of a piece; UNK's if the vocabulary lacks it."""
        return self._pieces.piece_to_id(piece)

    @property
    def has_byte_fallback(self) -> bool:
        """Whether the vocabulary has byte-fallback pieces, so that no character is unknown."""
        return self.id_of(BYTES[0]) != UNK

    def merges(self, word: str) -> list[Merge]:
        """Replay byte-pair encoding for one word, from single characters to its final pieces.

        Each merge joins the two neighbouring pieces whose merge was learned first; if the same two
        occur several times, the leftmost.

        Returns:
            A ``Merge`` for each merge, after a first one for the word split into characters, whose
            ``rank`` and ``joined`` are -1. In it, unknown characters are byte pieces or, without
            byte fallback, consecutive ones are one piece, as in SentencePiece.
        """
        pieces: list[str] = []
        for known, run in groupby(
            self.normalized_text(word), key=lambda char: self.id_of(char) != UNK
        ):
            text = "".join(run)
            unknown = [BYTES[byte] for byte in text.encode()] if self.has_byte_fallback else [text]
            pieces.extend(text if known else unknown)
        steps = [Merge(tuple(pieces), -1, -1)]
        first = self.first_piece  # ids rise with the order of learning
        while True:
            ids = [self.id_of(left + right) for left, right in pairwise(pieces)]
            learned = [i for i in ids if i >= first]
            if not learned:
                return steps
            at = ids.index(min(learned))
            pieces[at : at + 2] = [pieces[at] + pieces[at + 1]]
            steps.append(Merge(tuple(pieces), at, min(learned) - first))


def piece_substrings(
    processor: sentencepiece.SentencePieceProcessor, pieces: Sequence[str]
) -> list[str]:
    """Return the text that each piece of a sequence covers, with byte pieces decoded.

    Example: "▁", "<0xC3>", "<0x85>", "ng" -> "▁", "Å", "", "ng". Where several byte pieces write a
    character, the first is given the character and the others the empty string.

    Args:
        processor: the SentencePiece model, which knows the byte pieces.
        pieces: the consecutive pieces of a text, as the vocabulary writes them.
    """
    parts: list[str] = []
    for is_byte, run in groupby(
        pieces, key=lambda piece: processor.is_byte(processor.piece_to_id(piece))
    ):
        if not is_byte:
            parts.extend(run)
            continue
        for char in bytes(BYTES.index(piece) for piece in run).decode():
            parts.extend([char, *[""] * (len(char.encode()) - 1)])
    return parts


def segment_with_surfaces(
    processor: sentencepiece.SentencePieceProcessor, text: str
) -> tuple[dict[str, list], list[str]]:
    """Split a normalized text into pieces; return them with the typed characters of each.

    Args:
        processor: the SentencePiece model.
        text: the text, after ``normalize``.

    Returns:
        A dict with lists "ids", "pieces" and "offsets" (begin and end of each piece in ``text``),
        and the list of the characters that each piece stands for, as in
        ``Tokenizer.pieces_with_surfaces``.
    """
    segmented = processor.encode_as_offset_mapping(text)
    offsets = segmented["offsets"]
    covered = [
        part.replace(SPACE, " ") for part in piece_substrings(processor, segmented["pieces"])
    ]
    covered[:1] = [part.removeprefix(" ") for part in covered[:1]]  # SentencePiece adds that space
    typed = []
    for place, (begin, _) in enumerate(offsets):
        last = place  # further bytes of the same character cover nothing
        while last + 1 < len(covered) and not covered[last + 1]:
            last += 1
        typed.append(text[begin : offsets[last][1]])
    return segmented, [
        one if unicodedata.normalize("NFKC", one) == part else part
        for one, part in zip(typed, covered, strict=True)
    ]
