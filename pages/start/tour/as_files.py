"""Section "This tour as files": the steps of a tour as a zip of static pages."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from ui.choices import controls
from ui.frame import qr_code
from ui.frame.background import Seen, Task, follow
from ui.frame.tour.lecture import SENTENCE, look_around
from ui.frame.tour.stops import Stop
from ui.lesson.plan import SERVER, Chapter, Sentence
from ui.lesson.zipped import write_plan, zip_lesson
from ui.messages import _, ngettext
from ui.words import decimal

MOST = 14  # at most this many steps; each takes a second or two


def as_files(shown: Sequence[Stop]) -> None:
    """Show a button that makes ``lesson.zip``: the steps of a tour with the visitor's sentence."""
    first: dict[str, Stop] = {}  # the first step on each page; a lecture may show one twice
    for stop in shown:
        first.setdefault(stop.page, stop)
    chapters = [_chapter(stop) for stop in first.values()][:MOST]
    held = [one for one in chapters if one.name not in SERVER]
    if not held:
        st.text(_("Every stop of this tour needs the model, so none of them can become a file."))
        return
    reading = controls.reading()
    sentence = Sentence(reading.text, controls.source_language(), reading.language)
    plan = write_plan(_("A tour of the Transformer"), qr_code.home(), sentence, chapters)
    follow(
        Task(
            "tour_files", plan, partial(zip_lesson, plan), _("Make the files"), partial(_far, held)
        ),
        _offer,
    )


def _chapter(stop: Stop) -> Chapter:
    """Return a step as a chapter of the lesson, without tasks that only the app can check."""
    begins = {key: value for key, value in stop.begins.items() if key not in (*SENTENCE, "edits")}
    opens = {"sections": stop.opens} if stop.opens else {}
    begins.pop("sections", None)
    task = _(stop.task) if stop.task and stop.check is look_around else ""
    return Chapter(stop.page, {**begins, **opens}, task)


def _far(held: Sequence[Chapter], results: Sequence[str | bytes]) -> tuple[float, str]:
    """Return the progress, 0 to 1, and a message; the start page comes first, the zip last."""
    if results and isinstance(results[-1], bytes):
        return 1, _("lesson.zip is ready")
    written = sum(".html" in one for one in results if isinstance(one, str))
    done = max(0, written - 1)
    pages = ngettext("{done} of {count} page", "{done} of {count} pages", len(held))
    return done / (len(held) + 1), pages.format(done=done, count=len(held))


def _offer(seen: Seen[str | bytes]) -> None:
    """Show the download button once the zip is ready."""
    if seen.results and isinstance(packed := seen.results[-1], bytes):
        st.download_button(
            _("lesson.zip · {size} MB").format(size=decimal(len(packed) / 1e6, 1)),
            data=packed,
            file_name="lesson.zip",
            mime="application/zip",
            on_click="ignore",
            key="tour_zip",
        )
