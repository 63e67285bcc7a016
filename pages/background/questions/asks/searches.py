"""Questions about the search: greedy against beam, and the runner-up."""

from itertools import takewhile
from random import Random

from model.glass import ALPHA, WIDTH
from model.hypotheses import Fate
from pages.background.questions.asks.asking import (
    MAX_OPTIONS,
    MeasuredOption,
    Option,
    Question,
    ask_for_largest,
    ask_in_fixed_order,
)
from ui.messages import _
from ui.readings import passes, session
from ui.readings.reading import Reading
from ui.words import in_quotes

MAX_COMMON_CHARACTERS = 40  # longest common beginning that is repeated


def ask_greedy(reading: Reading, rng: Random) -> Question:
    """Return a question asking whether greedy search finds the same translation as beam search."""
    tokenizer = session.glass().tokenizer
    beam = tuple(reading.hypotheses[0].tokens)
    alone = tuple(
        passes.greedy_translation(reading.source_ids, reading.target_ids[0], reading.changes)
    )
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
    numbers = _("ln p {first:.3} and {second:.3}").format(first=first, second=second)
    by_beam, by_one = shorten_common_start(reading.translation, tokenizer.decode(list(alone)))
    return ask_in_fixed_order(
        _(
            "Greedy search takes the most probable token at each step and never looks "
            "back. Does it find the same translation as a beam of {width}?"
        ).format(width=WIDTH),
        [Option(text, numbers if place == right else "") for place, text in enumerate(texts)],
        right,
        _(
            "Greedy search finds {greedy} (ln p {greedy_p:.3}), beam search {beam} ({beam_p:.3}). "
            "Beam search may give up the best token now for a more probable sentence later. "
            "Its length penalty can even favour a less probable sentence."
        ).format(
            greedy=_quote_or_placeholder(by_one),
            greedy_p=second,
            beam=_quote_or_placeholder(by_beam),
            beam_p=first,
        ),
    )


def ask_runner_up(reading: Reading, rng: Random) -> Question:
    """Return a question asking which finished translation came second in the beam search.
    They are ranked by score: ln p divided by the length penalty.
    """
    scores = _score_finished_texts(reading)
    best, *others = list(scores)[: MAX_OPTIONS + 1]
    begin = _find_common_words(list(scores))
    answers = [
        MeasuredOption(
            in_quotes(f"{'…' if begin else ''}{text.removeprefix(begin)}"),
            scores[text],
            _("score {value:.3}").format(value=scores[text]),
        )
        for text in others
    ]
    return ask_for_largest(
        _(
            "“{best}” won. Which of these came second in the beam of {width}? The score is ln "
            "p divided by the length penalty (α = {alpha:.1})."
        ).format(best=_truncate(best), width=WIDTH, alpha=ALPHA),
        answers,
        rng,
        _(
            "The winner scores {best:.3}, the runner-up {second:.3}. Along the way, beam search "
            "keeps whatever is most probable. The penalty only ranks the finished translations."
        ).format(best=scores[best], second=scores[others[0]]),
    )


def has_runner_ups(reading: Reading) -> bool:
    """Return whether beam search finished at least two other texts besides the best translation."""
    return len(_score_finished_texts(reading)) > 2


def _score_finished_texts(reading: Reading) -> dict[str, float]:
    """Return the best score of each finished translation, best first."""
    tokenizer = session.glass().tokenizer
    found: dict[str, float] = {}
    for one in reading.hypotheses:
        if one.fate is Fate.TRUNCATED:
            break  # these come last, whatever their score
        found.setdefault(tokenizer.decode(one.tokens), one.score(ALPHA))
    return found


def _find_common_words(texts: list[str]) -> str:
    """Return the common first words of all texts if they are long; else ""."""
    begin = texts[0][: _count_common_characters(texts)].rpartition(" ")[0]
    return begin if len(begin) > MAX_COMMON_CHARACTERS else ""


def _count_common_characters(texts: list[str]) -> int:
    """Return the number of common first characters of all texts."""
    together = zip(*texts, strict=False)
    return sum(1 for __ in takewhile(lambda letters: len(set(letters)) == 1, together))


def shorten_common_start(first_text: str, second_text: str) -> tuple[str, str]:
    """Return two texts shortened for display so that the place where they differ stays visible.
    If they start with the same long text, "…" replaces most of it; then both are cut at the end if
    they are still too long.
    """
    same = _count_common_characters([first_text, second_text])
    if first_text == second_text or same <= MAX_COMMON_CHARACTERS:
        return _truncate(first_text), _truncate(second_text)
    word = first_text.rfind(" ", 0, same) + 1
    begin = word if same - word < MAX_COMMON_CHARACTERS else same - MAX_COMMON_CHARACTERS
    return _truncate(f"… {first_text[begin:]}"), _truncate(f"… {second_text[begin:]}")


def _quote_or_placeholder(text: str) -> str:
    """Return a text in quotes, or a phrase that stands for an empty one."""
    return in_quotes(text) if text.strip() else _("a translation with no text")


def _truncate(text: str) -> str:
    """Return a text cut to 90 characters."""
    return text if len(text) <= 90 else text[:89] + "…"
