"""The gender probe: which gender translations choose for 40 professions and the visitor's."""

import html
import re
from collections.abc import Mapping, Sequence

import streamlit as st

from model.census.professions import LANGUAGES, PRONOUNS, TEMPLATE, GenderOutcome, count_outcomes
from model.tokenizer import normalize
from pages.lab.head_census import cached, remarks
from ui.choices import controls, link
from ui.frame import explain, texts
from ui.messages import N_, _, ngettext, pgettext
from ui.readings import session
from ui.readings.reading import Reading
from ui.words import format_percent, html_table, language_name

LONGEST = 30  # characters of a job
KEYS_TO_RESET = (
    "patch_step", "clean_token", "changed_token", "place",
    "beginning", "direction", "everywhere",
)  # fmt: skip
GENDERS = {"feminine": N_("feminine"), "masculine": N_("masculine")}
MARKS = {True: "✓", False: "✗", None: "?"}


def show(reading: Reading) -> None:
    """Show which gender translations give to a profession that the visitor types, and, measured
    beforehand, to forty professions.
    """
    known = session.glass().config.languages
    languages = tuple(code for code in LANGUAGES if code in known)
    if "en" not in known or not languages:
        st.info(_(remarks.UNKNOWN))
        return
    _show_typed_profession(languages)
    if reading.changes:
        st.caption(_(remarks.ORIGINAL))
    found = cached.load_head_statistics()
    if found is None:
        explain.show_callout(cached.describe_missing_statistics())
        return
    said = [GenderOutcome(**row) for row in found["professions"]]
    by_pronoun = {one: [row for row in said if row.pronoun == one] for one in PRONOUNS}
    counts = {pronoun: count_outcomes(some) for pronoun, some in by_pronoun.items()}
    explain.show_callout(remarks.describe_gender_accuracy(counts["her"], counts["his"]))
    st.html(accuracy_table_html(said))
    st.caption(_(remarks.COUNTED))
    label = ngettext("All {count} sentence", "All {count} sentences", len(said))
    with st.expander(label.format(count=len(said))):
        st.html(sentences_table_html(said))


def _show_typed_profession(languages: tuple[str, ...]) -> None:
    """Translate the “his” and “her” sentences of a typed job, and link to the page Patch it."""
    typed = controls.text_field("profession", _("A job"), "doctor", max_chars=LONGEST, width=260)
    job = re.sub(r"[^\w' -]", "", normalize(typed)).strip().lower()
    if not job or len(job.split()) > 3:
        st.info(_(remarks.NO_JOB))
        return
    with st.spinner(_("Translating both sentences ...")):
        rows = cached.probe_genders(job, languages)
    st.html(profession_table_html(rows))
    with st.container(horizontal=True, key="census-patch"):
        for language in languages:
            label = _("Which location decides? Patch it in {language}").format(
                language=language_name(language)
            )
            if st.button(
                label, key=f"patch_{language}", on_click=_open_in_patch_it, args=(job, language)
            ):
                st.switch_page(texts.folder("patch_it") / "page.py")


def _open_in_patch_it(job: str, language: str) -> None:
    """Set the “his” and “her” sentences as those that the page Patch it compares."""
    for key in KEYS_TO_RESET:
        link.reset_control(key)
    his, her = (TEMPLATE.format(job, one) for one in PRONOUNS)
    st.session_state.update(
        {"source": his, "from": "en", "to": language, "changed_sentence": her}
        | {"changed_to": "same"}
    )


def profession_table_html(rows: Sequence[Mapping]) -> str:
    """Return an HTML table of the translations of one profession's sentences, and their genders.

    Args:
        rows: a record for each translation, as ``cached.probe_genders`` returns them.
    """
    body = (
        _sentence_row_html(
            [
                row["text"],
                row["translation"],
                _(GENDERS[row["gender"]]) if row["gender"] else _("can't tell"),
            ],
            None if row["gender"] is None else row["gender"] == PRONOUNS[row["pronoun"]],
            row["language"],
        )
        for row in rows
    )
    return html_table(
        "census-said",
        (_("sentence"), _("translation"), _("its subject is"), _("matches the pronoun?")),
        body,
    )


def accuracy_table_html(outcomes: Sequence[GenderOutcome]) -> str:
    """Return an HTML table of how often translations give a profession the gender of the pronoun.

    There is a row for each language. The columns are sentences with “her”, with “his”, with the
    pronoun of most people in the profession, and with the other one.

    Args:
        outcomes: the gender that each translation gives to a profession.
    """
    groups = {
        "her": lambda one: one.pronoun == "her",
        "his": lambda one: one.pronoun == "his",
        "usual": lambda one: one.is_stereotypical,
        "unusual": lambda one: not one.is_stereotypical,
    }
    languages = list(dict.fromkeys(one.language for one in outcomes))
    body = []
    for language in [*languages, None]:
        some = [one for one in outcomes if language in (one.language, None)]
        cells = [
            _accuracy_cell_html(count_outcomes([one for one in some if there(one)]))
            for there in groups.values()
        ]
        name = language_name(language) if language else _("together")
        body.append(f"<tr><td>{html.escape(name)}</td>{''.join(cells)}</tr>")
    top = (
        _("into"),
        _("her: a woman's form"),
        _("his: a man's form"),
        _("usual pronoun"),
        _("unusual pronoun"),
    )
    return html_table("census-said", top, body)


def _accuracy_cell_html(counts: Mapping[str, int]) -> str:
    """Return one table cell: accuracy in percent, with the counts."""
    text = html.escape(remarks.describe_accuracy(**counts))
    part = format_percent(counts["right"] / counts["told"]) if counts["told"] else "–"
    return f"<td><b>{part}</b> <span>{text}</span></td>"


def sentences_table_html(outcomes: Sequence[GenderOutcome]) -> str:
    """Return an HTML table of sentences, with translation, gender of its subject, and whether the
    gender agrees with the English pronoun.

    Args:
        outcomes: the gender that each translation gives to a profession.
    """
    body = (
        _sentence_row_html(
            [
                TEMPLATE.format(one.profession, one.pronoun),
                one.translation,
                _(GENDERS[one.gender]) if one.gender else "–",
            ],
            None if one.gender is None else one.right,
            one.language,
        )
        for one in outcomes
    )
    return html_table(
        "census-said",
        (_("sentence"), _("translation"), _("gender"), _("matches the pronoun?")),
        body,
    )


def _sentence_row_html(cells: Sequence[str], is_right: bool | None, language: str) -> str:
    """Return one table row: sentence, translation, and whether the gender is right."""
    texts = [html.escape(cell) for cell in cells]
    sentence, said, *others = texts
    said = f'<td lang="{language}">{said}</td>'
    shown = f"<td>{sentence}</td>{said}" + "".join(f"<td>{text}</td>" for text in others)
    meaning = {
        True: pgettext("translation", "right"),
        False: pgettext("translation", "wrong"),
        None: _("can't tell"),
    }[is_right]
    return f'<tr>{shown}<td title="{html.escape(meaning)}">{MARKS[is_right]}</td></tr>'
