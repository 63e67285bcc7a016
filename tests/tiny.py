"""Tiny random models: every truth about the large one holds for them too. Toys, a full disk."""

import gzip
import random
import resource
from contextlib import contextmanager

import pytest
import torch

from model.config import ModelConfig
from model.glass import Glass
from model.tokenizer import EOS
from model.training.vocabulary import train_tokenizer
from model.transformer import CARRYING_GAIN, Transformer

LINES = {
    "en": [
        "The grey heron waits beside the pond.",
        "A small boat drifts under the old bridge.",
        "My neighbour's goat eats the roses again.",
        "We baked bread while the storm shook the windows.",
        "Nobody remembers who painted the blue door.",
        "The lighthouse keeper counts the passing ships.",
    ],
    "fr": [
        "Le héron gris attend près de l'étang.",
        "Une petite barque glisse sous le vieux pont.",
        "La chèvre du voisin mange encore les roses.",
        "Nous avons cuit du pain pendant que l'orage secouait les vitres.",
        "Personne ne sait qui a peint la porte bleue.",
        "Le gardien du phare compte les navires qui passent.",
    ],
}
TOYS = ["boat", "bridge", "pond", "heron", "goat", "rose", "bread", "storm"]


SIZES = ModelConfig(
    vocab_size=23, languages=("en", "fr"), N=2, d_model=16, h=4, d_ff=24, max_positions=96
)


@pytest.fixture
def config():
    return SIZES


@pytest.fixture
def model(config):
    return random_model(config)


def random_model(config):
    """A random model in evaluation mode; biases and norms too differ from their plain start."""
    torch.manual_seed(1)
    model = Transformer(config).eval().requires_grad_(False)
    for parameter in model.parameters():
        if parameter.dim() == 1:
            parameter += 0.2 * torch.randn(parameter.shape)
    return model


@pytest.fixture
def source():
    """Two sentences; the second is shorter and padded."""
    return torch.tensor([[7, 9, 12, 8, 2], [20, 11, 2, 0, 0]])


@pytest.fixture
def target():
    """Beginnings of their translations; each starts with a start token."""
    return torch.tensor([[4, 6, 19, 10], [3, 15, 15, 0]])


@pytest.fixture(scope="session")
def lines():
    return LINES


@pytest.fixture(scope="session")
def tokenizer():
    return train_tokenizer([*LINES["en"], *LINES["fr"]], ("en", "fr"), 120)


@pytest.fixture(scope="session")
def words():
    """All words of the sentences, and invented ones of the same and of other letters."""
    chance = random.Random(1)
    letters = "abdeghilnorstuéè'日本☂½ﬁ…"
    invented = ["".join(chance.choices(letters, k=chance.randint(1, 12))) for _ in range(500)]
    return [*" ".join(LINES["en"] + LINES["fr"]).split(), *invented, "aaaaaaa", "ssss", "eeee"]


@pytest.fixture
def network(tokenizer):
    return random_network(tokenizer)


@pytest.fixture(scope="module")
def glass(tokenizer):
    """A door to the same for a whole file: whatever is asked through it changes nothing."""
    return Glass(random_network(tokenizer), tokenizer)


def random_network(tokenizer):
    """A random model with that vocabulary."""
    torch.manual_seed(11)
    config = ModelConfig(
        vocab_size=len(tokenizer), languages=("en", "fr"), N=1, d_model=16, h=2, d_ff=24
    )
    return Transformer(config).eval().requires_grad_(False)


@pytest.fixture
def finisher(model):
    return livelier(model)


def livelier(model):
    """The model, likelier to end a sentence: some searches end and some are cut."""
    for name, parameter in model.named_parameters():
        if name.endswith(("W_V.weight", "W_O.weight", "W_1.weight", "W_2.weight")):
            parameter /= CARRYING_GAIN
    model.decoder.layers[-1].add_and_norm_3.norm.bias.add_(3 * model.E.weight[EOS])
    return model


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    """Sentence pairs of a toy task, in both directions: say the words in reverse order."""
    folder, chance, seen = tmp_path_factory.mktemp("data"), random.Random(1), set()
    while len(seen) < 400:
        seen.add(tuple(chance.choices(TOYS, k=chance.randint(1, 3))))
    rows = sorted(seen)
    chance.shuffle(rows)
    for part, chosen in (("train", rows[15:]), ("valid", rows[:15])):
        with gzip.open(folder / f"{part}.en-fr.tsv.gz", "wt", encoding="utf-8") as file:
            file.writelines(f"{' '.join(row)}\t{' '.join(row[::-1])}\n" for row in chosen)
    return folder


@pytest.fixture
def room_for():
    """Return a context in which no file grows beyond so many bytes, as on a full disk."""

    @contextmanager
    def room_for(size):
        before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))

    return room_for
