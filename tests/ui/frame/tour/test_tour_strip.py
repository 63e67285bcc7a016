"""The strip on the pages: a tour is begun, taken up, left, and sees what the pages show."""

from urllib.parse import parse_qs

from pages.start.story.remarks import OWN_EXAMPLE
from ui.frame.bar import DETECT
from ui.frame.tour.checks import MAIN_WEIGHT_THRESHOLD
from ui.frame.tour.record import Record, Visit, decode_record, encode_record
from ui.frame.tour.steps import STEP_BY_PAGE, TOUR_STEPS
from ui.readings import session


def strip(data_of, app):
    return data_of(app, "tour_strip")


def parameters(data_of, app):
    query = parse_qs(data_of(app, "address")["query"])
    return {name: value for name, [value] in query.items() if name != "sections"}


def drawn(app):
    return any(view.proto.component_name == "tour_strip" for view in app.get("bidi_component"))


def test_without_a_tour_there_is_no_strip_and_nothing_in_the_link(open_page, data_of):
    app = open_page("tokenization")
    assert not drawn(app)
    assert parameters(data_of, app) == {}


def test_a_teachers_link_begins_with_its_first_stop_and_ticks_what_the_page_shows(
    open_page, data_of
):
    app = open_page("tokenization", tour="tokenization,decoding", source="The dog is here.")
    data = strip(data_of, app)
    assert (data["place"], data["done"], len(data["dots"])) == (0, False, 2)
    assert "one token" in data["now"]
    app.text_input(key="source").set_value("The xylophonist is here.").run()
    data = strip(data_of, app)
    assert data["done"]
    assert data["now"].startswith("“xylophonist” is ")
    assert data["next"] == "Next: Decoding"
    shown = parameters(data_of, app)
    assert shown["tour"] == "tokenization,decoding"
    assert decode_record(shown["did"]).find_visit("tokenization").result == data["now"]
    app.text_input(key="source").set_value("The dog is here.").run()
    assert strip(data_of, app)["done"]  # what is done stays done


def test_what_was_so_when_a_visitor_came_is_no_deed(open_page, data_of):
    car = {**STEP_BY_PAGE["why_attention"].initial_choices, "hidden": "3", "stop": "1"}
    app = open_page("why_attention", tour="why_attention", **car)
    assert "It was like that when you came" in strip(data_of, app)["now"]
    assert not strip(data_of, app)["done"]
    for hidden, done in (("", False), ("3", True)):
        app.session_state["hidden"] = hidden
        app.run()
        assert strip(data_of, app)["done"] == done
    app.session_state["did"] = ""  # as the button that forgets, on another page
    app.session_state["stops of the tour that were seen undone"] = set()
    app.run()
    assert not strip(data_of, app)["done"]


def test_a_lesson_that_asks_questions_itself_asks_no_others_at_its_end(open_page, data_of):
    for last, said in (("questions", "what you did"), ("masking", "six questions")):
        app = open_page(last, tour=f"overview,{last}", stop="2")
        assert strip(data_of, app)["next"] == f"Next: {said}"


def test_on_another_page_the_strip_leads_back(open_page, data_of):
    data = strip(data_of, open_page("masking", tour="tokenization"))
    assert data["there"] == "Go to Tokenization"
    assert not data["done"]


def test_a_tour_is_taken_up_where_the_link_says(open_page, data_of):
    did = encode_record(Record({"overview": Visit("x"), "tokenization": Visit(skipped=True)}))
    data = strip(data_of, open_page("why_attention", tour="all", stop="3", did=did))
    assert data["place"] == 2
    assert data["dots"][:3] == ["done", "skipped", ""]


def test_any_link_is_borne(open_page, data_of):
    app = open_page("overview", tour="overview", stop="99", did="<script>")
    assert not app.exception
    assert strip(data_of, app)["there"] == "To the questions"
    assert not drawn(open_page("overview", tour="nonsense", stop="x"))


def test_a_guess_is_asked_for_while_the_section_is_closed_and_opens_it(open_page, data_of):
    app = open_page("positional_encoding", tour="positional_encoding", sections="none")
    assert len(strip(data_of, app)["options"]) == 2
    did = decode_record(app.session_state["did"]).with_guess("positional_encoding", 0, "shuffled")
    app = open_page("positional_encoding", tour="positional_encoding", did=encode_record(did))
    assert "Shuffle again" in strip(data_of, app)["now"]
    app.button(key="shuffle_again").click().run()
    assert strip(data_of, app)["done"]


def test_every_page_of_a_stop_tells_what_its_check_asks_for(open_page, data_of):
    """And none is done before anything was done."""
    for stop in TOUR_STEPS:
        begins = {"from": "en", "to": "fr", **stop.initial_choices}
        app = open_page(stop.page, tour=stop.page, **begins)
        assert not app.exception, stop.page
        data = strip(data_of, app)
        assert data["now"], stop.page
        assert not data["done"], stop.page
        assert set(data["covered"]) >= set(stop.spoilers), stop.page


def test_what_would_give_an_answer_away_is_shown_when_the_stop_is_done(open_page, data_of):
    did = encode_record(Record({"multi_head": Visit("x")}))
    assert not strip(data_of, open_page("multi_head", tour="multi_head", did=did)).get("covered")
    for page in ("scaled_dot_product", "multi_head", "shifted_input", "cross_attention"):
        assert ".look" in STEP_BY_PAGE[page].spoilers
    assert ".st-key-try" in STEP_BY_PAGE["shifted_input"].spoilers


def test_embedding_and_attention_have_the_storys_plain_example():
    reading = session.read(OWN_EXAMPLE, "fr")
    for name in ("embedding", "queries_keys_values"):
        assert STEP_BY_PAGE[name].initial_choices["source"] == OWN_EXAMPLE
    begins = STEP_BY_PAGE["queries_keys_values"].initial_choices
    layer, query = int(begins["layer"]) - 1, int(begins["word"]) - 1
    assert reading.source[query].text == "it"
    weights = reading.attention("encoder", layer)["weights"][0, :, query]
    found = weights.max(dim=-1)
    keys = [reading.source[key].text for key in found.indices.tolist()]
    [head] = [head for head, key in enumerate(keys) if key == "cat"]
    assert found.values[head] > MAIN_WEIGHT_THRESHOLD
    assert head != int(begins["head"]) - 1  # it isn't shown at once


def test_the_tour_leaves_it_to_the_app_to_detect_the_language():
    assert {stop.initial_choices.get("from", DETECT) for stop in TOUR_STEPS} == {DETECT}
