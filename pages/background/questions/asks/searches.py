"""Questions about the search: greedy against beam, and the runner-up."""

from itertools import takewhile
from random import Random

from model.glass import ALPHA, WIDTH
from model.hypotheses import Fate
from pages.background.questions.asks.asking import (
    CHOICES,
    Measured,
    Option,
    Question,
    ask_in_order,
    largest,
)
from ui.messages import _
from ui.readings import passes, session
from ui.readings.reading import Reading
from ui.words import decimal, in_quotes, with_sign

LONG = 40  # longest common beginning that is repeated


def greedy(reading: Reading, chance: Random) -> Question:
    """Ask whether greedy search finds the same translation as beam search."""
    tokenizer = session.glass().tokenizer
    beam = tuple(reading.hypotheses[0].tokens)
    alone = tuple(passes.greedy(reading.source_ids, reading.target_ids[0], reading.changes))
    first, second = (
        session.log_probabilities(reading.text, reading.language, said, (reading.changes,))[0]
        for said in (beam, alone)
    )
    right = 0 if alone == beam else 1 if second < first else 2
    texts = (
        _("yes, token by token"),
        _("no, one that is less probable"),
        _("no, one that is more probable"),
    )
    numbers = _("ln p {first} and {second}").format(
        first=with_sign(first, 3), second=with_sign(second, 3)
    )
    by_beam, by_one = differing(reading.translation, tokenizer.decode(list(alone)))
    return ask_in_order(
        _(
            "Greedy search takes the most probable token at each step and never looks "
            "back. Does it find the same translation as a beam of {width}?"
        ).format(width=WIDTH),
        [Option(text, numbers if place == right else "") for place, text in enumerate(texts)],
        right,
        _(
            "Greedy search finds {greedy} (ln p {greedy_p}), beam search {beam} ({beam_p}). "
            "Beam search may give up the best token now for a more probable sentence later. "
            "Its length penalty can even favour a less probable sentence."
        ).format(
            greedy=_text_or_none(by_one),
            greedy_p=with_sign(second, 3),
            beam=_text_or_none(by_beam),
            beam_p=with_sign(first, 3),
        ),
    )


def second_place(reading: Reading, chance: Random) -> Question:
    """Ask which hypothesis of the beam finished second."""
    scores = _texts(reading)
    best, *others = list(scores)[: CHOICES + 1]
    begin = _beginning(list(scores))
    answers = [
        Measured(
            in_quotes(f"{'…' if begin else ''}{text.removeprefix(begin)}"),
            scores[text],
            _("score {value}").format(value=with_sign(scores[text], 3)),
        )
        for text in others
    ]
    return largest(
        _(
            "“{best}” won. Which of these came second in the beam of {width}? The score is ln "
            "p divided by the length penalty (α = {alpha})."
        ).format(best=_truncate(best), width=WIDTH, alpha=decimal(ALPHA, 1)),
        answers,
        chance,
        _(
            "The winner scores {best}, the runner-up {second}. Along the way, beam search "
            "keeps whatever is most probable. The penalty only ranks the finished translations."
        ).format(best=with_sign(scores[best], 3), second=with_sign(scores[others[0]], 3)),
    )


def several(reading: Reading) -> bool:
    """Return whether at least two different translations finished behind the winner."""
    return len(_texts(reading)) > 2


def _texts(reading: Reading) -> dict[str, float]:
    """Return the scores of the finished translations, best first, each text once."""
    tokenizer = session.glass().tokenizer
    found: dict[str, float] = {}
    for one in reading.hypotheses:
        if one.fate is Fate.TRUNCATED:
            break  # these come last, whatever their score
        found.setdefault(tokenizer.decode(one.tokens), one.score(ALPHA))
    return found


def _beginning(texts: list[str]) -> str:
    """Return the common first words of all texts if they are long; else ""."""
    begin = texts[0][: _common(texts)].rpartition(" ")[0]
    return begin if len(begin) > LONG else ""


def _common(texts: list[str]) -> int:
    """Return the number of common first characters of all texts."""
    together = zip(*texts, strict=False)
    return sum(1 for __ in takewhile(lambda letters: len(set(letters)) == 1, together))


def differing(first: str, second: str) -> tuple[str, str]:
    """Return two texts shortened so that their difference stays visible."""
    same = _common([first, second])
    if first == second or same <= LONG:
        return _truncate(first), _truncate(second)
    word = first.rfind(" ", 0, same) + 1
    begin = word if same - word < LONG else same - LONG
    return _truncate(f"… {first[begin:]}"), _truncate(f"… {second[begin:]}")


def _text_or_none(text: str) -> str:
    """Return a text in quotes, or a phrase that stands for an empty one."""
    return in_quotes(text) if text.strip() else _("nothing that can be written")


def _truncate(text: str) -> str:
    """Return a text cut to 90 characters."""
    return text if len(text) <= 90 else text[:89] + "…"
