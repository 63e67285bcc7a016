"""The pass that pages show: a sentence and its translation, read once more and recorded."""

from collections.abc import Mapping, Sequence

from model.passes import recorded_pass
from model.reading import Reading
from model.tokenizer import EOS, Tokenizer
from model.tokens import Source, Token, target_tokens
from model.trace import Edit
from model.transformer import Transformer


def record(
    tokenizer: Tokenizer,
    network: Transformer,
    source: Source,
    to: str,
    said: Sequence[int],
    edits: Mapping[str, Edit],
) -> Reading:
    """Record one pass over a sentence and a translation of it.

    Args:
        tokenizer: the vocabulary.
        network: what computes it.
        source: the sentence.
        to: code of the language of the translation.
        said: its ids, without the start token.
        edits: tap name -> function of the tensor that passes there.
    """
    said = list(said)
    target = [tokenizer.start(to), *(said[:-1] if said[-1:] == [EOS] else said)]
    first = Token(tokenizer.pieces(target[:1])[0], special=True)
    return Reading(
        text=source.text,
        language=to,
        source=source.tokens,
        target=(first, *target_tokens(tokenizer, target[1:], to)),
        output=target_tokens(tokenizer, said, to),
        translation=tokenizer.decode(said),
        hypotheses=(),
        source_ids=source.ids,
        target_ids=tuple(target),
        cut=source.cut,
        trace=recorded_pass(network, source.ids, target, edits),
        network=network,
        tokenizer=tokenizer,
    )
