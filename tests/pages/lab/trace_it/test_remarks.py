"""What Trace it says follows from its numbers."""

from pages.lab.trace_it import remarks


def test_a_cut_that_others_make_up_for_is_told_from_one_that_they_do_not():
    said = ("el", 0.4)
    assert "step in and make up" in remarks.cut("a head", -1.0, 0.5, said)
    assert "make the loss larger" in remarks.cut("a head", 0.5, -1.0, said)
    assert "Nothing else steps in" in remarks.cut("a head", 0.5, 0.51, said)


def test_cuts_are_counted_by_how_near_their_prediction_is_and_by_the_order_they_change():
    told = remarks.scatter([(1.0, 1.1), (1.0, 1.9), (-1.0, -0.8)], 2.0)
    assert "**2 of 3**" in told
    assert "One cut changes" in told
    assert "order" not in remarks.scatter([(1.0, 1.1)], -2.0)


def test_the_strongest_node_is_named_with_what_adds_to_its_token():
    told = remarks.look_for(("station", 7.8), ("cross-attention 4.2", 2.9), "station", ["a", "b"])
    assert told.endswith("It takes most from “station”, to which a and b add.")
    assert "takes" not in remarks.look_for(("a", 1.0), ("feed-forward 1", 1.0), None, [])
