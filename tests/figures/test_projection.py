import torch

from figures.projection import lengths, most_alike, products


def test_products_add_up_to_the_cell_of_the_matrix_product():
    x, w = torch.randn(5, 16), torch.randn(16, 4)
    torch.testing.assert_close(products(x[3], w[:, 2]).sum(), (x @ w)[3, 2])


def test_the_most_alike_row_is_judged_by_direction_not_by_length():
    rows = torch.tensor([[1.0, 0.0], [0.9, 0.9], [30.0, 3.0], [-1.0, 0.0]])
    other, cosine = most_alike(rows, 0)
    assert other == 2
    assert round(cosine, 3) == round(30 / (30**2 + 3**2) ** 0.5, 3)


def test_a_row_is_not_compared_with_itself():
    assert most_alike(torch.tensor([[1.0, 0.0], [-1.0, 0.0]]), 1) == (0, -1.0)


def test_lengths_are_euclidean():
    assert lengths(torch.tensor([[3.0, 4.0], [0.0, 2.0]])).tolist() == [5.0, 2.0]
