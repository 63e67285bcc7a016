"""Sentences about this sentence's translations along a direction."""

from collections.abc import Mapping, Sequence

from model.changes.direction import MEMORY
from pages.lab.steer_it.compute import TurningCell
from pages.lab.steer_it.experiment import SteeringExperiment
from pages.lab.steer_it.presets import NAMES, WAYS
from ui.messages import N_, _
from ui.readings import session
from ui.readings.changes import label_tap
from ui.sentence import Remark, join_remarks, say
from ui.words import (
    diff_words,
    format_decimal,
    format_percent,
    language_name,
)

ABOUT_EQUAL = 0.05  # relative difference up to which two distances are about equal
FORMULA = (
    r"x' = x + \alpha v, \qquad"
    r" v = \frac{1}{n} \sum_{i=1}^{n} \left(\overline{x}(\mathrm{with}_i)"
    r" - \overline{x}(\mathrm{without}_i)\right)"
)
USUAL = 2.0  # the alpha at which other sentences are counted at first
LONG = 16  # words of a translation that is too long to be quoted twice
FILL = N_("Fill the map")
FILLED = N_("{done:,} of {count:,} squares")
CAPTION = N_(
    "Dark squares need only a small α, pale ones a large α. A dash means that the translation "
    "stays the same at every α up to 4."
)
NOT_MEASURED = N_(
    "We haven't measured how often directions steer this model. Run **python -m model.steering "
    "--model FOLDER**, which writes the table next to the weights."
)
KINDS = {
    "direction": N_("the direction"),
    "random": N_("random, of the same length"),
    "opposite": N_("backwards"),
}


def describe_direction(experiment: SteeringExperiment) -> str:
    """Return the label of a steering direction: name, contrast, and where it is added
    unless that is everywhere in the memory.

    Args:
        experiment: the sentence, the direction, and where it is added.
    """
    name = experiment.direction.name
    if experiment.direction.at == MEMORY and experiment.position is None:
        return _("{name}: {way}").format(name=_(NAMES[name]), way=describe_contrast(name))
    said = (
        _("{name}: {way}, added to {place}")
        if experiment.position is None
        else _("{name}: {way}, added to {place} at one position")
    )
    return said.format(
        name=_(NAMES[name]), way=describe_contrast(name), place=label_tap(experiment.direction.at)
    )


def describe_contrast(name: str) -> str:
    """Return what a direction contrasts as plain text, such as "from present to past".

    Args:
        name: key of the direction in ``NAMES``, such as "past".
    """
    return _(WAYS[name]).replace("*", "")


def describe_takeaway(
    turning_alpha: float | None,
    translations: tuple[str, str],
    random: Sequence[tuple[float, str]],
) -> Remark:
    """Return the takeaway: the smallest alpha that changes the translation along the chosen
    direction, and what a random one does.

    Args:
        turning_alpha: the smallest positive alpha that changes the translation; None if none does.
        translations: the translation without steering, and the one at ``turning_alpha`` (or "").
        random: each alpha tried with a random direction, and the translation there.
    """
    plain_one, first = translations
    if turning_alpha is None:
        return say(
            "Up to α = 4, this arrow never changes **“{plain}”**. Try another one, or one of "
            "the examples.",
            plain=plain_one,
        )
    fresh = [word for word, new in diff_words(plain_one, first) if new]
    if len(plain_one.split()) > LONG and fresh:
        turned = say(
            "At α = {alpha:g}, the translation changes for the first time. What's new: "
            "**“{words}”**.",
            alpha=turning_alpha,
            words=" … ".join(fresh),
        )
    else:
        turned = say(
            "At α = {alpha:g}, “{plain}” becomes **“{first}”**.",
            alpha=turning_alpha,
            plain=plain_one,
            first=first or _("(nothing)"),
        )
    return join_remarks(turned, _by_chance(plain_one, first, random))


def _by_chance(plain: str, first: str, random: Sequence[tuple[float, str]]) -> Remark:
    """Describe whether a random direction gives the same translation, another one, or none.

    Args:
        plain: the translation without steering.
        first: the first other translation along the chosen direction.
        random: each alpha tried with a random direction, and the translation there.
    """
    near = sorted(random, key=lambda one: abs(one[0]))
    same = next((alpha for alpha, text in near if text == first), None)
    if same is not None:
        return say(
            "But a random arrow of the same length writes **the very same** at α = {alpha:g}. "
            "This sentence proves little, then; the forty others below tell more.",
            alpha=same,
        )
    other = next((one for one in near if one[1] != plain), None)
    if other is None:
        return say("A random arrow of the same length changes nothing at any α from −4 to 4.")
    return say(
        "A random arrow of the same length needs α = {alpha:g} to change anything, and then it "
        "writes something else.",
        alpha=other[0],
    )


def direction_latex(experiment: SteeringExperiment, norm: float) -> str:
    """Return the number of sentence pairs and the direction's norm, as LaTeX.

    Args:
        experiment: the sentence pairs, and the direction computed from them.
        norm: norm of the direction.
    """
    return rf"n = {len(experiment.pairs)}, \qquad \lVert v \rVert = {format_decimal(norm, 2)}"


def tensor_shapes(experiment: SteeringExperiment) -> dict[str, str]:
    """Return the shapes of the direction ("v", such as "256") and of the sentence's vectors ("x",
    such as "9 × 256") as text.

    Args:
        experiment: the sentence, and the direction.
    """
    d_model = session.glass().config.d_model
    return {"v": f"{d_model}", "x": f"{len(experiment.ids)} × {d_model}"}


def describe_smallest_alpha(
    cells: Sequence[TurningCell], taps: Sequence[str], columns: Sequence[str]
) -> Remark:
    """Describe which direction changes the translation with the smallest alpha, and at which tap,
    and at how many taps the random direction changes it at all.

    Args:
        cells: all cells of the turning map.
        taps: names of the taps, the map's rows.
        columns: names of the directions, the random one last.
    """
    last = len(columns) - 1
    known = [one for one in cells if one.alpha is not None and one.column < last]
    if not known:
        return say("Up to α = 4, no direction changes this translation, wherever it's added.")
    best = min(known, key=lambda one: (one.alpha or 0, one.row))
    drawn = sum(one.alpha is not None for one in cells if one.column == last)
    return join_remarks(
        say(
            "The smallest α is **{alpha:g}**: {direction}, added to {place}.",
            alpha=best.alpha or 0,
            direction=columns[best.column],
            place=taps[best.row],
        ),
        say(
            "The random direction changes something at {count:,} of {all:,} places.",
            count=drawn,
            all=len(taps),
        ),
    )


def format_share(share: float) -> str:
    """Format a share as a percentage; 1 of 40 as 2.5%, which would be rounded to an even number."""
    tenths = 1000 * share
    is_half = abs(tenths - round(tenths)) < 1e-6 and round(tenths) % 10 == 5
    return format_percent(share, decimals=int(is_half))


def describe_held_out(table: Mapping, alpha: float) -> Remark:
    """Describe which direction changes most held-out translations as intended without breaking
    them, at one alpha, and how often random directions change them so.

    Args:
        table: the measurements, as ``model.steering.table.measure_directions`` returns them.
        alpha: one of the alphas in the table.
    """
    place = table["alphas"].index(alpha)
    rows = [
        (row["direction"][place]["whole"], row, name, language)
        for name, one in table["directions"].items()
        for language, row in one["languages"].items()
    ]
    __, row, name, language = max(rows, key=lambda one: one[0])
    return say(
        "At α = {alpha:g}, **{direction}** (into {language}) turns {turned} of the sentences "
        "that could turn; random directions turn {random}. The direction breaks {broken} of "
        "all translations, {before} are broken without it.",
        alpha=alpha,
        direction=_(NAMES[name]),
        language=language_name(language),
        turned=format_share(row["direction"][place]["turned"]),
        random=format_share(row["random"][place]["turned"]),
        broken=format_share(row["direction"][place]["broken"]),
        before=format_share(row["broken before"]),
    )


def describe_other_sentences(table: Mapping, name: str, language: str) -> Remark | None:
    """Describe, for the page's end, how often a direction turns held-out sentences and breaks them;
    None if that wasn't measured.

    Args:
        table: the measurements, as in ``describe_held_out``.
        name: key of the direction in ``NAMES``.
        language: code of the target language.
    """
    row = table["directions"].get(name, {}).get("languages", {}).get(language)
    if not row or USUAL not in table["alphas"]:
        return None
    place = table["alphas"].index(USUAL)
    return say(
        "One sentence proves little. At α = {alpha:g}, “{direction}” turns **{turned}** of "
        "{count:,} other sentences that could turn, and random arrows turn {random}. Of all "
        "{all:,}, {broken} end up broken, against {before} without an arrow.",
        alpha=USUAL,
        direction=_(NAMES[name]),
        turned=format_share(row["direction"][place]["turned"]),
        random=format_share(row["random"][place]["turned"]),
        count=row["could turn"],
        all=row["sentences"],
        broken=format_share(row["direction"][place]["broken"]),
        before=format_share(row["broken before"]),
    )


def describe_distance(real: float, steered: float, random: float, alpha: float) -> Remark:
    """Describe how far steering moves the sentence's vectors away from the nearest real vectors.

    Args:
        real: mean distance from the nearest real vector, without steering.
        steered: the same when ``alpha`` times the direction is added.
        random: the same when ``alpha`` times a random direction of equal norm is added.
        alpha: factor of the direction.
    """
    found = say(
        "On average, the vectors of your sentence lie {real:.2} from the nearest real vector. At α "
        "= {alpha:g}, that grows to **{steered:.2}**; with the random direction, to {random:.2}.",
        real=real,
        alpha=alpha,
        steered=steered,
        random=random,
    )
    if abs(steered - random) > ABOUT_EQUAL * random:
        return found
    alike = say("Both leave the real vectors about equally far behind.")
    return join_remarks(found, alike)


def describe_memory_only(experiment: SteeringExperiment) -> str:
    """Return a note that distances are computed with the direction added to the encoder's output
    (the memory); "" if the whole page adds it there.

    Args:
        experiment: the sentence, the direction, and where the page adds it.
    """
    if experiment.direction.at == MEMORY:
        return ""
    return _("Here we find the same direction in the memory and add it there.")
