"""Vocabularies that tests need and the shipped model does not have."""

from dataclasses import replace

from sentencepiece import sentencepiece_model_pb2

from model.tokenizer import Tokenizer
from model.transformer import Transformer

LEARNED = 8000  # pieces of the shipped vocabulary that were learned; signs and bytes stand behind


def without_bytes(tokenizer: Tokenizer) -> Tokenizer:
    """Return a vocabulary whose last pieces are the bytes as it was without them."""
    proto = sentencepiece_model_pb2.ModelProto.FromString(tokenizer.model)
    kinds = [piece.type for piece in proto.pieces]
    first = kinds.index(proto.SentencePiece.BYTE)
    assert set(kinds[first:]) == {proto.SentencePiece.BYTE}
    del proto.pieces[first:]
    proto.trainer_spec.byte_fallback = False
    return Tokenizer(proto.SerializeToString(), tokenizer.languages)


def as_learned(model: Transformer, tokenizer: Tokenizer) -> tuple[Transformer, Tokenizer]:
    """Return the shipped model as it was before its vocabulary was taught signs and bytes."""
    proto = sentencepiece_model_pb2.ModelProto.FromString(without_bytes(tokenizer).model)
    del proto.pieces[LEARNED:]
    proto.trainer_spec.vocab_size = LEARNED
    smaller = Transformer(replace(model.config, vocab_size=LEARNED)).eval()
    smaller.load_state_dict(model.state_dict() | {"E.weight": model.E.weight[:LEARNED]})
    return smaller, Tokenizer(proto.SerializeToString(), tokenizer.languages)
