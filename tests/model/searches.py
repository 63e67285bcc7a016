"""What the tests of all searches look for, and with what."""

import torch

from model.decoding import Fate

SOURCES = [[7, 9, 12, 8, 2], [20, 11, 2], [5, 5, 18, 21, 6, 14, 2], [2]]
STARTS = [4, 3, 4, 3]
ENDED = (Fate.FINISHED, Fate.CUT)
GOES_ON = (Fate.KEPT, *ENDED)


def log_probabilities(model, source, start, tokens):
    """What one teacher-forced pass says of each of these tokens, given those before."""
    target = torch.tensor([[start, *tokens[:-1]]])
    rows = model(torch.tensor([source]), target)[0].log_softmax(dim=-1)
    return rows[range(len(tokens)), tokens]
