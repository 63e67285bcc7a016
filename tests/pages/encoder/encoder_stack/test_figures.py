import torch

from pages.encoder.encoder_stack.compute import compute_cosines, project_to_plane
from pages.encoder.encoder_stack.figures import (
    find_label_sides,
    plot_depth_cosines,
    plot_drift,
    plot_token_cosines,
    plot_token_paths,
)
from tests.close import assert_near, near
from ui.figures.theme import theme_colour


def test_cosines_are_those_of_pytorch_and_one_with_oneself():
    vectors = torch.randn(2, 3, 8)
    found = compute_cosines(vectors)
    expected = torch.cosine_similarity(vectors.unsqueeze(2), vectors.unsqueeze(1), dim=-1)
    assert_near(found, expected)
    assert_near(found.diagonal(dim1=1, dim2=2), torch.ones(2, 3))


def test_every_token_has_a_path_with_one_point_for_each_depth():
    vectors = torch.randn(4, 3, 8)
    figure = plot_token_paths(*project_to_plane(vectors), ["a", "a", "<b>"], [2])
    assert [len(path.x) for path in figure.data] == [4, 4, 4]
    assert figure.data[-1].name == "&lt;b&gt;"  # the chosen one is drawn last
    assert figure.data[-1].line.width > figure.data[0].line.width
    # A plane loses distance, never adds any.
    a, b = (torch.tensor([figure.data[0].x, figure.data[0].y]).T[d] for d in (0, 3))
    assert (a - b).norm() <= (vectors[0, 0] - vectors[3, 0]).norm() + 1e-4


def test_names_that_would_cover_each_other_stand_on_different_sides_or_are_left_out():
    points = torch.zeros(2, 6, 2)
    points[0, 0] = 1.0  # all paths end in the very same point
    sides = find_label_sides(points, list("abcdef"), [5])
    shown = [side for side in sides if side]
    assert sides[5]  # the chosen one is always named
    assert 2 <= len(shown) == len(set(shown)) <= 4
    apart = torch.stack([torch.zeros(6, 2), torch.arange(12.0).reshape(6, 2)])
    assert all(find_label_sides(apart, list("abcdef"), [0]))


def test_the_maps_hold_the_cosines():
    matrices = compute_cosines(torch.randn(3, 4, 8))
    figure = plot_token_cosines(matrices, list("abcd"), 1)
    for heat, matrix in zip(figure.data, matrices, strict=True):
        assert torch.tensor(heat.z).allclose(matrix)
    figure = plot_depth_cosines(matrices[0])
    [heat] = figure.data
    assert torch.tensor(heat.z).allclose(matrices[0])
    assert heat.textfont.color == theme_colour("text")
    assert figure.layout.coloraxis2.cmax == 2  # pale enough for the text's colour


def test_each_shared_word_has_its_line():
    lines = {"a": torch.rand(3), "b": torch.rand(3)}
    others, b, a = plot_drift(lines, "a", torch.rand(3)).data
    assert (b.name, a.name) == ("b", "a")
    assert list(a.y) == near(lines["a"].tolist())
    assert a.line.width > b.line.width
    assert len(others.y) == 3
