"""Sizes of the Transformer, in the paper's symbols (Table 3)."""

import re
from dataclasses import dataclass

from model.languages import LANGUAGES

ACTIVATIONS = ("relu", "swish")
MARIAN = "marian"  # Hugging Face's model_type
MAX_PIECES = 128  # of a source or a target, without its end token; longer examples are left out
LEAST_POSITIONS = 256  # prepared encodings: sources of 128 pieces may have longer translations
LARGEST = {  # sizes that pages can show; nothing larger is ever allocated
    "N": 24,
    "decoder_N": 24,
    "h": 32,
    "d_model": 2_048,
    "d_ff": 16_384,
    "vocab_size": 200_000,
    "max_positions": 16_384,
}


@dataclass(frozen=True, kw_only=True)
class ModelConfig:
    """Everything needed to rebuild the network; nothing about training it.

    Args:
        vocab_size: pieces in the vocabulary shared by all languages.
        languages: codes of the languages, in the order of their start tokens.
        N: identical layers in each stack; if ``decoder_N`` is above 0, only in the encoder.
        d_model: width of the residual stream.
        h: attention heads.
        d_ff: width of the feed-forward network's hidden layer.
        P_drop: dropout on embeddings and on the output of each sub-layer.
        max_positions: positions whose encodings are prepared; the sinusoids have no end.
        biases: whether attention projections and logits have a bias; the paper's have none.
        activation: between the two matrices of a feed-forward network; the paper has "relu".
        source_languages: codes of the source languages, if they differ from ``languages``.
        decoder_N: layers of the decoder; 0 for as many as the encoder has, as in the paper.
        converted_from: "marian" if ``model.marian`` converted it, else "".

    Raises:
        ValueError: if a size makes no sense.
    """

    vocab_size: int = 8_000
    languages: tuple[str, ...] = tuple(LANGUAGES)
    N: int = 4
    d_model: int = 256
    h: int = 8
    d_ff: int = 1_024
    P_drop: float = 0.1
    max_positions: int = 512
    biases: bool = False
    activation: str = "relu"
    source_languages: tuple[str, ...] = ()
    decoder_N: int = 0
    converted_from: str = ""

    def __post_init__(self) -> None:
        """Validate sizes, languages and dropout; raise ValueError for the first invalid one."""
        for name in ("vocab_size", "N", "d_model", "h", "d_ff", "max_positions"):
            size = getattr(self, name)
            if not isinstance(size, int) or size < 1:
                raise ValueError(f"{name}={size} must be a whole number, at least 1")
        if not isinstance(self.decoder_N, int) or self.decoder_N < 0:
            raise ValueError(f"decoder_N={self.decoder_N} must be a whole number, at least 0")
        if self.d_model % self.h:
            raise ValueError(f"d_model={self.d_model} does not split into h={self.h} heads")
        if self.d_model % 2:
            raise ValueError(
                f"d_model={self.d_model} must be even: sines and cosines come in pairs"
            )
        if not isinstance(self.P_drop, int | float) or not 0 <= self.P_drop < 1:
            raise ValueError(f"P_drop={self.P_drop} must lie in [0, 1)")
        self._check_languages()
        if self.activation not in ACTIVATIONS:
            raise ValueError(f"activation={self.activation!r} is none of {', '.join(ACTIVATIONS)}")
        if self.converted_from not in ("", MARIAN):
            raise ValueError(
                f"converted_from={self.converted_from!r} is not known, only {MARIAN!r}"
            )
        if not self.languages:
            raise ValueError("at least one language is needed")

    def _check_languages(self) -> None:
        """Raise ValueError for a malformed or repeated language code."""
        for name in ("languages", "source_languages"):
            codes = getattr(self, name)
            for code in codes:
                if not re.fullmatch(r"[\w.+-]{1,40}", code):
                    raise ValueError(f"{name} has {code!r}, which is no code of a language")
            if len(set(codes)) < len(codes):
                raise ValueError(f"{name} names a language twice: {' '.join(codes)}")

    def check_size_limits(self) -> None:
        """Raise ValueError if a size is above its limit in ``LARGEST``, before memory is allocated.

        Raises:
            ValueError: naming the first size that is too large.
        """
        for size, most in LARGEST.items():
            if (own := getattr(self, size)) > most:
                raise ValueError(f"{size} = {own:,}; pages can show at most {most:,}")

    @property
    def read_languages(self) -> tuple[str, ...]:
        """Codes of the languages that the model reads, that is, from which it translates."""
        return self.source_languages or self.languages

    def layers(self, part: str) -> range:
        """Return the layer indices, from 0, of the stack to which a part belongs.

        Args:
            part: "encoder" or "decoder"; or a key of ``ATTENTIONS`` or ``SUBLAYERS`` in
                ``model.parts``, or a tap name. Whatever begins with "encoder" belongs to the
                encoder; all else, such as "cross", belongs to the decoder.
        """
        return range(self.N if part.startswith("encoder") else self.decoder_N or self.N)

    @property
    def max_depth(self) -> int:
        """Number of layers of the deeper stack."""
        return max(self.N, self.decoder_N)

    @property
    def d_k(self) -> int:
        """Width of a head's query, key and value vectors; the paper's $d_v$ equals $d_k$."""
        return self.d_model // self.h
