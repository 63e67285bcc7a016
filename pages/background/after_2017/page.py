"""What became of each block after 2017, each change tried on this model or on a fresh one."""

from pages.background.after_2017.sections import NAME, SECTIONS, show
from pages.background.after_2017.views.then_and_now import Pill, then_and_now
from ui.choices import controls
from ui.frame import explain, sections
from ui.messages import _
from ui.readings import session

explain.opening(NAME)
reading = controls.reading()
then_and_now(
    [
        Pill(name, number, _(section.change), sections.is_open(name))
        for number, (name, section) in enumerate(SECTIONS.items(), 1)
    ],
    h=session.glass().config.h,
    on_open=sections.open_,
)
for name in SECTIONS:
    show(name, reading)
