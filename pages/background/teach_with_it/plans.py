"""The lesson plans: what happens on each page, and how to start a lesson."""

import html
from urllib.parse import urlencode

import streamlit as st

from pages.background.teach_with_it import remarks
from ui import contents
from ui.choices import link
from ui.frame import explain, qr_code, sections
from ui.frame.tour import state
from ui.frame.tour.parts import LESSON_PARTS
from ui.frame.tour.plans import LESSONS, PLANS, Lesson, Plan
from ui.messages import _, pgettext
from ui.readings.language import EXAMPLES


def show_plans() -> None:
    """Show all lesson plans in tabs, below a choice of the sentence that the lessons use.
    The choices are the plan's own sentences, the current sentence, and each example sentence.
    """
    options = {0: _("the plan's sentences"), -1: _("the sentence in the bar")}
    options |= {number: text for number, (__, text) in enumerate(EXAMPLES, 1)}
    with st.popover(_("Sentences of the lesson")):
        sentence = st.selectbox(
            _("The lesson's sentence"),
            options,
            format_func=options.__getitem__,
            filter_mode=None,
            width=520,
        )
    for tab, plan in zip(st.tabs([_(plan.title) for plan in PLANS]), PLANS, strict=True):
        with tab:
            _show_plan(plan, sentence)
    fact = remarks.describe_lesson(len(LESSONS[0].pages), sum(LESSONS[0].minutes))
    sections.store_page_fact(explain.line_with_title_html(_("In this lesson"), fact))


def _show_plan(plan: Plan, sentence: int) -> None:
    """Show one plan: its goal, and each lesson with start button, code and table."""
    st.markdown(f"**{_('Goal.')}** {_(plan.goal)}")
    for lesson in plan.lessons:
        number = LESSONS.index(lesson) + 1
        total = sum(lesson.minutes)
        title = _("Lesson {number}: {name} ({minutes} minutes)")
        st.subheader(title.format(number=number, name=_(lesson.name), minutes=total), anchor=False)
        with st.container(key=f"lesson_{number}", horizontal=True, vertical_alignment="center"):
            st.button(
                _("Start this lesson"),
                key=f"start_{number}",
                type="primary",
                on_click=_start_lesson,
                args=(lesson, sentence),
            )
            asked = {"lesson": str(number)} | ({"s": str(sentence)} if sentence > 0 else {})
            if sentence < 0:  # the typed sentence has no number
                asked = state.lesson_link_parameters(lesson, sentence)
            else:
                st.text(remarks.describe_short_code(urlencode(asked)))
            with st.popover(_("QR code for the room")):
                qr_code.show_qr_code(link.shareable_query_string(asked))
        st.html(_lesson_table_html(lesson))
    if plan.homework:
        st.markdown(f"**{_('At home.')}** {_(plan.homework)}")


def _start_lesson(lesson: Lesson, sentence: int) -> None:
    """Start the tour of a lesson with the sentence that the teacher chose."""
    choices = state.lesson_link_parameters(lesson, sentence)
    state.reset_tour()
    state.begin_tour(choices["tour"])
    link.preset_controls(choices)


def _lesson_table_html(lesson: Lesson) -> str:
    """Return a lesson plan as an HTML table, a row for each page."""
    names = (
        *(_("Page"), _("Minutes"), _("The usual misconception"), _("What refutes it")),
        *(_("Ask"), pgettext("in a lesson", "Show"), _("Goal")),
    )
    heads, rows = [html.escape(name) for name in names], []
    unit = html.escape(_("minutes"))
    for name, minutes in zip(lesson.pages, lesson.minutes, strict=True):
        part = LESSON_PARTS[name]
        goal = _("Students can {goal}").format(goal=_(part.goal))
        answer = html.escape(_("Answer: {answer}").format(answer=_(part.answer)))
        below = {4: f'<span class="reply">{answer}</span>'}  # the question
        cells = (
            _(part.misconception),
            _(part.refutation),
            _(part.question),
            _(part.what_to_show),
            goal,
        )
        said = "".join(
            f'<td data-name="{heads[place]}">{html.escape(cell)}{below.get(place, "")}</td>'
            for place, cell in enumerate(cells, 2)
        )
        title = html.escape(contents.find_page(name).title)
        lasts = f'<td data-unit="{unit}">{minutes}</td>'
        rows.append(f"<tr><th scope='row'>{title}</th>{lasts}{said}</tr>")
    head = "".join(f"<th scope='col'>{name}</th>" for name in heads)
    body = "".join(rows)
    return f'<table class="plan"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
