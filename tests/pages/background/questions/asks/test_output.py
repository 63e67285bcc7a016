import math

import torch
from torch.nn.functional import cross_entropy

from model.changes.kinds import MissingEverywhere
from model.decoding import beam_search, length_penalty, rank_hypotheses
from model.glass import ALPHA, WIDTH
from model.tokenizer import EOS
from pages.background.questions.asks import searches
from tests.pages.background.questions.asks.answers import answer, ask
from ui.readings import session
from ui.words import format_percent


def test_the_lens_settles_after_the_layer_from_which_on_the_token_is_on_top(reading):
    found, E = ask(reading, "settled"), session.embedding_matrix()
    step, layers = found.page_choices["step"] - 1, range(session.load_model()[0].config.N)
    taps = ["decoder.embedding.output"]
    taps += [f"decoder.layers.{layer}.add_and_norm_3.output" for layer in layers]
    best = [(E @ reading.trace[tap][0, step]).argmax().item() for tap in taps]
    final = reading.trace["logits"][0, step].argmax().item()
    first = min(i for i in range(len(best)) if set(best[i:]) == {final})
    assert answer(found) == ("before layer 1" if first == 0 else f"after layer {first}")


def test_the_second_choice_is_the_likeliest_token_that_was_not_said(reading):
    found = ask(reading, "second_choice")
    step = found.page_choices["step"] - 1
    p = reading.trace["logits"][0, step].softmax(dim=-1)
    p[reading.output_ids[step]] = 0
    [piece] = session.load_model()[1].pieces([p.argmax().item()])
    assert answer(found) == f"“{piece.removeprefix('▁') or '▁'}”"
    [right] = found.right_indices
    assert found.options[right].measured == format_percent(p.max().item(), 2)


def test_the_least_sure_step_has_the_smallest_probability_of_all(reading):
    found, p = ask(reading, "least_sure"), []
    for row, token in zip(reading.trace["logits"][0], reading.output_ids, strict=False):
        p.append((row[token] - row.logsumexp(dim=0)).exp().item())
    assert answer(found).endswith(f"step {1 + p.index(min(p))}")


def test_greedy_search_is_compared_with_the_beam(reading):
    found, (model, tokenizer) = ask(reading, "greedy"), session.load_model()
    tokens = [reading.target_ids[0]]
    while tokens[-1] != EOS and len(tokens) < 60:  # without a search: the plain loop
        with torch.inference_mode():
            logits = model(torch.tensor([reading.source_ids]), torch.tensor([tokens]))
        tokens.append(logits[0, -1].argmax().item())
    same = tokens[1:] == reading.hypotheses[0].tokens
    assert answer(found).startswith("yes" if same else "no")
    assert f"“{tokenizer.decode(tokens[1:])[:89]}" in found.explanation


def test_the_second_place_is_the_second_best_score(reading):
    model, tokenizer = session.load_model()
    steps = beam_search(model, [list(reading.source_ids)], [reading.target_ids[0]], WIDTH)
    scores = {}
    for one in rank_hypotheses(steps, ALPHA)[0]:
        penalty = length_penalty(len(one.path), ALPHA)
        scores.setdefault(tokenizer.decode(one.tokens), one.total / penalty)
    second = sorted(scores, key=scores.get, reverse=True)[1]
    found = ask(reading, "second_place")
    assert second.endswith(answer(found).strip("“”…"))
    assert not any(option.text == f"“{reading.translation}”" for option in found.options)


def test_a_translation_that_the_length_limit_cut_has_no_place():
    reading = session.read("x y z x y z x y", "fr", (MissingEverywhere("decoder-positions"),))
    finished = [one for one in reading.hypotheses if one.tokens[-1] == EOS]
    assert len(finished) <= 2 < len(reading.hypotheses)
    assert not searches.has_runner_ups(reading)


def test_the_smoothed_loss_is_as_far_above_its_floor_as_is_said(reading):
    found = ask(reading, "above_floor")
    V, ids = session.load_model()[0].config.vocab_size, torch.tensor(reading.output_ids)
    epsilon = session.training_record()["settings"][-1]["settings"]["smoothing"]
    right = 1 - epsilon + epsilon / V
    floor = -right * math.log(right) - (V - 1) * epsilon / V * math.log(epsilon / V)
    smoothed = cross_entropy(reading.trace["logits"][0], ids, label_smoothing=epsilon).item()
    assert f"below {floor:.3f} nats" in found.prompt
    assert f"with smoothing, its loss is {smoothed:.3f}" in found.explanation
    low, *high = (float(part) for part in answer(found).split() if part[0].isdigit())
    if answer(found).startswith("less"):
        low, high = 0, [low]
    assert low <= smoothed - floor < (high or [math.inf])[0]


def test_texts_that_differ_late_are_shown_where_they_differ():
    same = "one word after the other and so on for a very long time until " * 3
    for begin in (same, "x" * 200):
        first, second = searches.shorten_common_start(begin + "noon", begin + "night")
        assert first != second
        assert first.endswith("noon")
        assert len(first) <= 90
    assert searches.shorten_common_start("a cat", "a dog") == ("a cat", "a dog")
    assert len({*searches.shorten_common_start(same, same)}) == 1
