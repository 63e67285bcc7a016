import re

import torch

from model.changes.kinds import MissingEverywhere
from model.measures.one_vector import cut_repetition, decode_single_vectors
from pages.background.questions.asks import QUESTION_KINDS
from tests.close import assert_near
from tests.pages.background.questions.asks.answers import answer, ask
from ui.readings import session


def test_attention_adds_most_beside_x_at_the_named_token(reading):
    found = ask(reading, "residual")
    layer = found.page_choices["layer"] - 1
    new = reading.trace[f"encoder.layers.{layer}.add_and_norm_1.sublayer"][0].norm(dim=-1)
    old = reading.inputs("encoder", layer)[0][0].norm(dim=-1)
    most = (new / old).argmax().item()
    assert answer(found).startswith(f"“{reading.source[most].text}”")
    assert found.page_choices["word"] == most + 1


def test_nothing_is_compared_with_x_where_a_change_takes_x_away(reading):
    [one] = [one for one in QUESTION_KINDS if one.name == "residual"]
    without = session.read(reading.text, reading.language, (MissingEverywhere("residuals"),))
    assert one.fits(reading)
    assert not one.fits(without)


def test_active_units_are_counted_from_the_weights(reading):
    found, look = ask(reading, "active_units"), ask(reading, "active_units").page_choices
    path = f"encoder.layers.{look['layer'] - 1}"
    x = reading.trace[f"{path}.add_and_norm_1.output"][0, look["word"] - 1]
    W_1 = session.load_model()[0].get_submodule(path).feed_forward.W_1
    with torch.inference_mode():
        count = (W_1(x) > 0).sum().item()
    assert found.explanation.startswith(f"{count:,} of ")
    low, *high = map(int, re.findall(r"\d+", answer(found)))
    if "fewer" in answer(found):
        assert count < low
    else:
        assert low <= count <= (high or [W_1.out_features])[0]


def test_the_layer_that_turns_a_vector_most_has_the_smallest_cosine(reading):
    found = ask(reading, "turns_most")
    word, config = found.page_choices["word"] - 1, session.load_model()[0].config
    cosines = []
    for layer in range(config.N):
        before = reading.inputs("encoder", layer)[0][0, word]
        after = reading.trace[f"encoder.layers.{layer}.add_and_norm_2.output"][0, word]
        cosines.append((before @ after / before.norm() / after.norm()).item())
    assert answer(found) == f"layer {1 + cosines.index(min(cosines))}"


def test_the_memory_is_the_same_for_every_language(reading):
    found, model = ask(reading, "other_language"), session.load_model()[0]
    with torch.inference_mode():
        memory = model.encode(torch.tensor([reading.source_ids]))  # told no language at all
    assert_near(reading.trace["memory"], memory)
    assert answer(found) == "none"


def test_a_vector_alone_says_what_the_right_answer_says(reading):
    found = ask(reading, "alone")
    vectors = reading.trace.pick("memory", batch=0)
    glass = session.glass()
    ids = decode_single_vectors(glass.network, vectors, glass.tokenizer.start(reading.language))
    words = glass.tokenizer.decode(cut_repetition(ids[found.page_choices["word"] - 1])[0])
    assert f"“{words}”" in found.prompt
    assert f"“{words}”" in found.explanation
