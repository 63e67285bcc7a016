"""Writes a lesson: a folder of HTML files that need no network, and a zip of it."""

import html
import re
import zipfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

from model.version import __version__
from ui import contents
from ui.frame import texts
from ui.lesson.blocks import Body, page_body
from ui.lesson.live import LIVE, live_page_html
from ui.lesson.plan import Chapter, Plan, Sentence
from ui.lesson.questions import find_question, question_html
from ui.lesson.run import draw_page
from ui.locales import ENGLISH
from ui.messages import _, language
from ui.views.file.standalone import standalone_page_html
from ui.views.scripts import ROOT
from ui.words import in_quotes

INDEX, QUESTIONS = "index.html", "questions.html"
STYLES = (ROOT / "ui/frame/style.css", ROOT / "ui/lesson/lesson.css")


def write_lesson(plan: Plan, folder: Path, report: Callable[[str], None]) -> Path:
    """Write a lesson as a folder of HTML files and a zip of it; return the path of the zip.

    Args:
        plan: plan of the lesson.
        folder: the folder, created if needed; files of the same names are replaced. The zip stands
            next to it.
        report: called with a line of text for each written file.

    Raises:
        ValueError: if a question of the lesson does not exist, or if the plan is ``live`` and the
            live edition has none of the lesson's pages.
    """
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"{one.name}.html" for one in plan.chapters] + [QUESTIONS] * bool(plan.questions)
    names += [LIVE] * plan.live
    pages: dict[str, Callable[[], str]] = {}
    if plan.live:
        pages[LIVE] = lambda: live_page_html(plan)
    if plan.questions:  # early: an unknown question is an error in the lesson's file
        pages[QUESTIONS] = lambda: questions_html(plan)
    pages[INDEX] = lambda: start_page_html(plan)
    pages |= {
        f"{one.name}.html": partial(chapter_html, plan, one, place)
        for place, one in enumerate(plan.chapters)
    }
    for name, make in pages.items():
        text = make()
        (folder / name).write_text(text, encoding="utf-8")
        report(f"{name}  {len(text.encode()) / 1000:,.0f} kB")
    packed = folder.with_name(f"{folder.name}.zip")
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name in (INDEX, *names):
            file.write(folder / name, name)
    report(f"{packed.name}  {packed.stat().st_size / 1000:,.0f} kB")
    return packed


def chapter_html(plan: Plan, chapter: Chapter, chapter_index: int) -> str:
    """Return one page of the lesson as a complete HTML page; a menu on it chooses the sentence.

    Args:
        plan: the lesson's plan.
        chapter: the page's name, choices and task.
        chapter_index: index of the page in the lesson, from 0; it sets the links to the previous
            and the next page.
    """
    bodies: list[Body] = []
    for sentence in plan.sentences:
        main = draw_page(
            chapter.name, {**sentence.parameters, **chapter.choices, **_language_parameter()}
        ).main
        bodies.append(page_body(main, sum(len(one.views) for one in bodies)))
    variants = [
        {
            "words": {**body.words, "link": _app_link(plan, chapter, sentence)},
            "views": body.views,
            "first": body.first,
            **({"tensors": body.tensors} if body.tensors else {}),
        }
        for body, sentence in zip(bodies, plan.sentences, strict=True)
    ]
    task = f'<p class="task"><b>{_("Your task:")}</b> {html.escape(chapter.task)}</p>'
    articles = [
        _article_html(i, said, task * bool(chapter.task), "".join(body.html) + _terms_html(body))
        for i, (said, body) in enumerate(
            zip(_translation_lines_html(plan, bodies), bodies, strict=True)
        )
    ]
    inner = _relink_lesson_pages(plan, "".join(articles))
    styles = texts.folder(chapter.name) / "page.css"
    own = styles.read_text(encoding="utf-8") if styles.exists() else ""
    title = contents.find_page(chapter.name).title
    return _page_html(
        plan, title, inner + _neighbour_links_html(plan, chapter_index), variants, own
    )


def questions_html(plan: Plan) -> str:
    """Return the lesson's page of questions as a complete HTML page, which checks the answers.

    Args:
        plan: the lesson's plan.

    Raises:
        ValueError: if a question applies to none of the sentences; the message says which.
    """
    articles, variants, title = [], [], _("Questions")
    found = [[find_question(number, one) for number in plan.questions] for one in plan.sentences]
    for number, each in zip(plan.questions, zip(*found, strict=True), strict=True):
        if not any(each):
            said = _("no sentence in the lesson has a question {number}")
            raise ValueError(said.format(number=number))
    for i, (sentence, asked) in enumerate(zip(plan.sentences, found, strict=True)):
        known = filter(None, asked)
        shown = "".join(question_html(one, f"{i}-{n}") for n, one in enumerate(known))
        said = in_quotes(html.escape(sentence.text))
        score = '<p class="score" role="status"></p>'
        articles.append(_article_html(i, said, f"<h1>{title}</h1>", shown + score))
        link = f"{plan.app}questions?{urlencode({**sentence.parameters, **_language_parameter()})}"
        variants.append({"words": {"title": title, "link": link}, "views": [], "first": 0})
    inner = _relink_lesson_pages(plan, "".join(articles)) + _neighbour_links_html(
        plan, len(plan.chapters)
    )
    return _page_html(plan, title, inner, variants)


def start_page_html(plan: Plan) -> str:
    """Return the lesson's start page as a complete HTML page.

    It lists links to the lesson's pages, its sentences, and links to pages that only the app has.
    """
    pages = [(f"{one.name}.html", contents.find_page(one.name).title) for one in plan.chapters]
    pages += [(QUESTIONS, _("Questions"))] * bool(plan.questions)
    items = "".join(f'<li><a href="{file}">{html.escape(title)}</a></li>' for file, title in pages)
    sentences = "".join(f"<li>{in_quotes(html.escape(one.text))}</li>" for one in plan.sentences)
    left = "".join(
        f'<li><a href="./{name}">{html.escape(contents.find_page(name).title)} ↗</a></li>'
        for name in plan.left_out
    )
    heading, why = _("In the app"), _("These pages need the model.")
    needs = f"<h2>{heading}</h2><p>{why}</p><ul>{left}</ul>" * bool(left)
    own = f'<p><a href="{LIVE}">{_("Type a sentence of your own →")}</a></p>' * plan.live
    body = (
        f"<main><h1>{html.escape(plan.title)}</h1><h2>{_('Pages')}</h2><ol>{items}</ol>"
        f"<h2>{_('Sentences')}</h2><ul>{sentences}</ul>{own}{needs}{_footer_html(plan)}</main>"
    )
    told = {"variants": [{"words": {"title": plan.title, "link": plan.app}, "views": []}]}
    return standalone_page_html([], told, title=plan.title, body=f"{_style_html()}{body}")


def _page_html(
    plan: Plan, title: str, inner: str, variants: Sequence[dict], styles: str = ""
) -> str:
    """Return a complete HTML page; ``variants`` holds its views' data for each sentence."""
    options = "".join(
        f'<option value="{i}">{html.escape(one.text)}</option>'
        for i, one in enumerate(plan.sentences)
    )
    head = (
        f'<header class="lesson"><a href="{INDEX}">{html.escape(plan.title)}</a>'
        f'<label>{_("Sentence")} <select id="sentence">{options}</select></label></header>'
    )
    body = f"{_style_html(styles)}{head}<main>{inner}{_footer_html(plan)}</main>"
    told = {"variants": variants}
    paths = [view["script"] for variant in variants for view in variant["views"]]
    return standalone_page_html(paths, told, title=f"{title} · {plan.title}", body=body)


def _article_html(variant_index: int, heading: str, links: str, inner: str) -> str:
    """Return the page's content for one sentence as HTML, hidden unless it is the first."""
    hidden = " hidden" if variant_index else ""
    line = f'<p class="said">{heading}</p>'
    return f'<article data-variant="{variant_index}"{hidden}>{line}{links}{inner}</article>'


def _translation_lines_html(plan: Plan, bodies: Sequence[Body]) -> list[str]:
    """Return a line of HTML for each sentence, with its translation."""
    said = [str(body.words.get("translation", "")) for body in bodies]
    return [
        f"{in_quotes(html.escape(one.text))} → {in_quotes(html.escape(translation))}"
        for one, translation in zip(plan.sentences, said, strict=True)
    ]


def _app_link(plan: Plan, chapter: Chapter, sentence: Sentence) -> str:
    """Return the URL of the same page and sentence in the app."""
    name = "" if chapter.name == contents.FRONT else chapter.name
    parameters = {**sentence.parameters, **chapter.choices, **_language_parameter()}
    return f"{plan.app}{name}?{urlencode(parameters)}"


def _language_parameter() -> dict[str, str]:
    """Return the query parameter of the lesson's language; empty for English."""
    return {} if language() == ENGLISH else {"lang": language()}


def _terms_html(body: Body) -> str:
    """Return the glossary entries for the page's terms as a collapsed list; "" if none."""
    rows = "".join(
        f'<dt id="{body.first}-{anchor}">{html.escape(one["term"])}</dt>'
        f"<dd>{html.escape(one['meaning'])}</dd>"
        for anchor, one in body.terms.items()
    )
    if not rows:
        return ""
    title = _("Terms on this page")
    return f"<details class=terms><summary>{title}</summary><dl>{rows}</dl></details>"


def _relink_lesson_pages(plan: Plan, text: str) -> str:
    """Make links in HTML lead to this lesson's pages where it has them, else to the app."""
    for chapter in plan.chapters:
        link = rf'href="\./{chapter.name}(?=["?#])[^"]*"'
        text = re.sub(link, f'href="{chapter.name}.html"', text)
    return text


def _neighbour_links_html(plan: Plan, page_index: int) -> str:
    """Return links to the previous and the next page, as a <nav>."""
    pages = [(f"{one.name}.html", contents.find_page(one.name).title) for one in plan.chapters]
    pages += [(QUESTIONS, _("Questions"))] * bool(plan.questions)
    before = pages[page_index - 1] if page_index else None
    after = pages[page_index + 1] if page_index + 1 < len(pages) else None
    links = [
        f'<a href="{page[0]}">{sign.format(html.escape(page[1]))}</a>' if page else "<span></span>"
        for page, sign in ((before, "← {}"), (after, "{} →"))
    ]
    label = html.escape(_("Pages of the lesson"))
    return f'<nav class="neighbours" aria-label="{label}">{"".join(links)}</nav>'


def _footer_html(plan: Plan) -> str:
    """Return the footer of the lesson's pages: version, and link to the app."""
    app = html.escape(plan.app)
    return (
        f"<footer><p>Glass Transformer {__version__}. {_('This file works offline.')} "
        f'<a href="{app}">{_("Open the app ↗")}</a></p></footer>'
    )


def _style_html(extra_css: str = "") -> str:
    """Return the <style> element of the lesson's pages, plus ``extra_css`` CSS."""
    text = "".join(path.read_text(encoding="utf-8") for path in STYLES) + extra_css
    return f"<style>{re.sub(r'/[*].*?[*]/', '', text, flags=re.DOTALL)}</style>"
