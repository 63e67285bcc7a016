"""Pages show at once what their text promises: of their own sentence, or of everybody's first.

Where a test fails after new weights, ``python -m tests.promises`` finds another sentence.
"""

import pytest
from torch.nn.functional import cosine_similarity

from model.measures import neighbours
from pages.encoder.encoder_stack.remarks import describe_starting_vectors
from pages.encoder.encoder_stack.two_sentences import PAIRS, compare_sentences, find_default_pair
from pages.input.embedding.remarks import NAMED
from tests.promises.promises import PROMISES
from tests.unpacked import unpacked
from ui.messages import use_locale
from ui.readings import defaults, opening_sentences, session

SPOKEN = tuple(opening_sentences.SENTENCES)
# What a person would call near to the word that Embedding shows of a first sentence.
NEAR = {
    "en": {"asleep", "sleep", "sleepy", "slept", "schlafen", "dormir", "duerme", "schläft"},
    "de": {"dog", "dogs", "chien", "perro", "Hunde", "tired", "fatigué", "cansado", "sleepy"},
    "fr": {"cansado", "fatigu", "müde", "tired", "sleepy"},
    "es": {"fatigué", "tired", "müde", "sueño", "cans"},
}


@pytest.mark.parametrize("page", PROMISES)
@pytest.mark.parametrize("spoken", SPOKEN)
def test_the_sentence_of_a_page_keeps_its_promise(page, spoken):
    into = opening_sentences.opening_target_language(spoken)
    text = opening_sentences.opening_sentence(page, spoken, into)
    promise = PROMISES[page].__doc__
    assert PROMISES[page](text, into), (
        f"“{text}” from {spoken} into {into} no longer shows: {promise} "
        "`python -m tests.promises` finds another one."
    )


def test_each_page_with_a_promise_has_a_sentence_for_each_language_of_the_interface():
    assert {page for page, _, _ in opening_sentences.load_page_sentences()} == set(PROMISES)
    for page in PROMISES:
        for spoken in SPOKEN:
            assert opening_sentences.page_opening_sentence(
                page, spoken, opening_sentences.opening_target_language(spoken)
            ), (page, spoken)


@pytest.mark.parametrize("spoken", SPOKEN)
def test_a_visitor_begins_with_a_sentence_in_their_language_and_mostly_into_english(
    spoken, open_page
):
    app = open_page("overview", lang=spoken)
    asked = app.session_state["read"]
    assert asked.text == opening_sentences.SENTENCES[spoken]
    assert asked.language == ("fr" if spoken == "en" else "en")
    assert app.session_state["typed language"] == spoken


@pytest.mark.parametrize("spoken", SPOKEN)
def test_embedding_shows_neighbours_that_people_call_near(spoken):
    tokenizer, E = session.glass().tokenizer, session.embedding_matrix()
    source = session.read(
        opening_sentences.SENTENCES[spoken], opening_sentences.opening_target_language(spoken)
    ).source
    word = source[defaults.find_longest_single_token_word(source)]
    [row] = tokenizer.encode(word.text)
    rest = neighbours.subtract_mean(E)
    [found] = neighbours.nearest_rows(neighbours.cosine_matrix(rest, rest[[row]]), NAMED + 1)
    near = [piece.strip("▁") for piece in tokenizer.pieces([one for one, _ in found])]
    assert len(NEAR[spoken] & set(near)) >= 3, f"“{word.text}” is near to {near}"


@pytest.mark.parametrize("spoken", SPOKEN)
def test_encoder_stack_begins_with_a_word_that_parts_more_than_all_others(spoken):
    name = find_default_pair(spoken, session.glass().config.read_languages)
    pair = PAIRS[name]
    assert pair.language == spoken
    into = opening_sentences.opening_target_language(spoken)
    both = [session.read(text, into) for text in (pair.first, pair.second)]
    shared = compare_sentences(*both)
    assert describe_starting_vectors(*both, name).startswith("the same embedding")
    last = {word: line[-1].item() for word, line in shared.cosines.items()}
    assert last[name] < 0.5 < 0.9 < shared.cosines[name][0]
    assert min(last, key=last.get) == name, f"exchange “{pair.first}” and “{pair.second}”"


@pytest.mark.parametrize("spoken", SPOKEN)
def test_shifted_input_begins_with_a_wrong_word_that_moves_a_prediction(spoken, open_page, data_of):
    data = data_of(open_page("shifted_input", lang=spoken, sections="none"), "shifted")
    put = data["put"]
    assert put["place"] > 0
    assert put["token"]["text"] != data["reads"][put["place"]]["text"]
    assert max(put["moved"]) > 1  # bits
    assert not any(put["moved"][: put["place"]])
    step = data["step"]
    assert step == put["place"]
    assert put["top"][step][0]["id"] != data["forced"]["top"][step][0]["id"]


@pytest.mark.parametrize("spoken", SPOKEN)
def test_masking_begins_with_a_word_that_would_mostly_read_its_answer(spoken, open_page, data_of):
    data = data_of(open_page("masking", lang=spoken, sections="none"), "causal_maps")
    scores = unpacked(data["scores"])[data["head"], data["row"]]
    assert scores.softmax(dim=-1)[data["row"] + 1] > 0.5


@pytest.mark.parametrize(
    ("spoken", "needs"),
    [
        ("en", {"is", "tired"}),
        ("de", {"ist", "müde"}),
        ("fr", {"est", "fatigué"}),
        ("es", {"está", "perro"}),
    ],
)
def test_multi_head_has_a_layer_whose_heads_find_what_its_text_says_a_word_needs(spoken, needs):
    into = opening_sentences.opening_target_language(spoken)
    reading = session.read(opening_sentences.SENTENCES[spoken], into)
    word = defaults.find_default_token(reading.source, spoken)
    found = [
        {reading.source[key].text for key in layer[:, word].argmax(dim=-1).tolist()}
        for layer in reading.layers("encoder", "weights")
    ]
    assert any(needs <= texts for texts in found), found


@pytest.mark.parametrize(
    ("spoken", "more", "less"),
    [("en", "tired", "The"), ("de", "müde", "Der"), ("fr", "chien", "dort"), ("es", "está", "El")],
)
def test_scaled_dot_product_begins_with_a_head_that_weighs_as_its_text_says(
    spoken, more, less, open_page, data_of
):
    data = data_of(open_page("scaled_dot_product", lang=spoken, sections="none"), "steps")
    row = unpacked(data["weights"])[data["head"], data["word"]].tolist()
    weight = dict(zip([key["text"] for key in data["keys"]], row, strict=True))
    assert weight[more] > 2 * weight[less]


@pytest.mark.parametrize("spoken", SPOKEN)
def test_queries_keys_values_begins_with_a_key_that_fits_better_than_all_others(
    spoken, open_page, data_of
):
    data = data_of(open_page("queries_keys_values", lang=spoken, sections="none"), "match")
    best, second = (unpacked(data["k"]) @ unpacked(data["q"])).topk(2).values.tolist()
    assert best > 1.25 * second > 0


@pytest.mark.parametrize("spoken", SPOKEN)
def test_residual_and_norm_begins_with_a_word_that_the_update_turns_but_does_not_replace(
    spoken, open_page
):
    app = open_page("residual_and_norm", lang=spoken, sections="none")
    read = app.session_state["read"]
    reading = session.read(read.text, read.language)
    word = defaults.find_default_token(reading.source, spoken)
    trace = reading.trace.at("encoder.layers.0.add_and_norm_1")
    x, summed = trace["residual"][0, word], trace["sum"][0, word]
    assert 0.8 < cosine_similarity(x, summed, dim=-1) < 0.98


@pytest.mark.parametrize("spoken", SPOKEN)
def test_feed_forward_begins_with_a_word_at_which_few_units_are_active(spoken, open_page, data_of):
    data = data_of(open_page("feed_forward", lang=spoken, sections="none"), "feed_forward")
    active = (unpacked(data["hidden"])[data["word"]] > 0).sum()
    assert 1 <= active < 20


def test_what_was_typed_stays_on_a_page_with_an_example_which_is_borrowed_and_given_back(
    open_page, go
):
    typed = "We live in a small town."
    app = open_page("masking", source=typed, sections="none")
    app = go(app, "decoding")
    assert app.session_state["read"].text == typed
    app = app.button("borrow").click().run()
    own = opening_sentences.page_opening_sentence("decoding", "en", "fr")
    assert app.session_state["read"].text == own
    app = app.button("give_back").click().run()
    assert app.session_state["read"].text == typed
    app = app.button("borrow").click().run()
    app = go(app, "masking")  # where nobody has asked for the example
    assert app.session_state["read"].text == typed


def test_who_typed_nothing_sees_each_pages_own_example_and_can_have_the_one_before(open_page, go):
    app = go(open_page("masking", sections="none"), "decoding")
    assert app.session_state["read"].text == opening_sentences.page_opening_sentence(
        "decoding", "en", "fr"
    )
    app = go(app, "masking")
    assert app.session_state["read"].text == opening_sentences.SENTENCES["en"]
    app = go(app, "decoding").button("give_back").click().run()
    assert app.session_state["read"].text == opening_sentences.SENTENCES["en"]
    with use_locale("en"):
        assert "This page’s own example" in [button.label for button in app.button]
