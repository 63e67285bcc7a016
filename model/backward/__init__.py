"""One step of learning: backpropagate the loss of one sentence, and update the weights once.

``gradients`` is the backward pass, ``weights`` the gradient of one weight or one row of E, ``step``
the update, on a copy.
"""
