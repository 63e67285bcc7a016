"""The map of turning alphas by layer and direction, computed by a background worker."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from pages.lab.steer_it import cached, choices, figures, remarks
from pages.lab.steer_it.compute import Square
from pages.lab.steer_it.presets import NAMES
from pages.lab.steer_it.question import Question
from ui.frame import explain
from ui.frame.background import Seen, Task, follow
from ui.messages import _
from ui.readings import session
from ui.readings.changes import name_tap
from ui.views.plot import plot
from ui.words import whole


def show(question: Question) -> None:
    """Offer to compute the map for this sentence; show cells as they come."""
    taps = [name_tap(at) for at in choices.tap_codes(session.glass().config).values()]
    columns = [*(_(NAMES[name]) for name in cached.columns(question)), _("random")]
    count = len(taps) * len(columns)

    def progress(found: Sequence[Square]) -> tuple[float, str]:
        """Return the finished share, and its label for the progress bar."""
        said = _(remarks.FILLED).format(done=whole(len(found)), count=whole(count))
        return len(found) / count, said

    own = question.pairs if question.direction.name == "own" else ()
    asked = (question.text, question.language, question.changes, own)
    task = Task("steering", asked, partial(cached.work, question), _(remarks.FILL), progress)
    follow(task, partial(_draw, taps, columns))


def _draw(taps: Sequence[str], columns: Sequence[str], seen: Seen[Square]) -> None:
    """Show the map as far as it is computed, with its takeaway at the end."""
    say = session.glass().tokenizer.decode
    alphas = {(one.row, one.column): one.alpha for one in seen.results}
    said = {(one.row, one.column): say(one.tokens) for one in seen.results}
    if len(seen.results) == len(taps) * len(columns):
        explain.finding(remarks.earliest(seen.results, taps, columns))
    if not seen.results:
        return
    plot(
        figures.first_alphas(alphas, said, taps, columns),
        key="steering_map",
        label=_("The smallest α that changes the translation, by layer and direction"),
    )
    st.caption(_(remarks.CAPTION))
