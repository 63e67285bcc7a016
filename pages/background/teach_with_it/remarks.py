"""Sentences about the short code of a lesson and about a lecture."""

from collections.abc import Sequence

from ui.frame.tour.steps import TourStep
from ui.messages import N_, _, ngettext

LECTURE_PLACEHOLDER = N_(
    """\
/masking?source=The+dog+runs.&layer=2
Which cells are hidden, and why?

/decoding?beams=2
Why is the second branch pruned?"""
)


def describe_lesson(page_count: int, minutes: int) -> str:
    """Describe what a lesson plan brings: its pages, its minutes, what it says of each page."""
    return _(
        "**{count} pages** in {minutes} minutes. For each, you know which misconception to expect, "
        "what refutes it, and what to ask."
    ).format(count=page_count, minutes=minutes)


def describe_short_code(query: str) -> str:
    """Describe what students type after the app's address to join a lesson.

    Args:
        query: query string of the link, without its "?", such as "lesson=2".
    """
    return _("Students type the app's address, then {query}").format(query=f"/?{query}")


def describe_lecture(steps: Sequence[TourStep], length: int, max_length: int) -> str:
    """Describe how many steps a lecture has, and whether its link is short enough.

    Args:
        steps: steps of the lecture.
        length: number of characters of its link, from after the question mark.
        max_length: most characters that a link may have there.
    """
    count = len(steps)
    said = ngettext(
        "One stop. The link holds it all in {length:,} characters.",
        "{count} stops. The link holds it all in {length:,} characters.",
        count,
    )
    if length > max_length:
        said = ngettext(
            "One stop: the link has {length:,} characters, but the limit is {most:,}. Shorten the "
            "text.",
            "{count} stops: the link has {length:,} characters, but the limit is {most:,}. Shorten "
            "the texts.",
            count,
        )
    return said.format(count=count, length=length, most=max_length)
