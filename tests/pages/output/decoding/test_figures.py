from pages.output.decoding.figures import COMPUTED, KEPT, plot_computed_rows, plot_multiplications

TOKENS = ["<2fr>", "<b>", "c"]


def test_each_step_has_as_many_cells_as_rows_were_computed():
    figure = plot_computed_rows(TOKENS, [(1, 1), (2, 2), (3, 3)], [(1, 1), (1, 2), (1, 3)])
    without, cached = (list(zip(*map.z, strict=True)) for map in figure.data)
    assert [column.count(COMPUTED) for column in without] == [1, 2, 3]
    assert [column.count(COMPUTED) for column in cached] == [1, 1, 1]
    assert [column.count(KEPT) for column in cached] == [0, 1, 2]
    for step, column in enumerate(cached):
        assert column[step] == COMPUTED  # the newest one
        assert column[step + 1 :].count(None) == len(TOKENS) - step - 1


def test_tokens_stay_text():
    figure = plot_computed_rows(TOKENS, [(1, 1)] * 3, [(1, 1)] * 3)
    assert "<b>" not in str(figure.to_dict())


def test_bars_are_the_counts():
    figure = plot_multiplications([2_000_000, 3_000_000], [1_000_000, 500_000])
    assert [list(bar.y) for bar in figure.data] == [[2, 3], [1, 0.5]]
