"""What became of each block after 2017, each change tried on this model or on a fresh one."""

from pages.background.after_2017.sections import NAME, show, texts
from pages.background.after_2017.views.then_and_now import then_and_now
from ui.choices import controls
from ui.frame import explain, sections
from ui.readings import session

explain.opening(NAME)
reading = controls.reading()
then_and_now(
    {name: text.change for name, text in texts().items()},
    h=session.glass().config.h,
    is_open=sections.is_open,
    on_open=sections.open_,
)
for number, (name, text) in enumerate(texts().items(), 1):
    show(name, number, text, reading)
