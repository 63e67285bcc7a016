import math

import pytest
import torch
from torch.nn.functional import cross_entropy

from model.trace import recording
from tests.close import near
from tests.pages.background.questions.asks.answers import answer, ask, number
from ui.readings import session


def rows(reading, found, kind="encoder"):
    path = f"{kind}.layers.{found.page_choices['layer'] - 1}.self_attention"
    return reading.trace[f"{path}.weights"][0]


def test_the_weights_of_a_row_add_up_to_one(reading):
    found = ask(reading, "row_sum")
    row = rows(reading, found)[found.page_choices["head"] - 1, found.page_choices["word"] - 1]
    assert row.sum().item() == near(1)
    assert answer(found) == "1.000"


def test_not_divided_the_named_head_loses_most_of_its_tokens(reading):
    found = ask(reading, "undivided")
    trace = reading.attention("encoder", found.page_choices["layer"] - 1)
    word, h = found.page_choices["word"] - 1, trace["q"].shape[1]
    products = torch.stack([trace["k"][0, head] @ trace["q"][0, head, word] for head in range(h)])
    kept = [
        torch.distributions.Categorical(logits=products / by).entropy().exp()
        for by in (math.sqrt(trace["q"].shape[-1]), 1)
    ]
    most = (kept[0] - kept[1]).argmax().item()
    assert answer(found) == f"head {most + 1}"
    assert f"head {most + 1} spreads the weight as if {kept[0][most]:.2f} of" in found.explanation


@pytest.mark.parametrize("name", ["favourite", "source_word"])
def test_the_favourite_has_the_largest_weight_of_its_row(reading, name):
    found, look = ask(reading, name), ask(reading, name).page_choices
    kind = "cross" if name == "source_word" else "encoder"
    row = reading.attention(kind, look["layer"] - 1)["weights"][0, look["head"] - 1]
    row = row[(look["step"] if kind == "cross" else look["word"]) - 1]
    best = row.argmax().item()
    assert answer(found).startswith(f"“{reading.source[best].text}”")
    [right] = found.right_indices
    assert number(found.options[right].measured) == pytest.approx(row.max().item(), abs=6e-4)
    assert len({option.text for option in found.options}) == len(found.options) > 1


def test_heads_that_read_a_word_from_itself_are_counted(reading):
    found = ask(reading, "reads_itself")
    word = found.page_choices["word"] - 1
    count = sum(head[word].argmax().item() == word for head in rows(reading, found))
    assert answer(found) == str(count)


def loss(logits, ids):
    return cross_entropy(logits[: len(ids)], torch.tensor(ids)).item()


def logits_with(reading, edits):
    model = session.load_model()[0]
    ids = torch.tensor([reading.source_ids]), torch.tensor([reading.target_ids])
    with torch.inference_mode(), recording(model, edits):
        return model(*ids)[0]


def test_the_silenced_head_that_hurts_most_leaves_the_smallest_probability(reading):
    found, look = ask(reading, "silenced"), ask(reading, "silenced").page_choices
    stack, name = {
        "encoder": ("encoder", "self_attention"),
        "decoder": ("decoder", "self_attention"),
        "cross": ("decoder", "cross_attention"),
    }[look["attention"]]
    tap = f"{stack}.layers.{look['layer'] - 1}.{name}.heads"
    losses = []
    for option in found.options:
        head = int(option.text.split()[1]) - 1

        def silence(heads, head=head):
            heads = heads.clone()
            heads[:, head] = 0
            return heads

        losses.append(loss(logits_with(reading, {tap: silence}), reading.output_ids))
    assert found.right_indices == {losses.index(max(losses))}
    assert answer(found) == f"head {look['head']}"


def test_the_mask_hides_what_lies_above_the_diagonal(reading):
    m = len(reading.target)
    hidden = torch.isinf(reading.trace["decoder.layers.0.self_attention.masked"][0, 0]).sum().item()
    assert answer(ask(reading, "hidden_cells")) == str(hidden) == str(m * (m - 1) // 2)


def test_the_token_that_loses_most_behind_an_open_mask_is_measured(reading):
    found, layers = ask(reading, "unmasked"), range(session.load_model()[0].config.N)
    taps = [f"decoder.layers.{layer}.self_attention.visible" for layer in layers]
    opened = logits_with(reading, dict.fromkeys(taps, torch.ones_like))
    logits, ids = reading.trace["logits"][0], reading.output_ids
    with_mask, without = loss(logits, ids), loss(opened, ids)
    assert f"from {with_mask:.3f} to {without:.3f}" in found.explanation
    falls = [
        loss(opened[step : step + 1], [token]) - loss(logits[step : step + 1], [token])
        for step, token in enumerate(ids)
    ]
    assert answer(found).endswith(f"step {1 + falls.index(max(falls))}")
