"""What became of each block after 2017, each change tried on this model or on a fresh one."""

from pages.background.after_2017 import parts
from pages.background.after_2017.sections import NAME, read_section_texts, show_section
from pages.background.after_2017.views.then_and_now import show_then_and_now
from ui.choices import controls
from ui.frame import explain, sections
from ui.readings import session

explain.show_opening(NAME)
reading = controls.current_reading()
show_then_and_now(
    {name: text.change for name, text in read_section_texts().items()},
    h=session.glass().config.h,
    is_open=sections.is_open,
    on_open=sections.open_section,
)
parts.show_first_change(reading)
for number, (name, text) in enumerate(read_section_texts().items(), 1):
    show_section(name, number, text, reading)
