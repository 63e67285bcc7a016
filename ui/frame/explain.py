"""The common parts of pages: title, sections, remarks, formulas, code, links."""

import html
import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import streamlit as st

from model.config import MARIAN
from ui import contents
from ui.frame import sections, terms, texts
from ui.frame.mini_map import show_mini_map
from ui.frame.texts import folder, read_page_sections, section_link_names, translate_heading
from ui.latex import localize_decimal_separator
from ui.messages import N_, _, remove_word_joiners
from ui.readings import missing_measurements, session
from ui.sentence import Remark, remark_html, say, say_count

ROOT = Path(__file__).parents[2]
MAX_UNUSABLE_LINES = 6  # rejected lines that are listed
# How the line of a section begins that is not needed to understand the page.
SPECIALISTS, BADGE = N_("For specialists: "), N_(":gray-badge[for specialists] ")


def show_opening(name: str) -> None:
    """Draw a page's title, lead, suggestion and small diagram of the model; load the page's CSS.

    The text comes from ``text.md`` in the page's folder, from before the first ``## section``:
    ``# Title``, the lead, and ``> one thing to try``. The CSS, if any, is ``page.css`` there.
    """
    page = contents.find_page(name)
    styles = folder(name) / "page.css"
    if styles.exists():
        st.html(styles)
    terms.begin_page(name, "\n\n".join(read_page_sections(name).values()))
    text, place = st.columns([5, 1], vertical_alignment="top")
    with text:
        title, __, lead = read_page_sections(name)[""].partition("\n")
        lead, __, thing = lead.partition("\n> ")
        st.title(title.removeprefix("# "), anchor=False)
        with st.container(key="lead"):
            st.markdown(terms.link_terms(lead))
        if thing:
            show_suggestion(thing)
    with place:
        show_mini_map(page.blocks, page.title)
    if page.blocks and session.glass().config.converted_from == MARIAN:
        show_missing_measurement(_describe_marian_differences())
    sections.begin_page(name, list(section_link_names(name).values()))


def _describe_marian_differences() -> str:
    """Return how a model converted from Marian differs from the pages' texts."""
    config, tokenizer = session.glass().config, session.glass().tokenizer
    swish = _("Swish (x times its sigmoid) instead of ReLU")
    said = _(missing_measurements.CONVERTED).format(
        between="ReLU" if config.activation == "relu" else swish
    )
    token = tokenizer.source_text("", session.current_request().language).strip()
    return f"{said} {_(missing_measurements.ASKED).format(token=token)}" if token else said


def show_section(name: str, heading: str) -> bool:
    """Draw a page's section, by English heading: title and, if open, text; return whether open.

    A text may begin with ``> one line`` on what the section shows, drawn even if it is closed.
    ``> For specialists: one line`` marks what is not needed to understand the page.

    Args:
        name: name of the page.
        heading: the section's English heading.

    Returns:
        Whether the section is open: only then does the page draw its content.
    """
    text = texts.fill_section_text(name, heading, session.glass().config)
    line, __, rest = (
        text.removeprefix("> ").partition("\n\n") if text[:2] == "> " else ("", "", text)
    )
    is_open = show_section_heading(
        section_link_names(name)[heading], translate_heading(name, heading), terms.link_terms(line)
    )
    if is_open and rest:
        st.markdown(terms.link_terms(rest))
    return is_open


def show_section_heading(key: str, heading: str, summary: str) -> bool:
    """Draw a section's heading, open/close button and summary; return whether it is open.

    Args:
        key: the section's name in links.
        heading: its title.
        summary: what it shows, in one line; "" for none.
    """
    is_open = sections.register_section(key, heading)
    with st.container(key=f"section_{key}"):
        st.header(heading, anchor=False)
        st.button(
            _("Close") if is_open else _("Open"),
            key=f"turn_{key}",
            on_click=sections.toggle_section,
            args=[key],
        )
        if summary.startswith(begins := _(SPECIALISTS)):
            rest = summary.removeprefix(begins)
            summary = _(BADGE) + rest[:1].upper() + rest[1:]
        if summary:
            st.markdown(summary)
    return is_open


def show_suggestion(text: str) -> None:
    """Draw the box "Try: ..." with one suggestion, in Markdown."""
    with st.container(key="try"):
        st.markdown(f"**{_('Try:')}** {text}")


def show_sentence_fact(remark: Remark | str) -> None:
    """Draw "In your sentence: ..." below a figure and once more at the page's end."""
    st.html(line_with_title_html(_("In your sentence"), remark))
    defer_sentence_fact(remark)


def defer_sentence_fact(remark: Remark | str) -> None:
    """Draw "In your sentence: ..." only at the page's end."""
    sections.store_page_fact(line_with_title_html(_("In your sentence"), remark))


def show_takeaway(remark: Remark | str) -> None:
    """Draw "What to look for: ..."; in a plain string, ``**bold**`` is the only markup."""
    st.html(line_with_title_html(_("What to look for"), remark))


def line_with_title_html(title: str, remark: Remark | str) -> str:
    """Return a title and a remark as HTML; a string's only markup is ``**bold**``."""
    return f'<div class="look"><b>{html.escape(title)}</b><span>{remark_html(remark)}</span></div>'


def show_callout(remark: Remark | str) -> None:
    """Draw a measured result as a highlighted callout."""
    st.html(f'<div class="finding">{remark_html(remark)}</div>')


def show_missing_measurement(remark: Remark | str) -> None:
    """Draw a remark that something was not measured for this model, and how to measure it."""
    st.html(f'<div class="remark">{remark_html(remark)}</div>')


def show_result(remark: Remark, caveats: Sequence[Remark] = ()) -> None:
    """Draw a result and, below it, remarks that qualify it.

    Args:
        remark: the result.
        caveats: remarks that qualify it.
    """
    below = "".join(f'<div class="remark">{remark_html(doubt)}</div>' for doubt in caveats)
    st.html(f'<p class="sayings">{remark_html(remark)}</p>{below}')


def show_unusable_lines(remarks: Sequence[str]) -> None:
    """Draw remarks on input lines that cannot be used: the first six, then a count."""
    said = [say("{line}", line=line) for line in remarks[:MAX_UNUSABLE_LINES]]
    if len(remarks) > MAX_UNUSABLE_LINES:
        said.append(
            say_count(
                "There's {count} more remark like this.",
                "There are {count} more remarks like this.",
                len(remarks) - MAX_UNUSABLE_LINES,
            )
        )
    st.html("".join(f'<div class="remark">{remark_html(one)}</div>' for one in said))


def show_formula(latex: str, with_numbers: str | None = None) -> None:
    """Draw a LaTeX formula and, below it, the formula with this sentence's numbers, if given.

    Args:
        latex: the formula.
        with_numbers: the same with this sentence's numbers; None for none.
    """
    for one in filter(None, (latex, with_numbers)):
        st.latex(localize_decimal_separator(one))


def show_page_formula(latex: str, with_numbers: str | None = None) -> None:
    """Draw the page's LaTeX formula as a section of its own; see ``show_formula``.

    Args:
        latex: the formula.
        with_numbers: the same with this sentence's numbers; None for none.
    """
    with st.container(key="section_in_one_formula"):
        st.header(_("In one formula"), anchor=False)
    show_formula(latex, with_numbers)


def show_code_and_shapes(
    function: Callable, shapes: Mapping[str, str], callee: Callable | None = None
) -> None:
    """Draw the source code of a function, collapsed, and beside it the shapes of its tensors.

    Args:
        function: the function that ran.
        shapes: name of a tensor -> its shape in words, such as "8 × 64".
        callee: a function that it calls; its source code is shown, too.
    """
    code, sizes = st.columns(2)
    with code:
        _show_code(function, callee)
    with sizes, st.expander(_("Shapes"), expanded=True):
        rows = "<br>".join(f"<b>{html.escape(k)}</b> {html.escape(v)}" for k, v in shapes.items())
        st.html(f'<div class="shapes">{remove_word_joiners(rows)}</div>')


@st.fragment
def _show_code(function: Callable, callee: Callable | None) -> None:
    """Draw a function's source code once it is opened.

    Streamlit's st.code loads 1.5 MB of script that colours two hundred languages: a third of a
    second of each first visit, for what few visitors open.
    """
    file = Path(inspect.getfile(inspect.unwrap(function))).relative_to(ROOT)
    title = _("The code that ran: {code}").format(code=f"`{file}` · `{function.__qualname__}`")
    with st.expander(
        title, key=f"code_that_ran_{function.__qualname__}", on_change="rerun"
    ) as expander:
        if expander.open:
            st.code(read_function_source(function, callee), language="python")


@cache
def read_function_source(function: Callable, callee: Callable | None = None) -> str:
    """Return the source code of a function and, if given, of one that it calls.

    Args:
        function: the function.
        callee: a function that it calls; None for none.
    """
    sources = [inspect.getsource(inspect.unwrap(each)) for each in (function, callee) if each]
    return "\n".join(sources)


def show_neighbour_links(name: str) -> None:
    """Draw links to the pages before and after the page ``name`` in the menu."""
    before, after = contents.neighbours(name)
    with st.container(key="neighbours", horizontal=True, horizontal_alignment="distribute"):
        for page, label in ((before, "← {}"), (after, "{} →")):
            if page:
                show_page_link(page.name, label.format(page.title))
            else:
                st.space("small")


def show_page_link(name: str, label: str) -> None:
    """Draw a link to the page ``name`` that keeps the Streamlit session.

    Args:
        name: name of the page.
        label: text of the link.
    """
    st.page_link(folder(name) / "page.py", label=label)
