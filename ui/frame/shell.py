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
    explain,
    language,
    lecture_builder,
    modes,
    qr_code,
    sections,
)
from ui.frame.address import show_address_button  # noqa: E402
from ui.frame.caption import show_embed_caption  # noqa: E402
from ui.frame.endings import show_page_ending  # noqa: E402
from ui.frame.find_box import show_find_box  # noqa: E402
from ui.frame.menu import build_navigation  # noqa: E402
from ui.frame.share import show_share_panel  # noqa: E402
from ui.frame.tour import state as tour  # noqa: E402
from ui.frame.tour.tour_strip import show_tour_strip  # noqa: E402
from ui.queues.fair_limiter import PAGE_RUN_LIMITER  # noqa: E402


def show_app() -> None:
    """Draw the requested page with everything around it: menu, bar, tour, footer."""
    torch.set_num_threads(1)  # in this thread: concurrent visitors get one core each
    st.logo(about.icon_data_uri(), size="large")

    link.begin_run()
    language.begin_run()
    current = st.navigation(build_navigation(), expanded=True)
    st.set_page_config(
        page_title=f"{current.title} · Glass Transformer",
        page_icon=about.icon_data_uri(),
        layout="wide",
        initial_sidebar_state="collapsed" if modes.is_presentation() else 256,
    )
    name = current.url_path or FRONT
    sections.begin_run()
    modes.begin_run()
    page_facts.begin_run()
    tour.restore_tour()
    tour.apply_step_choices(name)
    show_find_box()
    place = bar.show_sentence_bar(name)
    tour.show_unknown_steps()
    lecture_builder.show_add_page_button(name)
    current.run()
    sections.show_contents()
    show_page_ending(name)
    show_share_panel(name)
    explain.show_neighbour_links(name)
    about.show_footer(name)
    show_embed_caption(name)
    show_tour_strip(name)
    tour.write_tour_to_link(on_tour_page=name == tour.HOME)
    qr_code.add_hidden_qr_code("" if name == FRONT else name)
    language.show_language_menu(name)
    with place:
        show_address_button(name)
    link.end_run()


with PAGE_RUN_LIMITER.hold_slot():
    show_app()
