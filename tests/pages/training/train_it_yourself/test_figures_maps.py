from itertools import pairwise

import pytest
import torch

from model.measures.neighbours import pca_plane
from pages.training.train_it_yourself.figures import maps
from tests.close import assert_near


@pytest.fixture
def vectors():
    return torch.randn(9, 5, generator=torch.Generator().manual_seed(4))


def test_two_numbers_are_shown_as_they_are(vectors):
    assert torch.equal(maps.project_to_plane([vectors[:, 2:4], vectors[:, :2]]), vectors[:, :2])


def test_more_numbers_keep_the_distances_of_the_plane_in_which_they_differ_most(vectors):
    places, _ = pca_plane(vectors)
    assert_near(
        torch.cdist(maps.project_to_plane([vectors]), maps.project_to_plane([vectors])),
        torch.cdist(places, places),
    )


def test_a_map_is_not_turned_over_while_it_learns(vectors):
    """The same vectors seen from elsewhere, in a rotated space, are drawn at the same places."""
    rotation = torch.linalg.qr(torch.randn(5, 5, generator=torch.Generator().manual_seed(5))).Q
    torch.testing.assert_close(
        maps.project_to_plane([vectors, vectors @ rotation]),
        maps.project_to_plane([vectors]),
        rtol=1e-4,
        atol=1e-4,
    )


def test_every_name_stands_once_on_a_map_and_those_of_one_place_in_a_column():
    places = torch.tensor([[0.0, 0.0], [0.001, 0.0], [3.0, 1.0], [0.0, 0.002]])
    names = ["a", "<b>", "c", "d"]
    figure = maps.plot_points(places, names, {"one": [0, 1], "two": [2, 3]}, size=(400, 300))
    texts = sorted(note.text for note in figure.layout.annotations)
    assert texts == ["c", "d<br>a<br>&lt;b&gt;"]  # from top to bottom, as their points
    drawn = [xy for trace in figure.data for xy in zip(trace.x, trace.y, strict=True)]
    assert drawn == [tuple(place) for place in places.tolist()]


def test_a_map_of_points_at_one_place_can_be_drawn():
    figure = maps.plot_points(torch.zeros(2, 2), ["a", "b"], {"all": [0, 1]}, size=(400, 300))
    assert [note.text for note in figure.layout.annotations] == ["a<br>b"]
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        low, high = axis.range
        assert low < 0 < high


def test_names_on_one_side_do_not_cover_each_other():
    """Three points above one another, too far apart for one column and too near for their names."""
    places = torch.tensor([[0.0, 0.0], [0.0, 0.09], [0.0, 0.18], [1.0, 0.0], [1.0, 1.0]])
    names = ["a", "b", "c", "d", "e"]
    figure = maps.plot_points(places, names, {"all": range(5)}, size=(400, 300))
    left = sorted(note.y for note in figure.layout.annotations if note.xanchor == "right")
    scale = (figure.layout.yaxis.range[1] - figure.layout.yaxis.range[0]) / (300 - 120 + 60)
    assert len(left) == 3
    assert all(b - a > 16.9 * scale for a, b in pairwise(left))
