"""A page as HTML: its text, remarks, formulas, and placeholders for its views."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from streamlit.testing.v1.element_tree import Block, Element

from ui.frame.share import TITLE as SHARE
from ui.lesson.run import element_key, iterate_elements, view_data
from ui.messages import _

# Keys of the frame around every page, and of its "Try: ...", which mostly needs a control.
PAGE_FRAME_KEYS = {
    *("bar", "notes", "address", "neighbours", "footer", "contents", "embedded", "tour_strip"),
    "try",
}
HEADINGS = {"title": "h1", "header": "h2", "subheader": "h3"}
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", re.DOTALL)
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass
class Body:
    """A page as HTML, with the data of its views.

    Args:
        first: number of its first view in the file.
        html: its parts, in order.
        views: data of its views.
        tensors: tensors that its views share, by name, and their version.
        terms: glossary terms that it mentions, by anchor.
        words: metadata of the page: title, sentence, translation, link.
    """

    first: int = 0
    html: list[str] = field(default_factory=list)
    views: list[dict] = field(default_factory=list)
    tensors: dict = field(default_factory=dict)
    terms: dict[str, dict] = field(default_factory=dict)
    words: dict = field(default_factory=dict)


def page_body(main: Block, first: int = 0) -> Body:
    """Return a page that Streamlit drew, as HTML with the data of its views.

    Args:
        main: main block of the page, from Streamlit's AppTest.
        first: number of the page's first view among all views of the HTML file, from 0.
    """
    body = Body(first)
    _convert_block(main, body)
    return body


def _convert_block(node: Block, body: Body) -> None:
    """Append the children of a block to the body, as HTML."""
    for child in node.children.values():
        if element_key(child) in PAGE_FRAME_KEYS:
            _read_about(child, body)
        elif not isinstance(child, Block):
            _convert_element(child, body)
        elif not _is_omitted(child):
            opening, closing = _wrapper_tags(child)
            before = len(body.html)
            body.html.append(opening)
            _convert_block(child, body)
            if len(body.html) == before + 1:
                body.html.pop()  # it held controls only
            else:
                body.html.append(closing)


def _read_about(node: Block | Element, body: Body) -> None:
    """Copy the page's metadata, which the bar's address button has, into the body."""
    for one in iterate_elements(node) if isinstance(node, Block) else [node]:
        data = view_data(one)
        if data and "about" in data:
            body.words = data["about"]


def _is_omitted(node: Block) -> bool:
    """Whether the lesson leaves out a block: it needs the server, or is a closed section."""
    if node.type == "popover" or getattr(node.proto, "label", "") == _(SHARE):
        return True
    closed = any(one.type == "button" and one.label == _("Open") for one in iterate_elements(node))
    return element_key(node).startswith("section_") and closed


def _wrapper_tags(node: Block) -> tuple[str, str]:
    """Return a block's opening and closing tag: <details> for an expander, else <div>."""
    if node.type == "expander":
        label = inline_markdown_html(node.proto.label)
        return f"<details{' open' if node.proto.expanded else ''}><summary>{label}</summary>", (
            "</details>"
        )
    key = re.sub(r"[^\w-]", "-", element_key(node))
    kind = "column" if node.type == "column" else f"block st-key-{key}" if key else "block"
    flex = getattr(node.proto, "flex_container", None)
    across = flex is not None and flex.direction == flex.Direction.HORIZONTAL
    weight = getattr(node.proto, "weight", 0) if node.type == "column" else 0
    style = f' style="flex: {weight:.3f}"' if weight else ""
    return f'<div class="{kind}{" across" if across else ""}"{style}>', "</div>"


def _convert_element(element: Element, body: Body) -> None:
    """Append an element to the body as HTML, by its type."""
    data = view_data(element)
    if data is not None:
        _add_view(element, data, body)
    elif element.type in HEADINGS:
        tag = HEADINGS[element.type]
        body.html.append(f"<{tag}>{inline_markdown_html(element.proto.body)}</{tag}>")
    elif element.type == "latex":
        latex = element.proto.body.strip(" $\n")
        body.html.append(f'<div class="formula">{_formula_mathml(latex, True)}</div>')
    elif element.type in ("markdown", "caption"):
        body.html.append(f'<div class="{element.type}">{markdown_html(element.proto.body)}</div>')
    elif element.type == "text":
        body.html.append(f"<p>{html.escape(element.proto.body)}</p>")
    elif element.type == "code":
        body.html.append(
            f"<pre tabindex=0><code>{html.escape(element.proto.code_text)}</code></pre>"
        )
    elif element.type == "html":
        body.html.append(re.sub(r"<style.*?</style>", "", element.proto.body, flags=re.DOTALL))
    elif element.type == "page_link":
        link = f"./{html.escape(element.proto.page)}"
        body.html.append(f'<p><a href="{link}">{html.escape(element.proto.label)}</a></p>')


def _add_view(element: Element, data: dict, body: Body) -> None:
    """Append a view's placeholder and data to the body; or shared tensors, metadata or terms."""
    if "taken" in data:
        taken = data["taken"]
        place = body.first + len(body.views)
        names = {name: taken[name] for name in ("script", "root", "asks")}
        body.views.append({**names, "data": data})
        body.html.append(f'<div data-view="{place}"></div>')
    elif "tensor" in data:
        body.tensors["version"] = data["version"]
        body.tensors.setdefault("tensors", {})[data["name"]] = data["tensor"]
    elif "about" in data:
        body.words = data["about"]
    elif isinstance(data.get("terms"), dict):
        body.terms = data["terms"]


def markdown_html(text: str) -> str:
    """Return trusted Markdown as HTML; its LaTeX formulas become MathML."""
    return _render_with_formulas(text, _markdown.render)


def inline_markdown_html(text: str) -> str:
    """Return one line of trusted Markdown as HTML without <p>; its LaTeX becomes MathML."""
    return _render_with_formulas(text, _markdown.renderInline)


def _render_with_formulas(text: str, render: Callable[[str], str]) -> str:
    """Render Markdown with its formulas kept apart, and put these back in as MathML."""
    found: list[str] = []

    def keep(match: re.Match) -> str:
        """Keep a formula's MathML, and return its placeholder."""
        found.append(_formula_mathml(match[1] or match[2], bool(match[1])))
        return f"\ue000{len(found) - 1}\ue001"

    shown = render(FORMULA.sub(keep, text))
    return re.sub("\ue000(\\d+)\ue001", lambda match: found[int(match[1])], shown)


def _formula_mathml(latex: str, as_block: bool) -> str:
    """Return a LaTeX formula as MathML, as a block if it stands on lines of its own."""
    lines = re.sub(r"\\\\\[\d+pt\]", r"\\\\", latex.strip())  # the library knows no row spacing
    lines = lines.replace("{gathered}", "{matrix}")
    return convert(lines, display="block" if as_block else "inline")
