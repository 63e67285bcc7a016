"""The parts that every page has around its picture."""

import html
import inspect
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from ui import contents
from ui.frame.mini_map import mini_map

PAGES = Path(__file__).parents[2] / "pages"


def opening(name: str) -> None:
    """Draw a page's title, its first paragraphs and its place in the diagram; lay out its styles.

    The text is ``text.md`` in the page's folder: ``# Title``, then the paragraphs up to the first
    ``## section``. The styles are ``page.css`` there, if the page has any.
    """
    page = contents.page(name)
    styles = folder(name) / "page.css"
    if styles.exists():
        st.html(styles)
    text, place = st.columns([5, 1], vertical_alignment="top")
    with text:
        title, _, lead = prose(name)[""].partition("\n")
        st.title(title.removeprefix("# "), anchor=False)
        with st.container(key="lead"):
            st.markdown(lead)
    with place:
        mini_map(page.blocks, page.title)


def section(name: str, heading: str) -> None:
    """Draw one ``## section`` of a page's text."""
    st.header(heading, anchor=False)
    st.markdown(prose(name)[heading])


def look_for(text: str) -> None:
    """Say in one line what to look for; ``**bold**`` is allowed, anything else is plain text."""
    st.html(f'<div class="look"><b>What to look for</b><span>{_bold(text)}</span></div>')


def finding(text: str) -> None:
    """Say what was measured; ``**bold**`` is allowed, anything else is plain text."""
    st.html(f'<div class="finding">{_bold(text)}</div>')


def _bold(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(text))


def formula(latex: str, numbers: str | None = None) -> None:
    """Show a formula and, below it, the same with this sentence's numbers."""
    st.latex(latex)
    if numbers:
        st.latex(numbers)


def code_and_shapes(
    function: Callable, shapes: Mapping[str, str], also: Callable | None = None
) -> None:
    """Show the source of the function that ran, folded, and the shapes of its tensors.

    Args:
        function: the function that ran.
        shapes: of its tensors, by name.
        also: a function that it calls and that readers should see with it.
    """
    code, sizes = st.columns(2)
    file = Path(inspect.getsourcefile(inspect.unwrap(function))).relative_to(PAGES.parent)
    with code, st.expander(f"The code that ran: `{file}` · `{function.__qualname__}`"):
        sources = [inspect.getsource(inspect.unwrap(each)) for each in (function, also) if each]
        st.code("\n".join(sources), language="python")
    with sizes, st.expander("Shapes", expanded=True):
        rows = "<br>".join(f"<b>{html.escape(k)}</b> {html.escape(v)}" for k, v in shapes.items())
        st.html(f'<div class="shapes">{rows}</div>')


def neighbours(name: str) -> None:
    """Link to the pages before and after this one."""
    before, after = contents.neighbours(name)
    with st.container(key="neighbours", horizontal=True, horizontal_alignment="distribute"):
        for page, label in ((before, "← {}"), (after, "{} →")):
            if page:
                link_to(page.name, label.format(page.title))
            else:
                st.space("small")


def link_to(name: str, label: str) -> None:
    """Link to another page; the session goes along."""
    st.page_link(folder(name) / "page.py", label=label)


def folder(name: str) -> Path:
    """Return the folder of a page."""
    return PAGES / contents.page(name).section / name


def prose(name: str) -> dict[str, str]:
    """Return the sections of a page's text; the one before the first heading is ""."""
    text = (folder(name) / "text.md").read_text()
    first, *rest = re.split(r"^## ", text, flags=re.MULTILINE)
    sections = (part.partition("\n") for part in rest)
    return {"": first.strip()} | {heading.strip(): body.strip() for heading, _, body in sections}
