"""From text to pieces and back: a SentencePiece BPE vocabulary shared by all languages."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import sentencepiece

PAD, UNK, EOS = 0, 1, 2
SPACE = "\u2581"  # how SentencePiece writes the space before a word

# Quotes that NFKC (inside SentencePiece) leaves alone, and two signs that it reads as spaces.
TYPOGRAPHIC = "\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f"
_TYPED = str.maketrans(TYPOGRAPHIC + SPACE + "\ufffd", "''''\"\"\"\"  ")

BYTES = [f"<0x{number:02X}>" for number in range(256)]  # pieces, as SentencePiece writes them
# Between the number and the exponent of 10⁵, 10⁻⁵ and s⁻¹, and the base of 10₂; 5¹⁄₂ is a fraction.
_RAISED, _LOWERED = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"
_POWER = re.compile(
    rf"(?<=[\d)\]])(?=[⁺⁻]?[{_RAISED}ⁿ])(?![{_RAISED}]+[⁄/])|(?<=[^\W\d_])(?=⁻[{_RAISED}])"
)
_BASE = re.compile(rf"(?<=\d)(?=[{_LOWERED}])")
_BEGINNING = re.compile(r"(?:^|[.!?…]\s)[\W_]*\w")  # of a sentence, to its first letter
_CURRENCY = re.compile(r"\b(?:usd|eur|gbp|chf|jpy|cad|aud|mxn)\b")
_WORD = re.compile(r"[^\W\d_]{2,}")
LETTERS_A_PIECE = 2.5  # of a word that is no code
_SENTENCE_END = re.compile(r"[.!?…]$")


def normalize(text: str) -> str:
    """Return the text as the model knows it: one line, NFC, plain quotes, single spaces.

    Where NFKC would change a number's value, a sign stands in between: 10⁵ becomes 10^⁵.
    """
    # Newlines are spaces; other control, format and surrogate characters have no place here.
    text = re.sub(r"\s+", " ", text.translate(_TYPED))
    text = "".join(char for char in text if unicodedata.category(char) not in {"Cc", "Cf", "Cs"})
    text = re.sub(" +", " ", unicodedata.normalize("NFC", text)).strip()
    return text if text.isascii() else _keep_values(text)


def _keep_values(text: str) -> str:
    """Part the digits of a number from raised, lowered and circled ones and fractions beside it."""
    text = _BASE.sub("_", _POWER.sub("^", text))
    apart = [f" {right}" if _would_merge(left, right) else right for left, right in pairwise(text)]
    return text[:1] + "".join(apart)


def _would_merge(left: str, right: str) -> bool:
    """Whether NFKC makes one number of two characters that are none."""
    if _is_as_read(left) and _is_as_read(right):
        return False
    if any(left in digits and right in digits for digits in (_RAISED, _LOWERED)):
        return False
    before, after = (unicodedata.normalize("NFKC", char) for char in (left, right))
    return before[-1] in ".0123456789" and after[0].isdecimal()


def _is_as_read(char: str) -> bool:
    return char.isdecimal() or unicodedata.is_normalized("NFKC", char)


def sentence_case(text: str) -> str:
    """Return a text in small letters but for the first one of each of its sentences, and money."""
    small = _CURRENCY.sub(lambda code: code[0].upper(), text.lower())
    return _BEGINNING.sub(lambda first: first[0].upper(), small)


def from_bytes(text: str) -> str:
    """Return a text of joined pieces in which bytes are the characters that they write."""
    return re.sub("(?:<0x[0-9A-F]{2}>)+", _characters, text)


# Tests check every call: a function within another is decorated anew each time, in a millisecond.
def _characters(run: re.Match) -> str:
    return bytes.fromhex(re.sub("<0x|>", "", run[0])).decode(errors="replace")


@dataclass(frozen=True)
class Merge:
    """One step of byte-pair encoding.

    Args:
        pieces: the word's pieces after this step.
        joined: index in ``pieces`` of the piece that was made here.
        rank: place of the merge in the learned order; lower was learned earlier.
    """

    pieces: tuple[str, ...]
    joined: int
    rank: int


class Tokenizer:
    """The pieces of the vocabulary, and which ones a text is made of.

    Args:
        model: a serialized SentencePiece model whose first ids are PAD, UNK, EOS and one start
            token for each language.
        languages: the codes, in the order of their start tokens.

    Raises:
        ValueError: if the vocabulary does not belong to these languages.
    """

    merging = True  # a word's pieces are what byte-pair encoding merges

    def __init__(self, model: bytes, languages: Sequence[str]) -> None:
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
        """The id of the first piece of text: those below it are special."""
        return EOS + 1 + len(self.languages)

    def start(self, language: str) -> int:
        """Return the start token that asks the decoder for a language.

        Raises:
            ValueError: if the language is not one of the model's.
        """
        if language not in self.languages:
            raise ValueError(f"no language {language!r}, only {', '.join(self.languages)}")
        return EOS + 1 + self.languages.index(language)

    def source_text(self, text: str, language: str) -> str:
        """Return what the encoder reads to translate a text into a language.

        Here the text itself, but what is typed all in capitals as a sentence otherwise is: capitals
        are cut nearly into single letters, of which the model learned little. The decoder's start
        token tells the language; a ``MarianTokenizer`` may have no such token.
        """
        return sentence_case(text) if self.is_shouted(text) else text

    def is_shouted(self, text: str) -> bool:
        """Whether a text is a sentence or a word in capitals; one of codes, such as NASA, is not.

        Half of what is written must be words, or the text end as a sentence does.
        """
        if not text.isupper() or sum(map(str.isalpha, text)) < 4:
            return False
        found = _WORD.findall(text)
        count = sum(map(self._is_word, found))
        return 2 * count >= max(1, len(found)) or bool(_SENTENCE_END.search(text))

    def _is_word(self, capitals: str) -> bool:
        """Whether a word rather than a code: long, or of few pieces in small letters.

        "stop" is one piece, "bonjour" is two; "eur" is two as well, "unesco" and "https" are more.
        """
        pieces = len(self.encode(capitals.lower()))
        return pieces == 1 or len(capitals) >= min(8, LETTERS_A_PIECE * pieces)

    def is_language(self, piece: str) -> bool:
        """Whether a piece of a source asks for a language: here none does, a start token does."""
        return False

    def encode(self, text: str) -> list[int]:
        """Return the ids of a text's pieces, without any special token."""
        return self._pieces.encode(normalize(text))

    def encode_target(self, text: str) -> list[int]:
        """Return the same of a translation, which a ``MarianTokenizer`` cuts otherwise."""
        return self.encode(text)

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        """Encode many normalized texts at once."""
        return self._pieces.encode(list(texts))

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of some ids; special tokens vanish."""
        return self._pieces.decode([int(i) for i in ids if i >= self.first_piece])

    def pieces(self, ids: Iterable[int]) -> list[str]:
        """Return each id's piece as the vocabulary writes it, the space as a low line."""
        return [self._pieces.id_to_piece(int(i)) for i in ids]

    def piece_texts(self, text: str) -> list[str]:
        """Return the part of ``characters(text)`` that each piece of ``encode(text)`` covers.

        Of a character in bytes the first one has all of it, the next ones nothing.
        """
        return piece_parts(self._pieces, self._pieces.encode_as_pieces(normalize(text)))

    def surfaces(self, text: str) -> list[str]:
        """Return what the person typed for each piece of ``encode(text)``, unknown ones too."""
        return [typed for _, typed in self.pieces_with_surfaces(text)]

    def pieces_with_surfaces(self, text: str) -> list[tuple[int, str]]:
        """Cut a text once: return the id of each piece, and what the person typed for it.

        A space belongs to the piece after it. Where one typed character became several pieces, as
        "½" does, nobody typed any of them: each is given as the characters that it covers.
        """
        segmented, typed = segment_with_surfaces(self._pieces, normalize(text))
        return list(zip(segmented["ids"], typed, strict=True))

    def characters(self, text: str) -> str:
        """Return the characters that pieces are cut from: NFKC, a low line before each word."""
        return self._pieces.normalize(normalize(text))

    def id_of(self, piece: str) -> int:
        """Return the id of a piece, or UNK."""
        return self._pieces.piece_to_id(piece)

    @property
    def has_bytes(self) -> bool:
        """Whether characters without a piece are written in bytes: then nothing is unknown."""
        return self.id_of(BYTES[0]) != UNK

    def merges(self, word: str) -> list[Merge]:
        """Replay byte-pair encoding for one word, from single characters to its final pieces.

        The pair whose merge was learned first is joined first, the left one of equals. The first
        entry is the word cut into characters, with rank -1 and nothing joined; characters that
        the vocabulary does not know are bytes, or if it has none stay together, as SentencePiece
        makes one piece of them.
        """
        pieces: list[str] = []
        for known, run in groupby(self.characters(word), key=lambda char: self.id_of(char) != UNK):
            text = "".join(run)
            unknown = [BYTES[byte] for byte in text.encode()] if self.has_bytes else [text]
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


def piece_parts(pieces: sentencepiece.SentencePieceProcessor, names: Sequence[str]) -> list[str]:
    """Return what each piece of a normalized text covers; see ``Tokenizer.piece_texts``."""
    parts: list[str] = []
    for is_byte, run in groupby(names, key=lambda name: pieces.is_byte(pieces.piece_to_id(name))):
        if not is_byte:
            parts.extend(run)
            continue
        for char in bytes(BYTES.index(name) for name in run).decode():
            parts.extend([char, *[""] * (len(char.encode()) - 1)])
    return parts


def segment_with_surfaces(
    pieces: sentencepiece.SentencePieceProcessor, text: str
) -> tuple[dict[str, list], list[str]]:
    """Cut a normalized text: "ids" and "pieces", and what was typed for each of them.

    See ``Tokenizer.pieces_with_surfaces``.
    """
    segmented = pieces.encode_as_offset_mapping(text)
    offsets = segmented["offsets"]
    covered = [part.replace(SPACE, " ") for part in piece_parts(pieces, segmented["pieces"])]
    covered[:1] = [part.removeprefix(" ") for part in covered[:1]]  # nobody types that space
    typed = []
    for place, (begin, _) in enumerate(offsets):
        last = place  # bytes of the same character cover nothing
        while last + 1 < len(covered) and not covered[last + 1]:
            last += 1
        typed.append(text[begin : offsets[last][1]])
    return segmented, [
        one if unicodedata.normalize("NFKC", one) == part else part
        for one, part in zip(typed, covered, strict=True)
    ]
