from itertools import permutations

import pytest

from pages.training.how_good_is_it.figures import plot_chrf_by_language_pair, plot_typing_robustness


def test_careless_typing_is_compared_by_the_mean_of_all_directions():
    [bars] = plot_typing_robustness(
        {"plain": {"a": 40.0, "b": 20.0}, "upper case": {"a": 8.0, "b": 6.0}}
    ).data
    assert list(bars.x) == [30.0, 7.0]
    assert list(bars.y) == ["plain", "upper case"]


@pytest.mark.parametrize("count", [2, 4, 7])
def test_every_way_has_its_bar_in_the_group_of_its_source_however_many_languages_there_are(count):
    scores = {
        "-".join(way): {"bleu": 0.0, "chrf": float(place)}
        for place, way in enumerate(permutations("abcdefg"[:count], 2))
    }
    figure = plot_chrf_by_language_pair(scores)
    drawn = {
        f"{source[5:]}-{bar.name[5:]}": height
        for bar in figure.data
        for source, height in zip(bar.x, bar.y, strict=True)
    }
    assert drawn == {way: score["chrf"] for way, score in scores.items()}
