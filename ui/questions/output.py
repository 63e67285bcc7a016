"""Questions about what is said: probabilities, layers, searches, the loss."""

import math
from itertools import takewhile
from random import Random

from figures.next_token import smoothed_target
from figures.sharpness import entropies
from model.lens import decided, lens, ranks
from ui import session, trials, undone
from ui.projection_words import named
from ui.questions.asking import (
    CHOICES,
    Measured,
    Option,
    Question,
    among,
    largest,
    ordered,
    picked,
)
from ui.reading import Reading, Token, target_tokens

CONTESTED = 3  # steps at which another token came closest; one of them is asked for
LONG = 40  # characters of a common beginning that is not said again
NATS = math.log(2)  # of a bit


def second_choice(reading: Reading, chance: Random) -> Question:
    """Which other token came closest at a step?"""
    steps, ids = range(len(reading.output)), reading.output_ids
    unsaid = reading.trace["logits"][0].softmax(dim=-1)
    unsaid[steps, list(ids)] = 0
    contested = sorted(steps, key=lambda step: -unsaid[step].max().item())
    step = chance.choice(contested[:CONTESTED])
    p, said = reading.trace["logits"][0, step].softmax(dim=-1), ids[step]
    others = [token for token in p.topk(CHOICES + 1).indices.tolist() if token != said][:CHOICES]
    tokenizer = session.load_model()[1]
    answers: dict[str, Measured] = {}
    for token in others:
        value = p[token].item()
        text = f"“{_text(tokenizer, token)}”"
        answers.setdefault(text, Measured(text, value, f"{value:.2%}", value / p[others[0]].item()))
    read = " ".join(token.text for token in reading.target[: step + 1][-6:])
    return largest(
        f"The decoder has read “{'… ' if step > 5 else ''}{read}” and says "
        f"“{reading.output[step].text}”. Which other token did it find most probable there?",
        list(answers.values()),
        chance,
        f"“{reading.output[step].text}” got {p[said]:.2%}, “{_text(tokenizer, others[0])}” "
        f"{p[others[0]]:.2%}. All {len(p):,} tokens together get 100 %.",
        step=step + 1,
    )


def least_sure(reading: Reading, chance: Random) -> Question:
    """At which step is the model least sure?"""
    p = _said(reading)
    places = sorted(picked(len(p), [min(range(len(p)), key=p.__getitem__)], chance))
    least = min(places, key=p.__getitem__)
    return ordered(
        "Which of these tokens did the model say with the smallest probability, given all before "
        "it?",
        [
            Option(f"{named(reading.output, place)}, step {place + 1}", f"{p[place]:.1%}", p[place])
            for place in places
        ],
        places.index(least),
        f"Step {least + 1}, “{reading.output[least].text}”, with {p[least]:.1%}; it is the least "
        f"sure of all {len(p)} steps. The whole translation has the product of all its "
        f"probabilities, {math.prod(p):.3g}.",
        step=least + 1,
    )


def settled(reading: Reading, chance: Random) -> Question:
    """From which layer on is the next token on top?"""
    left_out = undone.left_out(reading, undone.of_E)
    reading = undone.translated(reading, undone.of_E)
    step = chance.randrange(len(reading.output))
    logits = lens(reading.trace, session.embedding_matrix())[:, step : step + 1]
    token = logits[-1, 0].argmax().item()
    places = ranks(logits, [token])
    first = decided(places).item()
    depths = ["before layer 1", *(f"after layer {n}" for n in range(1, len(logits)))]
    text = _text(session.load_model()[1], token)
    return ordered(
        f"Step {step + 1}: in the end “{text}” has the highest logit. If the decoder's vector is "
        "compared with E earlier, from which point on is it on top and stays there?",
        [
            Option(name, f"place {place:,}")
            for name, place in zip(depths, places[:, 0].tolist(), strict=True)
        ],
        first,
        f"{depths[first].capitalize()}. This is the logit lens; under post-norm it is only a "
        "rough look, because each later norm rescales the vector, and only the last layer was "
        f"trained to be read like this. {left_out}".rstrip(),
        step=step + 1,
    )


def greedy(reading: Reading, chance: Random) -> Question:
    """Does greedy search find the same translation as the beam?"""
    tokenizer = session.load_model()[1]
    beam = tuple(reading.hypotheses[0].tokens)
    alone = tuple(trials.greedy(reading.source_ids, reading.target_ids[0], reading.changes))
    first, second = (
        session.probabilities(reading.text, reading.language, said, (reading.changes,))[0]
        for said in (beam, alone)
    )
    right = 0 if alone == beam else 1 if second < first else 2
    texts = (
        "yes, token by token", "no, one that is less probable", "no, one that is more probable"
    )  # fmt: skip
    numbers = f"log p {_minus(first)} and {_minus(second)}"
    return ordered(
        "Greedy search takes the most probable token at each step and never looks back. Does it "
        f"find the translation of the beam of {session.WIDTH}?",
        [Option(text, numbers if place == right else "") for place, text in enumerate(texts)],
        right,
        f"Greedy says “{_cut(tokenizer.decode(list(alone)))}” (log p {_minus(second)}), the beam "
        f"“{_cut(reading.translation)}” ({_minus(first)}). A beam may give up the best token now "
        "for a better whole; its length penalty can even prefer a less probable one.",
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
            f"score {_minus(scores[text])}",
        )
        for text in others
    ]
    return largest(
        f"“{_cut(best)}” won. Which of these finished second in the beam of {session.WIDTH}, by "
        f"log p divided by its length penalty (α = {session.ALPHA})?",
        answers,
        chance,
        f"The winner has {_minus(scores[best])}, the second {_minus(scores[others[0]])}. The beam "
        "keeps the highest log-probabilities; the penalty only ranks what has finished.",
    )


def floor(reading: Reading, chance: Random) -> Question:
    """How low can the smoothed loss of this translation get?"""
    epsilon = session.training_record()["settings"][-1]["settings"]["smoothing"]
    logits = reading.trace["logits"][0, : len(reading.output)]
    vocab = logits.shape[-1]
    least = round(entropies(smoothed_target(vocab, epsilon)).item() * NATS, 3)
    log_p = logits.log_softmax(dim=-1)
    plain = -sum(math.log(max(p, 1e-30)) for p in _said(reading)) / len(log_p)
    smoothed = (1 - epsilon) * plain - epsilon * log_p.mean().item()
    numbers, right = among([0.0, epsilon, round(math.log(vocab), 3)], least)
    return ordered(
        f"With label smoothing (ε = {epsilon:g}, {vocab:,} tokens): what is the smallest loss that "
        "any model could have on this translation, in nats per token?",
        [f"{number:.3f}" for number in numbers],
        right,
        f"{least:.3f}, the entropy of the smoothed target: who says the right token with all "
        f"certainty is wrong about the {epsilon:g} that is spread over the others. Here this "
        f"model's loss is {smoothed:.3f} with smoothing and {plain:.3f} without.",
    )


def several(reading: Reading) -> bool:
    """Whether at least two different translations finished behind the winner."""
    return len(_texts(reading)) > 2


def _texts(reading: Reading) -> dict[str, float]:
    """Return the finished translations and their scores, best first, each text once."""
    tokenizer, found = session.load_model()[1], {}
    for one in reading.hypotheses:
        found.setdefault(tokenizer.decode(one.tokens), one.score(session.ALPHA))
    return found


def _beginning(texts: list[str]) -> str:
    """Return the words with which all texts begin, if they are many."""
    together = zip(*texts, strict=False)
    length = sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, together))
    begin = texts[0][:length].rpartition(" ")[0]
    return begin if len(begin) > LONG else ""


def _said(reading: Reading) -> list[float]:
    """Return the probability of each token that was said."""
    p = reading.trace["logits"][0].softmax(dim=-1)
    return p[range(len(reading.output)), list(reading.output_ids)].tolist()


def _text(tokenizer: object, token: int) -> str:
    one: Token = target_tokens(tokenizer, [token])[0]
    return one.text


def _cut(text: str) -> str:
    return text if len(text) <= 90 else text[:89] + "…"


def _minus(value: float) -> str:
    return f"{value:.3f}".replace("-", "−")
