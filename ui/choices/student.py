"""The student's name and working time, kept in the link and the session."""

import re
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from ui.choices import controls, link
from ui.messages import _

LONGEST_NAME = 60
TIMESTAMP_FORMAT = "%Y-%m-%d %H:%M"


def name_field() -> str:
    """Draw a field for the student's name or code; return its text."""
    label = _("Your name or code, as your teacher knows it")
    return controls.text_field("who", label, max_chars=LONGEST_NAME, width=380).strip()


def working_time(work: str) -> tuple[str, int]:
    """Return when the student began the work, and the minutes worked; start the clock if needed.

    The clock starts anew when a visitor arrives by a link without minutes: nothing was done yet, so
    the link's start may be that of the person who copied it.

    Args:
        work: "exercise" or "tour"; each has its own times.

    Returns:
        The start in the browser's time zone, as "2026-01-31 09:30", and the minutes from then until
        the last answer or finished task; 0 before the first.
    """
    took = link.restore_control(
        f"{work}_took", _parse_minutes, 0, lambda value: isinstance(value, int)
    )
    began = link.restore_control(f"{work}_began", str, "", _is_timestamp)
    if not began or (link.is_arrival() and not took):
        began = browser_time()
    st.session_state[f"{work}_began"] = began
    link.store_control(f"{work}_began", began, "")
    link.store_control(f"{work}_took", took, 0)
    return began, took


def record_working_time(work: str) -> None:
    """Set the working time of an "exercise" or "tour" to the minutes from the start until now."""
    began = st.session_state.get(f"{work}_began", "")
    if _is_timestamp(began):
        passed = datetime.strptime(browser_time(), TIMESTAMP_FORMAT) - datetime.strptime(
            began, TIMESTAMP_FORMAT
        )
        st.session_state[f"{work}_took"] = max(1, round(passed.total_seconds() / 60))


def reset_working_time(work: str) -> None:
    """Clear the start and the minutes of the student's "exercise" or "tour"."""
    for name in ("began", "took"):
        link.reset_control(f"{work}_{name}")


def browser_time() -> str:
    """Return the current date and time in the browser's time zone, as ``TIMESTAMP_FORMAT``."""
    try:
        zone: tzinfo = ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        zone = UTC
    return datetime.now(zone).strftime(TIMESTAMP_FORMAT)


def join_file_name(*parts: str) -> str:
    """Join texts, such as the student's name, into a file name of words and hyphens."""
    said = (re.sub(r"[^\w]+", "-", part).strip("-") for part in parts)
    return "-".join(part for part in said if part)


def _is_timestamp(value: object) -> bool:
    """Whether a value is a timestamp in the format ``TIMESTAMP_FORMAT``."""
    try:
        return isinstance(value, str) and bool(datetime.strptime(value, TIMESTAMP_FORMAT))
    except ValueError:
        return False


def _parse_minutes(text: str) -> int | None:
    """Parse the minutes in a link; None if the text is no number of minutes."""
    return int(text) if re.fullmatch("[0-9]{1,5}", text) else None
