"""A figure that nobody listens to asks nothing of the server."""

from ui.figures.figure import Figure
from ui.views import plot


def test_only_a_figure_that_listens_hears_clicks(monkeypatch):
    sent = []
    monkeypatch.setattr(plot, "_plot", lambda data, **_: sent.append(data["clicks"]))
    for on_click in (None, plot.make_point_callback("step")):
        plot.show_figure(Figure(), key="curve", label="A curve", on_click=on_click)
    assert sent == [False, True]
