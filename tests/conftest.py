"""One thread, as each visitor of the app has: both sides of a test round their sums alike."""

import os

import torch

os.environ["OMP_NUM_THREADS"] = "1"  # in the processes that tests start
torch.set_num_threads(1)
