import pytest
import torch

from model.measures.head_patterns import pattern_shares
from pages.start.story.compute import COLUMNS, ROWS
from pages.start.story.questions import QUESTIONS
from pages.start.story.remarks import OWN_EXAMPLE
from pages.start.tour.questions import QUESTIONS as OF_THE_TOUR
from tests.close import assert_near, near
from tests.unpacked import unpacked
from ui.readings import session

CAT = "The cat drinks because it is thirsty."
LONG = "The old man who lives near the river reads a book to his son every evening in winter."


@pytest.fixture
def told(open_page, data_of):
    """The data of the story for a sentence with a pronoun."""
    return data_of(open_page("story", source=CAT, to="fr"), "story")


def text(runs):
    return "".join(text for text, strong in runs)


def test_the_example_is_the_weight_of_this_pass(told):
    reading, example = session.read(CAT, "fr"), told["example"]
    row = reading.attention("encoder", example["layer"])["weights"][0, example["head"]]
    weight = row[example["query"], example["key"]].item()
    assert told["source"][example["query"]]["text"] == "it"
    assert told["source"][example["key"]]["text"] == "cat"
    assert told["attention"][example["key"]] == near(weight)
    said = {one["title"]: text(one["now"]) for one in told["scenes"]}
    assert f"{weight:.0%}".rstrip("%") in said["Words attend to words"]


def test_the_word_next_to_another_is_the_one_with_the_smallest_angle(told):
    alike, reading = told["alike"], session.read(CAT, "fr")
    E = session.embedding_matrix()
    rows = torch.nn.functional.normalize(E - E.mean(dim=0), dim=1)
    cosines = rows @ rows[reading.source_ids[alike["row"]]]
    tokenizer = session.glass().tokenizer
    names = [piece.lstrip("▁") for piece in tokenizer.pieces(cosines.topk(6).indices.tolist())]
    word = told["source"][alike["row"]]["text"]
    assert alike["names"][0] == next(name for name in names if name.lower() != word)
    said = next(
        text(one["now"]) for one in told["scenes"] if one["title"] == "Pieces become numbers"
    )
    assert f"“{alike['names'][0]}”" in said
    assert f"{round(alike['angle'])}°" in said


def test_a_rare_word_is_cut_where_the_sentence_has_none_of_its_own(open_page, data_of):
    assert len(data_of(open_page("story", source="The dog is tired."), "story")["rare"]) > 1
    assert data_of(open_page("story", source="An unbreakable cat."), "story")["rare"] == []


def test_pictures_are_tensors_of_this_pass(told):
    trace = session.read(CAT, "fr").trace
    assert_near(
        unpacked(told["tensors"]["sums"]), trace["encoder.embedding.output"][0, :, :COLUMNS]
    )
    assert_near(unpacked(told["tensors"]["layer 4"]), trace["memory"][0, :, :COLUMNS])
    active = trace[f"encoder.layers.{told['example']['layer']}.feed_forward.hidden"]
    assert told["active"] == (active[0, told["example"]["query"]] > 0).int().tolist()


def test_each_step_has_the_probability_of_what_came(told):
    reading = session.read(CAT, "fr")
    probabilities = reading.trace["logits"][0].softmax(dim=-1)
    for step, came in enumerate(reading.output_ids[: len(told["steps"])]):
        shown = told["steps"][step]
        assert shown["probabilities"][shown["came"]] == near(probabilities[step, came].item())


def test_a_named_head_has_the_habit_that_is_said(told):
    weights = session.read(CAT, "fr").trace.layers("encoder.layers.{}.self_attention.weights")
    said = next(text(one["now"]) for one in told["scenes"] if one["title"] == "Many at once")
    layer = int(said.split(",")[0].removeprefix("In layer ")) - 1
    assert told["habits"]
    for head, name in told["habits"].items():
        assert pattern_shares(weights[layer], "encoder")[name][int(head)] > 0.35
        assert f"head {int(head) + 1} (“{name}”)" in said


@pytest.mark.parametrize("source", ["Hi.", "42", LONG, "Où est la gare ?", "漢"])
def test_any_sentence_has_a_story(open_page, data_of, source):
    told = data_of(open_page("story", source=source), "story")
    assert len(told["scenes"]) == 10
    assert 1 <= len(told["source"]) <= ROWS
    assert sum(told["left"]) + len(told["source"]) == len(session.read(source, "fr").source)


def test_where_nothing_is_clear_the_storys_own_example_is_one_click_away(open_page):
    app = open_page("story", source="Hi.")
    app.button(key="story_example").click().run()
    assert app.session_state["source"] == OWN_EXAMPLE
    assert not [one for one in app.button if one.key == "story_example"]


def test_a_changed_model_tells_another_story(open_page, data_of):
    plain = data_of(open_page("story", source=CAT), "story")
    changed = data_of(open_page("story", source=CAT, edits="no-residuals"), "story")
    assert not torch.equal(
        unpacked(plain["tensors"]["layer 4"]), unpacked(changed["tensors"]["layer 4"])
    )


def test_every_scene_is_short(told):
    for scene in told["scenes"]:
        words = " ".join([*map(text, scene["text"]), text(scene["now"])]).split()
        assert len(words) <= 72, scene["title"]


def test_the_questions_are_others_than_the_tours():
    assert not {one.text for one in QUESTIONS} & {one.text for one in OF_THE_TOUR}


def test_an_answer_says_whether_it_is_right(open_page):
    app = open_page("story", sections="questions")
    app.radio(key="story_question_0").set_value(QUESTIONS[0].right).run()
    assert any("Right." in html.body for html in app.get("html"))
