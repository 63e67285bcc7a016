"""The main script: the frame around every page."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
if str(ROOT) not in sys.path:  # Streamlit puts this script's own folder there
    sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402
import torch  # noqa: E402

from ui.choices import link, page_facts  # noqa: E402
from ui.contents import FRONT  # noqa: E402
from ui.frame import (  # noqa: E402
    about,
    bar,
    collecting,
    explain,
    language,
    modes,
    qr_code,
    sections,
)
from ui.frame.address import address  # noqa: E402
from ui.frame.caption import caption  # noqa: E402
from ui.frame.endings import end  # noqa: E402
from ui.frame.find_box import find_box  # noqa: E402
from ui.frame.menu import menu  # noqa: E402
from ui.frame.share import share  # noqa: E402
from ui.frame.tour import state as tour  # noqa: E402
from ui.frame.tour.tour_strip import strip  # noqa: E402
from ui.queues.turns import TURNS  # noqa: E402


def frame() -> None:
    """Draw the requested page and everything around it: menu, bar, tour, footer."""
    torch.set_num_threads(1)  # in this thread: concurrent visitors get one core each
    st.logo(about.icon(), size="large")

    link.begin()
    language.begin()
    current = st.navigation(menu(), expanded=True)
    st.set_page_config(
        page_title=f"{current.title} · Glass Transformer",
        page_icon=about.icon(),
        layout="wide",
        initial_sidebar_state="collapsed" if modes.is_presentation() else 256,
    )
    name = current.url_path or FRONT
    sections.begin_run()
    modes.begin()
    page_facts.begin()
    tour.restore()
    tour.arrive(name)
    find_box()
    place = bar.sentence_bar(name)
    tour.say_unknown()
    collecting.offer(name)
    current.run()
    sections.contents()
    end(name)
    share(name)
    explain.neighbours(name)
    about.footer(name)
    caption(name)
    strip(name)
    tour.show(home=name == tour.HOME)
    qr_code.hold_ready("" if name == FRONT else name)
    language.menu(name)
    with place:
        address(name)
    link.end()


with TURNS.turn():
    frame()
