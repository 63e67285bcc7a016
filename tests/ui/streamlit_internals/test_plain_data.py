"""What a view is given arrives as it was, and another time under the same name."""

import json

from streamlit.testing.v1 import AppTest


def page():
    import streamlit as st

    from ui.views.plot import _plot

    number = st.number_input("number", value=1)
    data = {"b": number, "a": [0.1, None, "é"], "figure": {"data": [], "layout": {}}}
    _plot(key="one", data=data)
    _plot(key="two", data=data)


def test_a_view_gets_its_data_and_keeps_its_name_when_they_change():
    app = AppTest.from_function(page).run()
    first = [view.proto for view in app.get("bidi_component")]
    app.number_input[0].set_value(2).run()
    second = [view.proto for view in app.get("bidi_component")]
    sent = [json.loads(view.json) for view in (*first, *second)]
    assert [data["b"] for data in sent] == [1, 1, 2, 2]
    assert all(data["a"] == [0.1, None, "é"] for data in sent)
    assert [view.id for view in first] == [view.id for view in second]
    assert first[0].id != first[1].id
