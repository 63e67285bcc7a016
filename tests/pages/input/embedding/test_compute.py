import torch

from pages.input.embedding.compute import compute_neighbour_cosines
from tests.close import near


def test_rivals_are_the_rows_next_to_one_and_the_most_similar_of_all():
    E = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, 0.0], [0.1, 2.0]])
    found = compute_neighbour_cosines(E, 1)
    assert set(found) == {0, 2, 4}
    assert found[0] == near(0.0)
    assert found[2] == near(0.5**0.5)
    assert max(found, key=found.get) == 4


def test_a_row_at_the_end_has_one_neighbour_and_the_nearest_may_be_it():
    E = torch.tensor([[1.0, 0.0], [1.0, 0.1], [0.0, 1.0]])
    assert set(compute_neighbour_cosines(E, 0)) == {1}
