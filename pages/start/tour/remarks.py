"""Sentences about the progress of a tour and the answers to its questions."""

from collections.abc import Sequence

from pages.start.tour.questions import QUESTIONS
from ui.frame.doubts import SURE, TranslatedWord
from ui.frame.tour.lecture import has_no_checks
from ui.frame.tour.plans import MINUTES_ALONE
from ui.frame.tour.record import Record
from ui.frame.tour.steps import TOUR_STEPS, TourStep
from ui.messages import _, ngettext
from ui.readings.reading import distinct_names
from ui.sentence import Remark, join_remarks, say, say_count
from ui.words import format_percent


def describe_progress(tour_record: Record, steps: Sequence[TourStep]) -> str:
    """Describe the visitor's progress: how many steps are done and questions answered right.

    Until all steps are done, the text says how long the tour takes, except for a teacher's own
    lecture.

    Args:
        tour_record: what the visitor did on the tour: visits of its steps and answers.
        steps: the tour's steps.
    """
    done = sum(bool(tour_record.find_visit(stop.page).result) for stop in steps)
    right = sum(is_answered_correctly(tour_record, number) for number in range(len(QUESTIONS)))
    asked = sum(number in tour_record.answers for number in range(len(QUESTIONS)))
    if asked:
        text = ngettext(
            "**{done} of {count} stop** done; **{right} of {asked} answers** right.",
            "**{done} of {count} stops** done; **{right} of {asked} answers** right.",
            len(steps),
        )
    elif has_no_checks(steps):
        text = ngettext(
            "**{done} of {count} stop** seen.", "**{done} of {count} stops** seen.", len(steps)
        )
    else:
        text = ngettext(
            "**{done} of {count} stop** done.", "**{done} of {count} stops** done.", len(steps)
        )
    text = text.format(done=done, count=len(steps), right=right, asked=asked)
    if done == len(steps) and not has_no_checks(steps):
        well = _("Well done! Now type a sentence of your own, and open any page.")
        return f"{text} {well}"
    if not all(stop in TOUR_STEPS for stop in steps):
        return text
    minutes = sum(MINUTES_ALONE[stop.page] for stop in steps)
    long = ngettext(
        "The whole tour takes about **{count} minute**.",
        "The whole tour takes about **{count} minutes**.",
        minutes,
    ).format(count=minutes)
    return f"{text} {long}" if done or asked else long


def describe_weakest_word(words: Sequence[TranslatedWord]) -> Remark:
    """Describe of how many words of a translation the model was less than 80% sure, and of which
    word it was least sure.

    Args:
        words: the words of the translation, punctuation included.
    """
    words = [word for word in words if any(map(str.isalnum, word.text))]
    if not words:
        return say("This translation has no words. Type a sentence of a few words.")
    least = min(words, key=lambda word: word.probability)
    gaps: dict[str, object] = {
        "word": least.text,
        "share": format_percent(least.probability),
    }
    unsure = sum(word.probability < SURE for word in words)
    if len(words) == 1:
        return say("The model was {share} sure of its only word, **“{word}”**.", **gaps)
    gaps |= {"sure": format_percent(SURE), "words": len(words)}
    if not unsure:
        found = say(
            "The model was at least {sure} sure of all {words} words. It was least sure of "
            "**“{word}”**: {share}.",
            **gaps,
        )
    else:
        found = say_count(
            "The model was less than {sure} sure of **{count} of {words} words**. It was least "
            "sure of **“{word}”**: {share}.",
            "The model was less than {sure} sure of **{count} of {words} words**. It was least "
            "sure of **“{word}”**: {share}.",
            unsure,
            **gaps,
        )
    tokens = say(
        "A word can be several tokens, whose probabilities multiply. Which single token is the "
        "weakest? You find out on Overview."
    )
    return join_remarks(found, tokens)


def describe_surest_and_weakest_word(words: Sequence[TranslatedWord]) -> Remark:
    """Describe of which word of a translation the model was most sure, and of which least.

    Args:
        words: the words of the translation, punctuation included.
    """
    names = distinct_names(words)
    ranked = sorted(
        (n for n, word in enumerate(words) if any(map(str.isalnum, word.text))),
        key=lambda n: words[n].probability,
    )
    if len(ranked) < 2:
        return describe_weakest_word(words)
    return say(
        "The model was least sure of **{weak}**, {least:%}, and most sure of **{strong}**, "
        "{most:%}. Hide a word of your sentence or break a part, and see which of the two gives "
        "way.",
        weak=names[ranked[0]],
        least=words[ranked[0]].probability,
        strong=names[ranked[-1]],
        most=words[ranked[-1]].probability,
    )


def is_answered_correctly(tour_record: Record, question_number: int) -> bool:
    """Return whether one of the questions at the end of the tour was answered correctly.

    Args:
        tour_record: what the visitor did on the tour: visits of its steps and answers.
        question_number: index of the question, from 0.
    """
    return tour_record.answers.get(question_number) == QUESTIONS[question_number].right


def describe_step(tour_record: Record, step: TourStep) -> tuple[str, str, str]:
    """Return mark, text and result of one step in the report of a tour.

    Args:
        tour_record: what the visitor did on the tour: visits of its steps and answers.
        step: the step.

    Returns:
        A mark ("✓" done, "○" not done, "•" seen); a text, which is the step's task or, once it is
        done, what one learns there; and the result, "" until then. For a step of a teacher's
        lecture, the text says whether it was seen, and the result is "".
    """
    visit = tour_record.find_visit(step.page)
    if has_no_checks([step]):  # nothing was checked
        return ("•", _("Seen."), "") if visit.result else ("○", _("Not seen yet."), "")
    if not visit.result:
        skipped = _("Skipped.") if visit.skipped else ""
        return "○", f"{_(step.task)} {skipped}".rstrip(), ""
    revised = visit.first_guess >= 0 and visit.first_guess != visit.guess
    first = _("(Your first guess was different.)") if revised else ""
    return "✓", _(step.takeaway), f"{visit.result} {first}".rstrip()
