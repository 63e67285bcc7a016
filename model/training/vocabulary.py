"""Train the tokenizer: learn the pieces of its vocabulary."""

from collections.abc import Iterable, Sequence
from io import BytesIO

import sentencepiece

from model.tokenizer import EOS, PAD, UNK, Tokenizer


def train_tokenizer(lines: Iterable[str], languages: Sequence[str], vocab_size: int) -> Tokenizer:
    """Train a SentencePiece BPE tokenizer on lines of all languages.

    Args:
        lines: normalized sentences.
        languages: language codes; each gets a start token ``<2code>``.
        vocab_size: number of pieces, special tokens included.

    Raises:
        ValueError: if so many pieces cannot be learned from these lines.
    """
    written = BytesIO()
    try:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_writer=written,
            model_type="bpe",
            vocab_size=vocab_size,
            character_coverage=0.9999,
            normalization_rule_name="nmt_nfkc",
            pad_id=PAD,
            unk_id=UNK,
            eos_id=EOS,
            bos_id=-1,
            pad_piece="<pad>",
            # Control symbols, unlike user-defined ones, cannot be typed.
            control_symbols=[f"<2{language}>" for language in languages],
            minloglevel=1,
        )
    except RuntimeError as error:  # it names the line of its own source before the reason
        reason = str(error).rpartition("] ")[2].strip().rstrip(".")
        told = f"no vocabulary of {vocab_size:,} pieces can be learned from these sentences"
        raise ValueError(f"{told}: {reason}" if reason else told) from error
    return Tokenizer(written.getvalue(), languages)
