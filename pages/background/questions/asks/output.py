"""Questions about what is said: probabilities, layers, searches, the loss."""

import math
from itertools import pairwise, takewhile
from random import Random

from model.measures.attention_entropy import entropies
from model.measures.lens import decision_layers, lens, ranks
from model.training.loss import smoothed_target
from pages.background.questions.asks.asking import (
    CHOICES,
    Measured,
    Option,
    Question,
    ask_in_order,
    largest,
    pick_places,
)
from ui.readings import passes, session, without_changes
from ui.readings.reading import Reading, Token, quote, target_tokens
from ui.words import percent, size, with_sign

CONTESTED = 3  # steps at which another token came closest; one of them is asked for
ABOVE = (0.1, 0.2, 0.4)  # nats above the floor
LONG = 40  # characters of a common beginning that is not said again
NATS = math.log(2)  # of a bit


def second_choice(reading: Reading, chance: Random) -> Question:
    """Which other token came closest at a step?"""
    left_out = without_changes.left_out(reading, without_changes.of_the_mask)
    reading = without_changes.translation_without(reading, without_changes.of_the_mask)
    steps, ids = range(len(reading.output)), reading.output_ids
    unsaid = reading.trace["logits"][0].softmax(dim=-1)
    unsaid[steps, list(ids)] = 0
    contested = sorted(steps, key=lambda step: -unsaid[step].max().item())
    step = chance.choice(contested[:CONTESTED])
    p, said = reading.trace["logits"][0, step].softmax(dim=-1), ids[step]
    others = [token for token in p.topk(CHOICES + 1).indices.tolist() if token != said][:CHOICES]
    tokenizer = session.glass().tokenizer
    own, *names = quote(tokenizer.pieces([said, *others]))
    answers = [
        Measured(name, p[token].item(), percent(p[token], 2), (p[token] / p[others[0]]).item())
        for name, token in zip(names, others, strict=True)
    ]
    read = " ".join(token.text for token in reading.target[: step + 1][-6:])
    return largest(
        f"The decoder has read “{'… ' if step > 5 else ''}{read}” and writes "
        f"{own}. Which other token did it find most probable there?",
        answers,
        chance,
        f"{own} got {percent(p[said], 2)}, {names[0]} {percent(p[others[0]], 2)}. All {len(p):,} "
        f"tokens together get 100 %. {left_out}".rstrip(),
        step=step + 1,
    )


def least_sure(reading: Reading, chance: Random) -> Question:
    """At which step is the model least sure?"""
    left_out = without_changes.left_out(reading, without_changes.of_the_mask)
    reading = without_changes.translation_without(reading, without_changes.of_the_mask)
    p = _said_probabilities(reading)
    places = sorted(pick_places(len(p), [min(range(len(p)), key=p.__getitem__)], chance))
    least = min(places, key=p.__getitem__)
    return ask_in_order(
        "Which of these tokens had the smallest probability when the model wrote it?",
        [
            Option(
                f"“{reading.output[place].text}”, step {place + 1}",
                percent(p[place], 1),
                p[place],
            )
            for place in places
        ],
        places.index(least),
        f"Step {least + 1}, “{reading.output[least].text}”, with {percent(p[least], 1)}. Of all "
        f"{len(p)} steps, the model is least sure there. The probability of the whole translation "
        f"is the product of all steps, {size(math.prod(p))}. {left_out}".rstrip(),
        step=least + 1,
    )


def settling_layer(reading: Reading, chance: Random) -> Question:
    """From which layer on is the next token the most likely one?"""
    left_out = without_changes.left_out(reading, without_changes.of_the_steps)
    reading = without_changes.translation_without(reading, without_changes.of_the_steps)
    step = chance.randrange(len(reading.output))
    E, b = session.embedding_matrix(reading.changes), session.glass().network.b
    logits = lens(reading.trace, E, b)[:, step : step + 1]
    token = logits[-1, 0].argmax().item()
    places = ranks(logits, [token])
    first = decision_layers(places).item()
    depths = ["before layer 1", *(f"after layer {n}" for n in range(1, len(logits)))]
    text = _text(session.glass().tokenizer, token)
    return ask_in_order(
        f"Step {step + 1}: in the end “{text}” has the highest logit. The decoder's vector can be "
        "compared with E after each layer. From which point on is this token always the first?",
        [
            Option(name, f"place {place:,}")
            for name, place in zip(depths, places[:, 0].tolist(), strict=True)
        ],
        first,
        f"{depths[first].capitalize()}. Comparing with E before the end is called the logit "
        "lens. It is only a rough look, because only the last layer was trained to be read like "
        f"this. {left_out}".rstrip(),
        step=step + 1,
    )


def greedy(reading: Reading, chance: Random) -> Question:
    """Does greedy search find the same translation as the beam?"""
    tokenizer = session.glass().tokenizer
    beam = tuple(reading.hypotheses[0].tokens)
    alone = tuple(passes.greedy(reading.source_ids, reading.target_ids[0], reading.changes))
    first, second = (
        session.probabilities(reading.text, reading.language, said, (reading.changes,))[0]
        for said in (beam, alone)
    )
    right = 0 if alone == beam else 1 if second < first else 2
    texts = (
        "yes, token by token", "no, one that is less probable", "no, one that is more probable"
    )  # fmt: skip
    numbers = f"ln p {with_sign(first, 3)} and {with_sign(second, 3)}"
    by_beam, by_one = differing(reading.translation, tokenizer.decode(list(alone)))
    return ask_in_order(
        "Greedy search takes the most probable token at each step and never looks back. Does it "
        f"find the translation of the beam of {session.WIDTH}?",
        [Option(text, numbers if place == right else "") for place, text in enumerate(texts)],
        right,
        f"Greedy search finds {_text_or_none(by_one)} (ln p {with_sign(second, 3)}), and beam "
        f"search {_text_or_none(by_beam)} ({with_sign(first, 3)}). Beam search may give up the "
        "best token now for a more probable sentence. Its length penalty can even prefer a less "
        "probable one.",
    )


def second_place(reading: Reading, chance: Random) -> Question:
    """Which hypothesis finished second?"""
    scores = _texts(reading)
    best, *others = list(scores)[: CHOICES + 1]
    begin = _beginning(list(scores))
    answers = [
        Measured(
            f"“{'…' if begin else ''}{text.removeprefix(begin)}”",
            scores[text],
            f"score {with_sign(scores[text], 3)}",
        )
        for text in others
    ]
    return largest(
        f"“{_cut(best)}” won. Which of these came second in the beam of {session.WIDTH}? "
        f"What counts is ln p, divided by the length penalty (α = {session.ALPHA}).",
        answers,
        chance,
        f"The winner has {with_sign(scores[best], 3)}, the second "
        f"{with_sign(scores[others[0]], 3)}. On the way, the beam keeps what is most probable. "
        "The penalty only ranks the finished translations.",
    )


def above_floor(reading: Reading, chance: Random) -> Question:
    """How far above its floor is the smoothed loss of this translation?"""
    epsilon = session.smoothing()
    logits = reading.trace["logits"][0, : len(reading.output)]
    vocab, log_p = logits.shape[-1], logits.log_softmax(dim=-1)
    least = entropies(smoothed_target(vocab, epsilon)).item() * NATS
    plain = -sum(math.log(max(p, 1e-30)) for p in _said_probabilities(reading)) / len(log_p)
    smoothed = (1 - epsilon) * plain - epsilon * log_p.mean().item()
    above = smoothed - least
    between = [f"{low:g} to {high:g}" for low, high in pairwise(ABOVE)]
    return ask_in_order(
        f"This model learned with label smoothing (ε = {epsilon:g}). So no model can have a loss "
        f"below {least:.3f} nats per token. How far above is this one, on its own translation?",
        [f"less than {ABOVE[0]:g}", *between, f"{ABOVE[-1]:g} or more"],
        sum(above >= limit for limit in ABOVE),
        f"{above:.3f} nats: its loss is {smoothed:.3f} with smoothing. (Without, it is "
        f"{plain:.3f}.) The lowest loss is the entropy of the smoothed target. A model reaches it "
        f"if it gives every wrong token exactly {epsilon:g}/{vocab:,}. Where several translations "
        "are good, no model can do that and be right.",
    )


def has_record(reading: Reading) -> bool:
    """Whether it is known how the model was trained."""
    return session.smoothing() is not None


def several(reading: Reading) -> bool:
    """Whether at least two different translations finished behind the winner."""
    return len(_texts(reading)) > 2


def _texts(reading: Reading) -> dict[str, float]:
    """Return the finished translations and their scores, best first, each text once."""
    tokenizer, found = session.glass().tokenizer, {}
    for one in reading.hypotheses:
        found.setdefault(tokenizer.decode(one.tokens), one.score(session.ALPHA))
    return found


def _beginning(texts: list[str]) -> str:
    """Return the words with which all texts begin, if they are many."""
    begin = texts[0][: _common(texts)].rpartition(" ")[0]
    return begin if len(begin) > LONG else ""


def _said_probabilities(reading: Reading) -> list[float]:
    """Return the probability of each token that was said."""
    p = reading.trace["logits"][0].softmax(dim=-1)
    return p[range(len(reading.output)), list(reading.output_ids)].tolist()


def _text(tokenizer: object, token: int) -> str:
    one: Token = target_tokens(tokenizer, [token])[0]
    return one.text


def _common(texts: list[str]) -> int:
    """Return how many characters all texts begin with."""
    together = zip(*texts, strict=False)
    return sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, together))


def differing(first: str, second: str) -> tuple[str, str]:
    """Return two texts so that what differs can be seen: cut after it, not before it."""
    same = _common([first, second])
    if first == second or same <= LONG:
        return _cut(first), _cut(second)
    word = first.rfind(" ", 0, same) + 1
    begin = word if same - word < LONG else same - LONG
    return _cut(f"… {first[begin:]}"), _cut(f"… {second[begin:]}")


def _text_or_none(text: str) -> str:
    return f"“{text}”" if text.strip() else "nothing that can be written"


def _cut(text: str) -> str:
    return text if len(text) <= 90 else text[:89] + "…"
