"""Section "This tour as files": the steps of a tour as a zip of static pages."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from ui.choices import controls
from ui.frame import qr_code
from ui.frame.background import JobStatus, Task, show_job
from ui.frame.tour.lecture import SENTENCE_KEYS, check_visit
from ui.frame.tour.steps import TourStep
from ui.lesson.plan import SERVER_PAGES, Chapter, Sentence
from ui.lesson.zipped import format_plan_toml, zip_lesson
from ui.messages import _, ngettext

MOST = 14  # at most this many steps; each takes a second or two


def show_files_section(steps: Sequence[TourStep]) -> None:
    """Show a button that makes ``lesson.zip``: static pages of a tour's steps, for the visitor's
    sentence.

    Args:
        steps: the tour's steps.
    """
    first: dict[str, TourStep] = {}  # the first step on each page; a lecture may show one twice
    for stop in steps:
        first.setdefault(stop.page, stop)
    chapters = [_make_chapter(stop) for stop in first.values()][:MOST]
    held = [one for one in chapters if one.name not in SERVER_PAGES]
    if not held:
        st.text(
            _("Every stop of this tour needs the model, so none of them can be saved as a file.")
        )
        return
    reading = controls.current_reading()
    sentence = Sentence(reading.text, controls.source_language(), reading.language)
    plan = format_plan_toml(
        _("A tour of the Transformer"), qr_code.find_app_url(), sentence, chapters
    )
    show_job(
        Task(
            "tour_files",
            plan,
            partial(zip_lesson, plan),
            _("Make the files"),
            partial(_report_progress, held),
        ),
        _show_download,
    )


def _make_chapter(step: TourStep) -> Chapter:
    """Return a step as a chapter of the lesson, without tasks that only the app can check."""
    begins = {
        key: value
        for key, value in step.initial_choices.items()
        if key not in (*SENTENCE_KEYS, "edits")
    }
    opens = {"sections": step.opened_section} if step.opened_section else {}
    begins.pop("sections", None)
    task = _(step.task) if step.task and step.check is check_visit else ""
    return Chapter(step.page, {**begins, **opens}, task)


def _report_progress(
    chapters: Sequence[Chapter], results: Sequence[str | bytes]
) -> tuple[float, str]:
    """Return the share of the lesson that is written, 0 to 1, and a message on it."""
    if results and isinstance(results[-1], bytes):
        return 1, _("lesson.zip is ready")
    written = sum(".html" in one for one in results if isinstance(one, str))
    done = max(0, written - 1)
    pages = ngettext("{done} of {count} page", "{done} of {count} pages", len(chapters))
    return done / (len(chapters) + 1), pages.format(done=done, count=len(chapters))


def _show_download(job_status: JobStatus[str | bytes]) -> None:
    """Show the download button once the zip is ready."""
    if job_status.results and isinstance(packed := job_status.results[-1], bytes):
        st.download_button(
            _("lesson.zip · {size:.1} MB").format(size=len(packed) / 1e6),
            data=packed,
            file_name="lesson.zip",
            mime="application/zip",
            on_click="ignore",
            key="tour_zip",
        )
