"""One step of learning: the error of one sentence flows back, and the weights move once.

``gradients`` is the backward pass, ``weights`` what one weight or one row of E gets of it, ``step``
the move, taken on a copy.
"""
