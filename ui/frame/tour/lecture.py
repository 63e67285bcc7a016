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
from ui.contents import FRONT, PAGES, page
from ui.frame.tour.parts import PARTS
from ui.frame.tour.stops import ALL, BY_PAGE, STOPS, Stop
from ui.frame.tour.verdict import Before, Facts, Verdict
from ui.messages import N_, _
from ui.packed import fits, pack, unpack

OWN, SAME = "own.", "same:"
NOTE = "//"  # begins a teacher's note, which links leave out
MOST, TASK = 40, 400  # steps of a lecture, characters of a task
NAMES = {known.name for known in PAGES}
SENTENCE = ("source", "from", "to")
SHOWN = ("present", "embed", "embed_options", "view", "part", link.LANGUAGE)
TOURS = ("tour", "stop", "lesson", "s")
EXERCISES = ("questions", "own", "reveal")
# Display mode, other tours, and the visitor's record are no part of a step.
NOT_KEPT = {*SHOWN, *TOURS, *link.OF_VISITOR}


def look_around(_facts: Facts, _before: Before) -> Verdict:
    """Return that the step is done: it asks for nothing but a visit."""
    return Verdict(_("Seen."), done=True, seen=True)


def is_look_around(stops: Sequence[Stop]) -> bool:
    """Whether none of these steps has a real check, as in a lecture."""
    return all(stop.check is look_around for stop in stops)


def parse_stops(text: str) -> tuple[Stop, ...]:
    """Return the tour steps that a link names, without unknown ones."""
    if text == ALL:
        return STOPS
    if text.startswith(OWN):
        return _unpack_lecture(text.removeprefix(OWN))
    found = tuple(_stop(name) for name in _names(text) if name in NAMES)
    if not text.startswith(SAME):
        return found
    return tuple(
        replace(stop, begins={k: v for k, v in stop.begins.items() if k not in SENTENCE})
        for stop in found
    )


def unknown_stops(text: str) -> list[str]:
    """Return the names in a tour's link that are no pages."""
    if text == ALL:
        return []
    if text.startswith(OWN):
        return [] if parse_stops(text) else [f"{text[:12]}…"]
    return [name for name in _names(text) if name not in NAMES]


def _names(text: str) -> list[str]:
    """Return the page names of a tour's link, each once."""
    names = (name.strip() for name in text.removeprefix(SAME).split(","))
    return [name for name in dict.fromkeys(names) if name]


def _stop(name: str) -> Stop:
    """Return the tour step of a page; if it has none, one made from its lesson part."""
    if name in BY_PAGE:
        return BY_PAGE[name]
    part = PARTS.get(name)
    task = part.ask if part else N_("Look around and try what the page suggests.")
    return Stop(name, page(name).title, part.show if part else "", task, look_around)


def split_stops(typed: str) -> list[str]:
    """Split a typed lecture at its blank lines, into one text for each step."""
    text = typed.replace("\r", "").strip()
    return re.split(r"\n\s*\n", text) if text else []


def read_lines(typed: str) -> tuple[list[Stop], list[str]]:
    """Parse a lecture as a teacher types it, with a blank line between two steps.

    The first line of a step is a link to a page, as the chain beside Examples copies it; the other
    lines are the task, except those that begin with ``//``: notes for the teacher.

    Returns:
        The steps, and what is wrong with the other lines.
    """
    found, faults = [], []
    for block in split_stops(typed):
        first, __, task = block.partition("\n")
        try:
            name, begins = _read_link(first.strip())
        except ValueError:
            fault = _("“{line}” isn't a link to a page of this app.")
            faults.append(fault.format(line=first[:60]))
            continue
        told = (line for line in task.splitlines() if not line.strip().startswith(NOTE))
        found.append(_own_stop(name, " ".join(" ".join(told).split())[:TASK], begins))
    if len(found) > MOST:
        most = _("A lecture has at most {count} stops, so the others are left out.")
        faults.append(most.format(count=MOST))
    kept = found[:MOST]
    while not fits(_rows(kept)):
        kept.pop()
    if len(kept) < min(len(found), MOST):
        longest = _(
            "A link can't hold that much text, so stops from number {number} on are left out."
        )
        faults.append(longest.format(number=len(kept) + 1))
    return kept, faults


def _read_link(line: str) -> tuple[str, dict[str, str]]:
    """Return the page that a link leads to, and the choices that it sets.

    Raises:
        ValueError: if it leads to no page of the app, or is no URL.
    """
    parts = urlsplit(line)
    path, base = parts.path.strip("./"), st.get_option("server.baseUrlPath").strip("/")
    name = FRONT if path in ("", base) else path.rpartition("/")[2]
    if name not in NAMES or (not parts.query and parts.scheme == "" and " " in line):
        raise ValueError(f"no page {name!r}")
    return name, {k: v for k, v in parse_qsl(parts.query) if k not in NOT_KEPT}


def pack_lecture(stops: Sequence[Stop]) -> str:
    """Return a lecture packed for a link; "" without steps."""
    return OWN + pack(_rows(stops)) if stops else ""


def _rows(stops: Sequence[Stop]) -> list[list[object]]:
    return [[stop.page, stop.task, dict(stop.begins)] for stop in stops]


def _unpack_lecture(text: str) -> tuple[Stop, ...]:
    try:
        rows = [(str(name), str(task)[:TASK], dict(begins)) for name, task, begins in unpack(text)]
    except (ValueError, TypeError):
        return ()
    return tuple(
        _own_stop(name, task, {str(key): str(value) for key, value in begins.items()})
        for name, task, begins in rows[:MOST]
        if name in NAMES
    )


def _own_stop(name: str, task: str, begins: dict[str, str]) -> Stop:
    return Stop(name, page(name).title, "", task, look_around, {"edits": "", **begins})
