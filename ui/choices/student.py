"""The student's name and working time, kept in the link and the session."""

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from ui.choices import controls, link
from ui.messages import _

LONGEST_NAME = 60
MOMENT = "%Y-%m-%d %H:%M"


def name_field() -> str:
    """Draw a field for the student's name or code; return its text."""
    label = _("Your name or code, as your teacher knows it")
    return controls.text("who", label, max_chars=LONGEST_NAME, width=380).strip()


def times(work: str) -> tuple[str, int]:
    """Return when the student began, by the browser's clock, and the minutes worked.

    A link in which nothing was done yet may come from anybody: the clock starts anew.

    Args:
        work: "exercise" or "tour"; each has its own times.
    """
    took = link.restore(f"{work}_took", _minutes, 0, lambda value: isinstance(value, int))
    began = link.restore(f"{work}_began", str, "", _is_moment)
    if not began or (link.is_arrival() and not took):
        began = now()
    st.session_state[f"{work}_began"] = began
    link.show(f"{work}_began", began, "")
    link.show(f"{work}_took", took, 0)
    return began, took


def note_time(work: str) -> None:
    """Record the minutes from the start until now as the student's working time."""
    began = st.session_state.get(f"{work}_began", "")
    if _is_moment(began):
        passed = datetime.strptime(now(), MOMENT) - datetime.strptime(began, MOMENT)
        st.session_state[f"{work}_took"] = max(1, round(passed.total_seconds() / 60))


def forget_times(work: str) -> None:
    """Reset the start and the minutes of the student's working time."""
    for name in ("began", "took"):
        link.forget(f"{work}_{name}")


def now() -> str:
    """Return date and time in the time zone of the visitor's browser, as in ``MOMENT``."""
    try:
        zone: tzinfo = ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        zone = UTC
    return datetime.now(zone).strftime(MOMENT)


def file_name(*parts: str) -> str:
    """Join texts, such as the student's name, into a file name of words and hyphens."""
    said = (re.sub(r"[^\w]+", "-", part).strip("-") for part in parts)
    return "-".join(part for part in said if part)


def _is_moment(value: object) -> bool:
    """Whether a value is a timestamp in the format ``MOMENT``."""
    try:
        return isinstance(value, str) and bool(datetime.strptime(value, MOMENT))
    except ValueError:
        return False


def _minutes(text: str) -> int | None:
    """Parse a link's minutes; None if the text is not a number of minutes."""
    return int(text) if re.fullmatch("[0-9]{1,5}", text) else None
