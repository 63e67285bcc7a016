import pytest
import torch
from torch.nn.functional import cosine_similarity
from torch.testing import assert_close

from model.measures.neighbours import cosine_matrix, mean_cosine, nearest_rows, pca_plane
from tests.close import assert_near, near


@pytest.fixture
def rows():
    torch.manual_seed(3)
    return torch.randn(30, 8) * torch.rand(30, 1) * 4 + 0.3


def test_a_row_is_its_own_nearest_whatever_its_length(rows):
    for scale in (1.0, 0.01, 70.0):
        found = nearest_rows(cosine_matrix(rows, rows[[4, 9]] * scale), 3)
        assert [row[0][0] for row in found] == [4, 9]
        assert all(row[0][1] == near(1) for row in found)


def test_the_nearest_rows_are_those_of_the_largest_cosine_in_falling_order(rows):
    alike = cosine_similarity(rows[7].unsqueeze(0), rows)
    [found] = nearest_rows(cosine_matrix(rows, rows[[7]]), 5)
    assert [row for row, _ in found] == alike.argsort(descending=True)[:5].tolist()
    assert_near(torch.tensor([value for _, value in found]), alike.sort(descending=True)[0][:5])


def test_no_more_rows_are_found_than_there_are(rows):
    assert len(nearest_rows(cosine_matrix(rows[:2], rows[[0]]), 10)[0]) == 2


def test_a_vector_of_zeros_is_like_nothing(rows):
    assert cosine_matrix(rows, torch.zeros(1, 8)).abs().max() == 0


def test_the_mean_cosine_is_that_of_all_pairs():
    vectors = torch.randn(2, 4, 8)
    pairs = [(i, j) for i in range(4) for j in range(4) if i != j]
    cosines = [cosine_similarity(vectors[:, i], vectors[:, j], dim=-1) for i, j in pairs]
    assert_near(mean_cosine(vectors), torch.stack(cosines).mean(dim=0))


def test_equal_vectors_have_a_mean_cosine_of_one_and_a_lone_one_has_none():
    assert_near(mean_cosine(torch.randn(8).repeat(5, 1)), torch.tensor(1.0))
    assert mean_cosine(torch.randn(1, 8)).isnan()


def test_the_plane_keeps_what_lies_in_a_plane():
    torch.manual_seed(5)
    flat = torch.randn(12, 2)
    rows = flat @ torch.linalg.qr(torch.randn(9, 2))[0].T + 7
    places, share = pca_plane(rows)
    assert share == near(1)
    assert_close(torch.cdist(places, places), torch.cdist(rows, rows), atol=1e-3, rtol=1e-3)


def test_the_first_direction_spreads_the_rows_most_and_the_share_is_theirs(rows):
    places, share = pca_plane(rows)
    spread = places.var(dim=0)
    assert spread[0] >= spread[1] > 0
    assert share == near((spread.sum() / rows.var(dim=0).sum()).item())
    assert (places.max(dim=0).values >= -places.min(dim=0).values).all()


def test_one_row_alone_stands_in_the_middle():
    places, _ = pca_plane(torch.ones(1, 6))
    assert places.tolist() == [[0, 0]]
