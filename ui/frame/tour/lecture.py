"""What a tour's link may name: all steps, some pages, or a teacher's own lecture.

``all`` is the tour of all steps. ``masking,decoding`` names pages in any order. ``same:masking``
keeps the sentence of the bar. ``own.`` precedes a packed lecture: pages with the choices of their
copied links, each with a task in the teacher's words.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from ui.choices import link
from ui.contents import FRONT, PAGES, find_page
from ui.frame.tour.check_result import CheckHistory, CheckResult, Facts
from ui.frame.tour.parts import LESSON_PARTS
from ui.frame.tour.steps import ALL, STEP_BY_PAGE, TOUR_STEPS, TourStep
from ui.messages import N_, _
from ui.url_codec import decode_from_url, encode_for_url, fits_in_url

LECTURE_PREFIX, SAME_SENTENCE_PREFIX = "own.", "same:"
NOTE_PREFIX = "//"  # begins a teacher's note, which links leave out
MOST, TASK = 40, 400  # steps of a lecture, characters of a task
NAMES = {known.name for known in PAGES}
SENTENCE_KEYS = ("source", "from", "to")
DISPLAY_KEYS = ("present", "embed", "embed_options", "view", "part", link.LANGUAGE)
TOUR_KEYS = ("tour", "stop", "lesson", "s")
EXERCISE_KEYS = ("questions", "own", "reveal")
# Display mode, other tours, and the visitor's record are no part of a step.
NOT_KEPT = {*DISPLAY_KEYS, *TOUR_KEYS, *link.PERSONAL_PARAMETERS}


def check_visit(_facts: Facts, _before: CheckHistory) -> CheckResult:
    """Return the result "done", for a step whose only task is to visit the page."""
    return CheckResult(_("Seen."), done=True, only_visit=True)


def has_no_checks(steps: Sequence[TourStep]) -> bool:
    """Whether no step has a check of its own, as in a lecture."""
    return all(stop.check is check_visit for stop in steps)


def parse_tour_steps(text: str) -> tuple[TourStep, ...]:
    """Return the tour steps that the link parameter ``tour`` names, ignoring unknown names.

    Args:
        text: value of the parameter: "all"; or page names separated by commas, after "same:" if
            all steps keep the visitor's sentence; or "own." and the code of a teacher's lecture.
    """
    if text == ALL:
        return TOUR_STEPS
    if text.startswith(LECTURE_PREFIX):
        return _unpack_lecture(text.removeprefix(LECTURE_PREFIX))
    found = tuple(_step_on_page(name) for name in _split_page_names(text) if name in NAMES)
    if not text.startswith(SAME_SENTENCE_PREFIX):
        return found
    return tuple(
        replace(
            stop,
            initial_choices={
                k: v for k, v in stop.initial_choices.items() if k not in SENTENCE_KEYS
            },
        )
        for stop in found
    )


def find_unknown_steps(text: str) -> list[str]:
    """Return the names in the link parameter ``tour`` that are not names of pages.

    For the code of a lecture that has no valid step, it is the beginning of the code.

    Args:
        text: value of the parameter; see ``parse_tour_steps``.
    """
    if text == ALL:
        return []
    if text.startswith(LECTURE_PREFIX):
        return [] if parse_tour_steps(text) else [f"{text[:12]}…"]
    return [name for name in _split_page_names(text) if name not in NAMES]


def _split_page_names(text: str) -> list[str]:
    """Return the page names in a tour's link, without repetitions."""
    names = (name.strip() for name in text.removeprefix(SAME_SENTENCE_PREFIX).split(","))
    return [name for name in dict.fromkeys(names) if name]


def _step_on_page(name: str) -> TourStep:
    """Return a page's tour step; on a page without one, a step made of the page's lesson part."""
    if name in STEP_BY_PAGE:
        return STEP_BY_PAGE[name]
    part = LESSON_PARTS.get(name)
    task = part.question if part else N_("Look around and try what the page suggests.")
    return TourStep(
        name, find_page(name).title, part.what_to_show if part else "", task, check_visit
    )


def split_lecture_steps(typed_text: str) -> list[str]:
    """Split a typed lecture at its blank lines, into one text for each step."""
    text = typed_text.replace("\r", "").strip()
    return re.split(r"\n\s*\n", text) if text else []


def parse_lecture(typed_text: str) -> tuple[list[TourStep], list[str]]:
    """Return the steps of a lecture that a teacher has typed, and a remark on each fault.

    A blank line separates two steps. The first line of a step is a link to a page of the app; the
    other lines are the task. Lines that begin with ``//`` are the teacher's notes and left out.

    Returns:
        The steps, and a sentence for each fault: a first line that is no link to a page, more
        steps than a lecture may have, more text than a link can hold.
    """
    found, faults = [], []
    for block in split_lecture_steps(typed_text):
        first, __, task = block.partition("\n")
        try:
            name, begins = _parse_page_link(first.strip())
        except ValueError:
            fault = _("“{line}” isn't a link to a page of this app.")
            faults.append(fault.format(line=first[:60]))
            continue
        told = (line for line in task.splitlines() if not line.strip().startswith(NOTE_PREFIX))
        found.append(_lecture_step(name, " ".join(" ".join(told).split())[:TASK], begins))
    if len(found) > MOST:
        most = _("A lecture has at most {count} stops, so the others are left out.")
        faults.append(most.format(count=MOST))
    kept = found[:MOST]
    while not fits_in_url(_lecture_rows(kept)):
        kept.pop()
    if len(kept) < min(len(found), MOST):
        longest = _(
            "A link can't hold that much text, so the stops from number {number} on are left out."
        )
        faults.append(longest.format(number=len(kept) + 1))
    return kept, faults


def _parse_page_link(line: str) -> tuple[str, dict[str, str]]:
    """Return the page that a link leads to, and the choices in its query string.

    Raises:
        ValueError: if it leads to no page of the app, or is no URL.
    """
    parts = urlsplit(line)
    path, base = parts.path.strip("./"), st.get_option("server.baseUrlPath").strip("/")
    name = FRONT if path in ("", base) else path.rpartition("/")[2]
    if name not in NAMES or (not parts.query and parts.scheme == "" and " " in line):
        raise ValueError(f"no page {name!r}")
    return name, {k: v for k, v in parse_qsl(parts.query) if k not in NOT_KEPT}


def pack_lecture(steps: Sequence[TourStep]) -> str:
    """Return a lecture's steps as a value of the link parameter ``tour``; "" if there are none."""
    return LECTURE_PREFIX + encode_for_url(_lecture_rows(steps)) if steps else ""


def _lecture_rows(steps: Sequence[TourStep]) -> list[list[object]]:
    """Return a lecture's steps as JSON rows: page, task and choices."""
    return [[stop.page, stop.task, dict(stop.initial_choices)] for stop in steps]


def _unpack_lecture(text: str) -> tuple[TourStep, ...]:
    """Return the lecture's steps that a link encodes; none if it is invalid."""
    try:
        rows = [
            (str(name), str(task)[:TASK], dict(begins))
            for name, task, begins in decode_from_url(text)
        ]
    except (ValueError, TypeError):
        return ()
    return tuple(
        _lecture_step(name, task, {str(key): str(value) for key, value in begins.items()})
        for name, task, begins in rows[:MOST]
        if name in NAMES
    )


def _lecture_step(name: str, task: str, initial_choices: dict[str, str]) -> TourStep:
    """Return the tour step of a lecture: a page, its task, and the choices it starts with."""
    return TourStep(
        name, find_page(name).title, "", task, check_visit, {"edits": "", **initial_choices}
    )
