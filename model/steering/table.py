"""How often a direction turns sentences that it was not made of, and how often it breaks them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

import sacrebleu

from model.changes.direction import Direction
from model.changes.steering import Steering
from model.decoding import Candidate
from model.measures.certainty import (
    WRONG_THRESHOLD,
    Certainty,
    Evidence,
    mean_and_lowest_log_p,
)
from model.passes import search_batch
from model.steering.along import random_control, translate_all_with_steering
from model.steering.pairs import (
    DIRECTIONS,
    PAIR_LANGUAGES,
    find_direction,
    read_held_out,
    read_pairs,
)
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

ALPHAS = (1.0, 2.0, 3.0, 4.0)
SEEDS = (1, 2, 3)  # of the random directions, whose mean is the control
BROKEN = 30.0  # chrF against the unsteered translation, below which little of it is left
SENTENCES = "en"  # the language of the held-out sentences
EXAMPLES, SHOWN = 3, 2.0  # examples of each sort, and the alpha they were steered with


@dataclass(frozen=True)
class MarkerWords:
    """Words that show whether a steered translation has the desired property.

    Args:
        desired: words that only translations of the plus sentence have.
        undesired: words that only translations of the minus sentence have.
    """

    desired: frozenset[str]
    undesired: frozenset[str]

    @property
    def has_desired_words(self) -> bool:
        """Whether there is a desired word; without one, nothing shows that steering succeeded."""
        return bool(self.desired)

    def has_turned(self, translation: str) -> bool:
        """Whether a translation has a desired word and no undesired word."""
        said = word_set(translation)
        return bool(said & self.desired) and not said & self.undesired


def word_set(text: str) -> frozenset[str]:
    """Return the set of words and punctuation marks of a text, in lower case."""
    return frozenset(re.findall(r"\w+|[^\w\s]", text.casefold()))


def find_markers(
    minus_translations: Sequence[str], plus_translations: Sequence[str]
) -> MarkerWords:
    """Return the words that tell translations of the plus sentences from those of the minus ones.

    Args:
        minus_translations: translations of the sentence without the property, such as politeness.
        plus_translations: translations of the sentence with it.

    Returns:
        Desired words, which only the plus translations have, and undesired words, which only the
        minus translations have.
    """
    lacking, having = (
        frozenset().union(*map(word_set, side)) for side in (minus_translations, plus_translations)
    )
    return MarkerWords(having - lacking, lacking - having)


@dataclass(frozen=True)
class SteeringTrial:
    """Held-out sentences of one steering direction in one target language.

    Args:
        model: the network.
        tokenizer: its vocabulary.
        certainty: detector of unsure translations, without reconstruction, since a steered
            translation is meant to say something else than the source; None if this model's were
            never judged.
        language: code of the target language.
        texts: the sentences whose translations are steered.
        markers: for each of them, the words that show whether it has turned.
    """

    model: Transformer
    tokenizer: Tokenizer
    certainty: Certainty | None
    language: str
    texts: tuple[str, ...]
    markers: tuple[MarkerWords, ...]

    def translate(self, steering: Steering) -> list[Candidate]:
        """Return the best translation of each of the trial's ``texts`` with this steering."""
        sources = [(*self.tokenizer.encode(text), EOS) for text in self.texts]
        start = self.tokenizer.start(self.language)
        return translate_all_with_steering(self.model, sources, start, steering)

    def rates(
        self, unsteered: Sequence[Candidate], steered: Sequence[Candidate]
    ) -> dict[str, float]:
        """Return the shares of the sentences whose translation steering turned, changed or broke.

        Args:
            unsteered: translations without steering.
            steered: steered translations of the same sentences.

        Returns:
            Four shares, from 0 to 1. Of the sentences that ``count_turnable`` counts: "turned",
            whose steered translation has a desired and no undesired word, and "whole", which turned
            and are not broken. Of all sentences: "changed", whose two translations differ, and
            "broken", whose steered translation has little in common with the unsteered one or is
            probably wrong.
        """
        say = self.tokenizer.decode
        both = [
            (say(one.tokens), say(two.tokens)) for one, two in zip(unsteered, steered, strict=True)
        ]
        broken = [
            sacrebleu.sentence_chrf(now, [then]).score < BROKEN or self._is_unsure(candidate)
            for (then, now), candidate in zip(both, steered, strict=True)
        ]
        turned = [
            (mark.has_turned(now), mark.has_turned(now) and not bad)
            for mark, (then, now), bad in zip(self.markers, both, broken, strict=True)
            if mark.has_desired_words and not mark.has_turned(then)
        ]
        return {
            "turned": round(fmean(one for one, __ in turned), 4) if turned else 0.0,
            "whole": round(fmean(whole for __, whole in turned), 4) if turned else 0.0,
            "changed": round(fmean(now != then for then, now in both), 4),
            "broken": round(fmean(broken), 4),
        }

    def count_turnable(self, unsteered: Sequence[Candidate]) -> int:
        """Count the sentences that steering can turn.

        These are the sentences whose translation does not yet show the direction's property, such
        as politeness. A sentence without words that only such a translation has (its ``markers``)
        does not count: nothing could show that it turned.

        Args:
            unsteered: translation of each of the trial's texts, without steering.
        """
        said = [self.tokenizer.decode(one.tokens) for one in unsteered]
        both = zip(self.markers, said, strict=True)
        return sum(mark.has_desired_words and not mark.has_turned(text) for mark, text in both)

    def _is_unsure(self, translation: Candidate) -> bool:
        """Whether a classifier exists and marks this translation as probably wrong."""
        if self.certainty is None:
            return False
        evidence = Evidence(*mean_and_lowest_log_p(self.tokenizer, translation))
        return self.certainty.probability_wrong(evidence) >= WRONG_THRESHOLD


def measure_directions(
    model: Transformer,
    tokenizer: Tokenizer,
    certainty: Certainty | None,
    advance: Callable[[int], object] = lambda count: None,
) -> dict[str, object]:
    """Measure how well each steering direction works on held-out sentences, in each language.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        certainty: detector of unsure translations; None if this model's were never judged.
        advance: called with 1 after each language of each direction, for a progress bar.

    Returns:
        "alphas": the strengths that were tried; "seeds": number of random directions whose mean is
        the control; "directions": by name, the vector's "length" and its "languages". These have,
        by language code, the numbers "sentences" and "could turn"; "broken before", the share that
        is broken without any steering; "direction", "opposite" and "random", each a list of
        ``SteeringTrial.rates`` for the alphas; and "examples".
    """
    read = model.config.read_languages
    names = [
        name for name in DIRECTIONS if {PAIR_LANGUAGES.get(name, SENTENCES), SENTENCES} <= {*read}
    ]
    table: dict[str, object] = {}
    for name in names:
        direction = find_direction(model, tokenizer, read_pairs(name), name=name)
        rows: dict[str, object] = {}
        for language in (code for code in model.config.languages if code != SENTENCES):
            trial = _make_trial(model, tokenizer, certainty, name, language)
            rows[language] = _measure_direction(trial, direction)
            advance(1)
        length = direction.vector(model).norm().item()
        table[name] = {"length": round(length, 4), "languages": rows}
    return {"alphas": list(ALPHAS), "seeds": len(SEEDS), "directions": table}


def _make_trial(
    model: Transformer,
    tokenizer: Tokenizer,
    certainty: Certainty | None,
    name: str,
    language: str,
) -> SteeringTrial:
    """Return the steering trial of one direction and language: sentences and marker words."""
    held_out = read_held_out(name)
    told = [one.pair for one in held_out]
    lacking, having = (
        _translate_texts(model, tokenizer, side, language, PAIR_LANGUAGES.get(name, SENTENCES))
        for side in ([pair.minus for pair in told], [pair.plus for pair in told])
    )
    return SteeringTrial(
        model,
        tokenizer,
        certainty,
        language,
        tuple(one.text for one in held_out),
        tuple(map(find_markers, lacking, having)),
    )


def _translate_texts(
    model: Transformer,
    tokenizer: Tokenizer,
    texts: Sequence[str],
    language: str,
    source_language: str,
) -> list[list[str]]:
    """Return each text's beam search translations, or the text itself if it is in that language."""
    if language == source_language:
        return [[text] for text in texts]
    sources = [(*tokenizer.encode(text), EOS) for text in texts]
    found = search_batch(model, sources, [tokenizer.start(language)] * len(texts))
    return [[tokenizer.decode(one.tokens) for one in hypotheses] for hypotheses in found]


def _measure_direction(trial: SteeringTrial, direction: Direction) -> dict[str, object]:
    """Return one direction's table row: the rates for each alpha, and example translations."""
    plain = trial.translate(Steering(direction, 0.0))
    # The opposite sign is another direction; a random one is as long.
    found: dict[str, list[dict[str, float]]] = {"direction": [], "opposite": [], "random": []}
    examples: list[dict[str, object]] = []
    for alpha in ALPHAS:
        steered = trial.translate(Steering(direction, alpha))
        found["direction"].append(trial.rates(plain, steered))
        opposite = trial.translate(Steering(direction, -alpha))
        found["opposite"].append(trial.rates(plain, opposite))
        drawn = [
            trial.rates(plain, trial.translate(Steering(random_control(direction, seed), alpha)))
            for seed in SEEDS
        ]
        mean = {key: round(fmean(one[key] for one in drawn), 4) for key in drawn[0]}
        found["random"].append(mean)
        if alpha == SHOWN:
            examples = _turned_examples(trial, plain, steered)
    return {
        "sentences": len(trial.texts),
        "could turn": trial.count_turnable(plain),
        "broken before": trial.rates(plain, plain)["broken"],
        **found,
        "examples": examples,
    }


def _turned_examples(
    trial: SteeringTrial, unsteered: Sequence[Candidate], steered: Sequence[Candidate]
) -> list[dict[str, object]]:
    """Return the first sentences that steering turned as desired, and the first others."""
    rows: dict[bool, list[dict[str, object]]] = {True: [], False: []}
    for text, one, two, mark in zip(trial.texts, unsteered, steered, trial.markers, strict=True):
        then, now = (trial.tokenizer.decode(candidate.tokens) for candidate in (one, two))
        if mark.has_desired_words and not mark.has_turned(then):
            turned = mark.has_turned(now)
            rows[turned].append({"text": text, "before": then, "after": now, "turned": turned})
    return [*rows[True][:EXAMPLES], *rows[False][:EXAMPLES]]
