"""The Transformer of *Attention Is All You Need* (Vaswani et al., 2017), to be read and watched.

Axes, in the signatures and traces of this package (nothing else is used; figures have names of
their own for what only they draw):

    batch            sentences that are computed together
    source, target   positions of tokens in the sentence and in its translation
    query, key       positions in their role inside attention
    position         a position of either sentence
    head             one of the h heads
    d_model, d_k, d_ff   width of the stream, of one head (also called d_v), of the hidden layer
    vocab            pieces of the shared vocabulary
    layer            what enters the first layer of a stack, then each layer's output
    new              positions that a cache has not seen; without a cache, all of them
    row              positions of a whole batch in one list, without padding
    count            the best few of what is ranked, best first
    answer           what a small network of the lessons chooses among
    source_word, target_word   words of both sides, when their pieces are merged
    *some            any axes that come before the others, or none
    _                an axis that has no part in it, such as a mask's where one serves all heads

Layers and heads count from 0 in tensors and in the names of a trace. A boolean mask is called
``visible`` and is True where a query may look at a key.
"""
