"""Vocabularies that tests need and no model has."""

from sentencepiece import sentencepiece_model_pb2

from model.tokenizer import Tokenizer


def without_bytes(tokenizer: Tokenizer) -> Tokenizer:
    """Return a vocabulary whose last pieces are the bytes as it was without them."""
    proto = sentencepiece_model_pb2.ModelProto.FromString(tokenizer.model)
    kinds = [piece.type for piece in proto.pieces]
    first = kinds.index(proto.SentencePiece.BYTE)
    assert set(kinds[first:]) == {proto.SentencePiece.BYTE}
    del proto.pieces[first:]
    proto.trainer_spec.byte_fallback = False
    return Tokenizer(proto.SerializeToString(), tokenizer.languages)
