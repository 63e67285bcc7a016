"""What the tests of all searches look for, and with what."""

import torch

from model.decoding import Fate

SOURCES = [[7, 9, 12, 8, 2], [20, 11, 2], [5, 5, 18, 21, 6, 14, 2], [2]]
STARTS = [4, 3, 4, 3]
ENDED = (Fate.FINISHED, Fate.TRUNCATED)
GOES_ON = (Fate.KEPT, *ENDED)


def log_probabilities(model, source, start, said):
    """What one teacher-forced pass says of each token, given those before it.

    The translations are of one sentence, and equally long.
    """
    target = torch.tensor([[start, *tokens[:-1]] for tokens in said])
    rows = model(torch.tensor([source] * len(said)), target).log_softmax(dim=-1)
    return rows.gather(-1, torch.tensor(said).unsqueeze(-1)).squeeze(-1)
