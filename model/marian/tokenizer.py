"""The pieces of a model converted from Marian: two SentencePiece models, one vocabulary."""

import re
from collections.abc import Iterable, Sequence

import sentencepiece

from model.tokenizer import EOS, UNK, Merge, Tokenizer, normalize, segment_with_surfaces

LANGUAGE_PIECE = re.compile(
    r">>[^<>\s]+<<"
)  # a language that a multilingual Marian model is asked for


def start_piece(languages: Sequence[str]) -> str:
    """Return the start token's text: "<2fr>" if fr is the only target language, else "<start>"."""
    return f"<2{languages[0]}>" if len(languages) == 1 else "<start>"


class MarianTokenizer(Tokenizer):  # wherever one is asked for, this one serves
    """A ``Tokenizer`` for a vocabulary of Marian's.

    Its pieces usually are the best cut of a unigram model, not the result of merges.

    Args:
        source_model: a serialized SentencePiece model, which segments source texts.
        target_model: the one for target texts.
        pieces: all pieces of the vocabulary, by id: PAD, UNK, EOS, the start token, then
            all others.
        languages: codes of the target languages. With several ``>>code<<`` among the pieces, the
            model is asked for one by such a piece before the text.

    Raises:
        ValueError: if the vocabulary does not begin with the four special tokens.
    """

    merging = False  # a unigram model cuts a word at once, the likeliest way

    def __init__(
        self,
        source_model: bytes,
        target_model: bytes,
        pieces: Sequence[str],
        languages: Sequence[str],
    ) -> None:
        """Load two SentencePiece models, the pieces by id, and the target languages' codes."""
        self.model, self.target_model = source_model, target_model
        self.languages = tuple(languages)
        self._source, self._target = (
            sentencepiece.SentencePieceProcessor(model_proto=model)
            for model in (source_model, target_model)
        )
        self._names = list(pieces)
        self._ids = {piece: number for number, piece in enumerate(self._names)}
        if self._names[3:4] != [start_piece(self.languages)]:
            raise ValueError("a vocabulary of Marian's has one start token, in the fourth place")
        named = [piece for piece in self._names if LANGUAGE_PIECE.fullmatch(piece)]
        self._asked = set(named) if len(named) > 1 else set()

    def __len__(self) -> int:
        return len(self._names)

    @property
    def first_piece(self) -> int:
        """The lowest id of an ordinary piece; lower ids are special tokens."""
        return EOS + 2

    def source_text(self, text: str, language: str) -> str:
        """Return a source text with its target language in front: ">>fra<< Good morning".

        A language piece that is there already is replaced. A model that needs no such piece gets
        the text unchanged.

        Args:
            text: a source text.
            language: code of the target language.
        """
        if (piece := f">>{language}<<") not in self._asked:
            return text
        return f"{piece} {_split_language_piece(normalize(text))[1].lstrip()}"

    def is_language_token(self, piece: str) -> bool:
        """Whether a source piece names a target language, such as >>fra<<."""
        return LANGUAGE_PIECE.fullmatch(piece) is not None

    def start(self, language: str) -> int:
        """Return the start token's id: the same for every target language that the model has.

        Raises:
            ValueError: if the model does not write this language.
        """
        if language not in self.languages:
            raise ValueError(f"no language {language!r}, only {', '.join(self.languages)}")
        return EOS + 1

    def encode(self, text: str) -> list[int]:
        """Return a source text's piece ids, without end token; a language piece may come first."""
        return [self.id_of(piece) for piece in self.piece_texts(text)]

    def encode_target(self, text: str) -> list[int]:
        """Return a translation's piece ids, by the target side's model, without special tokens."""
        return [self.id_of(piece) for piece in self._target.encode_as_pieces(normalize(text))]

    def encode_all(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the piece ids of each source text, as ``encode`` does."""
        return [self.encode(text) for text in texts]

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of some ids, without special tokens."""
        return self._target.decode_pieces([self._names[i] for i in ids if i >= self.first_piece])

    def pieces(self, ids: Iterable[int]) -> list[str]:
        """Return each id's piece as in the vocabulary, with spaces written as ▁."""
        return [self._names[int(i)] for i in ids]

    def piece_texts(self, text: str) -> list[str]:
        """Return the part of the normalized text that each piece of ``encode(text)`` covers."""
        asked, rest = _split_language_piece(normalize(text))
        return [*asked, *self._source.encode_as_pieces(rest)]

    def pieces_with_surfaces(self, text: str) -> list[tuple[int, str]]:
        """Return (id, typed characters that it covers) for each piece of a source text."""
        asked, rest = _split_language_piece(normalize(text))
        segmented, typed = segment_with_surfaces(self._source, rest)
        pieces = zip([*asked, *segmented["pieces"]], [*asked, *typed], strict=True)
        return [(self.id_of(piece), surface) for piece, surface in pieces]

    def normalized_text(self, text: str) -> str:
        """Return a source text as normalized for its pieces, unsplit, with ▁ before each word."""
        return self._source.normalize(normalize(text))

    def id_of(self, piece: str) -> int:
        """Return the id of a piece; UNK's if the vocabulary lacks it."""
        return self._ids.get(piece, UNK)

    def merges(self, word: str) -> list[Merge]:
        """Return a single ``Merge`` of the word's final pieces: there are no merge steps here."""
        return [Merge(tuple(self.piece_texts(word)), -1, -1)]

    def segmentations(self, word: str, split_count: int = 5) -> list[tuple[list[str], float]]:
        """Return the ``split_count`` likeliest splits of a word: (pieces, ln p), best first."""
        found = self._source.nbest_encode_as_pieces(normalize(word), split_count)
        score, number = self._source.get_score, self._source.piece_to_id
        return [(pieces, sum(score(number(piece)) for piece in pieces)) for pieces in found]


def _split_language_piece(text: str) -> tuple[list[str], str]:
    """Split a text into its leading target-language piece, if any, and the rest."""
    match = LANGUAGE_PIECE.match(text)
    return ([match[0]], text[match.end() :]) if match else ([], text)
