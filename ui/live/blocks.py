"""The pages of the live edition as HTML: texts, placeholders of views, controls, bar."""

import html
import json
from collections.abc import Mapping, Sequence

from model.config import ModelConfig
from model.version import __version__
from ui import contents
from ui.frame import texts
from ui.frame.texts import section_link_names, translate_heading
from ui.lesson.blocks import inline_markdown_html, markdown_html
from ui.live import story
from ui.live.code import code_html
from ui.live.plan import SWITCH_OPTIONS, Choice, Edition, LivePage
from ui.locales import languages, native_name
from ui.messages import _, language, pgettext
from ui.words import language_name

DETECT = "detect"  # in place of a language code: detect it


def main_html(page: LivePage, edition: Edition) -> str:
    """Return a page's <main> element: title, lead, choices, views, sections, code and links.

    Args:
        page: the page.
        edition: the live edition that it belongs to.
    """
    config, known = edition.config, [one.name for one in edition.pages]
    title, __, lead = texts.fill_section_text(page.name, "", config).partition("\n")
    lead, __, thing = lead.partition("\n> ")
    heading = f"<h1>{inline_markdown_html(title.removeprefix('# '))}</h1>"
    opening = f'{heading}<div class="lead">{markdown_html(lead)}</div>'
    if thing:
        opening += f'<p class="try"><b>{_("Try:")}</b> {inline_markdown_html(thing)}</p>'
    if page.name == "overview" and story.NAME in known:
        link = f'<a href="{page_file_name(story.NAME)}" data-page="{story.NAME}">'
        opening += f"<p>{link}{_('New here? The story: ten scenes, ten minutes →')}</a></p>"
    if page.name == "overview":
        opening = f'<div class="st-key-overview_intro">{opening}</div>'
    choices = _choices_html(page.choices, config)
    first = _parts_html(page, page.first, config)
    sections = "".join(
        _section_html(page, key, config, _parts_html(page, parts, config))
        for key, parts in page.sections.items()
    )
    if page.name == story.NAME:
        read = story.scenes_html(edition.folder, config)
        first = first.replace("</div>", f'<div class="lead">{read}</div></div>')
        sections = story.end_html(known, html.escape(edition.app))
    name = html.escape(contents.find_page(page.name).title)
    kind = ' class="st-key-overview"' * (page.name == "overview")
    return (
        f'<main data-page="{page.name}" data-title="{name} · Glass Transformer">'
        f"<div{kind}>{opening}{choices}{first}</div>{sections}{code_html(page.code)}"
        f"{_neighbour_links_html(known, known.index(page.name))}</main>"
    )


def _neighbour_links_html(names: Sequence[str], page_index: int) -> str:
    """Return links to the previous and the next page, as a <nav>."""
    around = {page_index - 1: "← {}", page_index + 1: "{} →"}
    links = [
        f'<a href="{page_file_name(names[n])}" data-page="{names[n]}">'
        f"{html.escape(label.format(contents.find_page(names[n]).title))}</a>"
        if 0 <= n < len(names)
        else "<span></span>"
        for n, label in around.items()
    ]
    return (
        f'<nav class="neighbours" aria-label="{_("Previous and next page")}">{"".join(links)}</nav>'
    )


def _parts_html(page: LivePage, parts: Sequence[str | Choice], config: ModelConfig) -> str:
    """Return the views (given by key) and choices of a section as HTML."""
    return "".join(
        _heading_html(part) + _choices_html([part], config)
        if isinstance(part, Choice)
        else _view_placeholder_html(page, part)
        for part in parts
    )


def _heading_html(choice: Choice) -> str:
    """Return a choice's heading as <h2>; "" if it has none."""
    return f"<h2>{html.escape(_(choice.heading))}</h2>" if choice.heading else ""


def _view_placeholder_html(page: LivePage, key: str) -> str:
    """Return the <div> for a view, with a note until a script draws into it."""
    script = page.views[key]
    root = script.rpartition("/")[2].removesuffix(".js")
    waits = _("This picture appears as soon as the model has loaded.")
    waits = f'<p class="waiting" role="status">{waits}</p>'
    return f'<div data-view="{key}" data-script="{script}" data-root="{root}">{waits}</div>'


def _section_html(page: LivePage, key: str, config: ModelConfig, shown: str) -> str:
    """Return a section as HTML: heading, text and views."""
    heading = next(
        heading for heading, known in section_link_names(page.name).items() if known == key
    )
    text = texts.fill_section_text(page.name, heading, config)
    said = ""
    if text.startswith("> "):  # one line on what the section shows
        line, __, text = text.removeprefix("> ").partition("\n\n")
        said = f"<p>{inline_markdown_html(line)}</p>"
    title = inline_markdown_html(translate_heading(page.name, heading))
    return f"<section><h2>{title}</h2>{said}{markdown_html(text)}{shown}</section>"


def _choices_html(choices: Sequence[Choice], config: ModelConfig) -> str:
    """Return the controls of some choices as HTML; advanced ones collapsed under "More"."""
    if not choices:
        return ""
    shown = "".join(_choice_html(one, config) for one in choices if not one.advanced)
    folded = "".join(_choice_html(one, config) for one in choices if one.advanced)
    if folded:
        shown += f"<details><summary>{_('More')}</summary><div>{folded}</div></details>"
    narrow = " st-key-overview_layer" * all(one.narrow for one in choices)
    return f'<div class="choices{narrow}">{shown}</div>'


def _choice_html(choice: Choice, config: ModelConfig) -> str:
    """Return the control of a choice: a checkbox, a text field or radio buttons."""
    label, about = _(choice.label), f'name="{choice.name}" data-choice'
    if choice.options is SWITCH_OPTIONS:
        box = f'<input type="checkbox" {about} data-usual="{choice.default}">'
        return f"<label>{box} {html.escape(label)}</label>"
    options = _list_options(choice, config)
    if not options:
        return (
            f'<input id="{choice.name}" type="text" {about} placeholder="{html.escape(label)}" '
            f'aria-label="{html.escape(label)}" maxlength="200">'
        )
    buttons = "".join(
        f'<label><input type="radio" {about} value="{value}" data-usual="{choice.default}">'
        f"<span>{html.escape(name)}</span></label>"
        for value, name in options.items()
    )
    return f"<fieldset><legend>{html.escape(label)}</legend>{buttons}</fieldset>"


def _list_options(choice: Choice, config: ModelConfig) -> Mapping[str, str]:
    """Return the radio buttons of a choice: their labels by value."""
    if choice.name in ("layer", "head"):
        most = config.max_depth if choice.name == "layer" else config.h
        return {str(n): str(n) for n in range(1, most + 1)}
    if choice.name == "compare":
        names = {code: language_name(code) for code in config.languages}
        return names | {"none": pgettext("language", "none")}
    return {value: _(name) for value, name in choice.options.items()}


def bar_html(edition: Edition) -> str:
    """Return the sentence bar as HTML: text field, menus of languages, and examples.

    The page's script writes the translation and any notices into empty elements of it.

    Args:
        edition: the live edition.
    """
    codes = edition.config.languages

    def menu(key: str, label: str, first: str = "") -> str:
        """Return a <select> element of languages."""
        options = "".join(
            f'<option value="{code}">{language_name(code)}</option>' for code in codes
        )
        return f'<select id="{key}" aria-label="{label}">{first}{options}</select>'

    lacks = _("This link asks for a change in the model, which only the full app can make.")
    if edition.app:
        lacks += f' <a data-app href="{html.escape(edition.app)}">{_("Do this in the app ↗")}</a>'
    found = _("Detected: {language}").format(language="…")
    detected = f'<option value="{DETECT}">{found}</option>'

    examples = "".join(
        f'<li><button type="button" data-from="{code}" lang="{code}">{html.escape(text)}</button>'
        "</li>"
        for code, text in edition.examples
        if code in codes
    )
    return (
        f'<form id="bar" class="st-key-bar" role="search" aria-label="{_("Sentence")}">'
        f'<input id="sentence" type="text" aria-label="{_("Sentence")}" autocomplete="off" '
        f'maxlength="2000" spellcheck="false" placeholder="{_("Type a sentence")}">'
        f'{menu("from", _("from"), detected)}<span class="arrow" aria-hidden="true">→</span>'
        f"{menu('to', _('to'))}"
        f'<div id="answer" class="answer" tabindex="0" role="status" aria-live="polite"></div>'
        f"<details><summary>{_('Examples')}</summary><ul>{examples}</ul></details></form>"
        f'<p id="loading" role="status"><progress value="0" max="1"></progress><span></span></p>'
        f'<p id="lacks" hidden>{lacks}</p><p id="failed" role="alert"></p>'
        '<div id="remarks" role="status"></div>'
    )


def nav_html(
    pages: Sequence[LivePage], current_page: str, root: str, app: str, single_file: bool = False
) -> str:
    """Return a page's <header>: links to all pages, to other languages and to the full app.

    Args:
        pages: all pages of the edition.
        current_page: name of this page.
        root: relative path to the root of the site.
        app: URL of the full app; "" for none.
        single_file: whether the whole edition is one file; then there are no links to other
            languages.
    """
    links = "".join(
        f'<a href="{page_file_name(one.name)}" data-page="{one.name}"'
        f"{' aria-current=page' * (one.name == current_page)}>"
        f"{html.escape(contents.find_page(one.name).title)}</a>"
        for one in pages
    )
    spoken = "".join(
        f'<a href="{root}{language_folder(code)}{page_file_name(current_page)}"'
        f' hreflang="{code}" lang="{code}"'
        f"{' aria-current=true' * (code == language())}>{native_name(code)}</a>"
        for code in ([] if single_file else languages())
    )
    full = f'<a data-app href="{html.escape(app)}">{_("The full app ↗")}</a>' if app else ""
    return (
        f'<header><a class="brand" href="{page_file_name(pages[0].name)}"'
        f' data-page="{pages[0].name}">'
        "Glass Transformer</a>"
        f'<nav aria-label="{_("Pages")}">{links}</nav>'
        f'<div class="spoken">{spoken}{full}</div></header>'
    )


def footer_html(app: str) -> str:
    """Return the <footer> of every page: the version, and what the full app has in addition.

    Args:
        app: URL of the full app; "" for none.
    """
    here = _("The model runs in this browser, and nothing you type leaves it.")
    more = _("The lab, training and exercises need the full app, running on a server of your own.")
    if app:
        link = f'<a data-app href="{html.escape(app)}">{_("The full app ↗")}</a>'
        more = f"{_('The lab, training and exercises are in the full app.')} {link}"
    return f"<footer><p>Glass Transformer {__version__}. {here} {more}</p></footer>"


def language_folder(code: str) -> str:
    """Return a language's folder below the site's root, such as "de/"; "" for English."""
    return "" if code == "en" else f"{code}/"


def page_file_name(name: str) -> str:
    """Return a page's file name, such as "overview.html"; "index.html" for the landing page."""
    return "index.html" if name == contents.LANDING else f"{name}.html"


def json_script_html(name: str, value: object) -> str:
    """Return a <script> element that holds data as JSON, which the page's script reads.

    Every "<" is escaped, so no text in the data can end the element.

    Args:
        name: id of the element.
        value: the data, as JSON can hold it.
    """
    text = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{text}</script>'
