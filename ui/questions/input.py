"""Questions about pieces, rows of E and positions."""

import math
from random import Random

from figures.neighbours import cosines
from model.changes import Filled
from ui import session, trials, undone
from ui.projection_words import named
from ui.questions.asking import Measured, Option, Question, among, largest, ordered, some
from ui.reading import Reading, target_tokens

RANKS = (0, 9, 99, 999)  # of the rows whose tokens are offered as neighbours
SAME = 1e-3  # rows that differ by less are the same but for rounding


def pieces(reading: Reading, chance: Random) -> Question:
    """Into how many pieces is the sentence cut?"""
    count, words = len(reading.source) - 1, len(reading.text.split())
    numbers, right = among([words, len(reading.text), 2 * count + 1, count + 2], count)
    return ordered(
        "Into how many pieces does the tokenizer cut your sentence? (The end token that is added "
        "does not count.)",
        [f"{number}" for number in numbers],
        right,
        f"It has {_of(words, 'word')} between spaces, {_of(len(reading.text), 'character')}, and "
        f"{_of(count, 'piece')}: frequent words are one piece, rare ones several, and a sign is "
        f"one of its own. With the end token the encoder gets {len(reading.source)} rows.",
    )


def nearest_row(reading: Reading, chance: Random) -> Question:
    """Which row of E has the most similar direction?"""
    tokenizer, E = session.load_model()[1], session.embedding_matrix()
    place = some(reading.source, chance)
    own = reading.source_ids[place]
    alike = cosines(E, E[[own]])[0]
    alike[own] = -1  # every row is most like itself
    order = alike.argsort(descending=True).tolist()
    text = reading.source[place].text
    left_out = undone.left_out(reading, undone.of_E)
    answers: dict[str, Measured] = {}
    for rank in RANKS:
        row = order[min(rank, len(order) - 2)]
        name = f"“{target_tokens(tokenizer, [row])[0].text}”"
        cosine = alike[row].item()
        answers.setdefault(name, Measured(name, cosine, f"cosine {cosine:.3f}", max(0, cosine)))
    return largest(
        f"Which of these tokens has the row of E whose direction is most like that of “{text}”?",
        list(answers.values()),
        chance,
        f"Of all {len(E):,} rows the nearest to that of “{text}” is that of "
        f"“{target_tokens(tokenizer, order[:1])[0].text}”, with a cosine of {alike.max():.3f}. The "
        f"others stand further down the list (places {', '.join(str(r + 1) for r in RANKS[1:])}). "
        f"{left_out}".rstrip(),
        word=place + 1,
    )


def position_length(reading: Reading, chance: Random) -> Question:
    """How long is a positional encoding?"""
    place = some(reading.source, chance)
    trace = reading.trace
    row = trace["encoder.embedding.positions"][place]
    embedding = trace["encoder.embedding.embedding"][0, place]
    length, width = row.norm().item(), len(row)
    numbers, right = among([0.0, 1.0, math.sqrt(width), width / 2], length)
    return ordered(
        f"How long is the vector of position {place}, which is added at “"
        f"{reading.source[place].text}” (the root of the sum of its {width} squares)?",
        [f"{number:.2f}" for number in numbers],
        right,
        "0: a change of the model that is on has taken the positions away."
        if length == 0
        else f"{length:.2f}. Each of its {width // 2} pairs is a sine and a cosine of one angle, "
        f"and sin² + cos² = 1: every position's vector is √({width}/2) long. The embedding that it "
        f"is added to is {embedding.norm():.2f} long here.",
        word=place + 1,
    )


def swapped(reading: Reading, chance: Random) -> Question:
    """What do the encoder's rows become, without positions, when two words change places?"""
    ids = list(reading.source_ids)
    first = some(reading.source, chance)
    second = chance.choice([i for i in range(len(ids) - 1) if ids[i] != ids[first]])
    order = list(range(len(ids)))
    order[first], order[second] = second, first
    changes = (*reading.changes, Filled("encoder.embedding.positions"))
    before = trials.memory(tuple(ids), changes)
    after = trials.memory(tuple(ids[place] for place in order), changes)
    moved = (after - before[order]).abs().max().item()
    stayed = (after - before).abs().max().item()
    right = 0 if moved < SAME else 1 if stayed < SAME else 2
    words = " and ".join(named(reading.source, place) for place in (first, second))
    return ordered(
        f"The encoder gets no positions, and {words} change places. What becomes of its rows?",
        [
            Option("the same rows, in other places", f"differ by at most {moved:.6f}"),
            Option("nothing: the same rows in the same places", f"differ by up to {stayed:.3f}"),
            "other rows: each word's vector changes",
        ],
        right,
        "Attention without positions sees a set of words, not an order: exchange two of them and "
        "their rows are exchanged too (permutation-equivariant). The rows are not “all the same”, "
        f"as is sometimes said. Here the moved rows differ from the old ones by {moved:.6f}."
        if right == 0
        else "A change of the model that is on is tied to a place in the sentence. Without it the "
        "rows would only be exchanged.",
    )


def _of(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 else f"{count} {name}s"
