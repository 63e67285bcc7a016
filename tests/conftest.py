"""One thread, as each visitor of the app has: both sides of a test round their sums alike."""

import torch

torch.set_num_threads(1)
