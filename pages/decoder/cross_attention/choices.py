"""Controls of the cross-attention page, and the state that they select."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.storage import ALIGNMENT
from pages.decoder.cross_attention import lines, remarks
from pages.decoder.cross_attention.look import Look, Reader
from pages.decoder.cross_attention.measures import names, tensors_of
from pages.decoder.cross_attention.rows import Choices, memory_rows, with_means
from pages.decoder.cross_attention.views.look_back import back
from pages.decoder.cross_attention.views.tensors import keep_tensors
from ui.choices import controls
from ui.messages import N_, _, ngettext, pgettext
from ui.readings import session
from ui.readings.reading import Reading
from ui.words import language_name

NOBODY = "none"
ROWS = {"writes": N_("predicts the word"), "reads": N_("reads the word")}


def alignment_table() -> dict | None:
    """Return the measured alignment error rates of all heads; None if this model has none."""
    return session.measurements(ALIGNMENT)


def choices(reading: Reading, alignment: Mapping | None) -> tuple[Choices, str, str]:
    """Show the controls for the rows of the map; return what is chosen.

    Returns:
        The options of the rows; "weight" or "contribution"; the second language or ``NOBODY``.
    """
    usual = Choices(alignment["best"]["shift"] if alignment else "writes")
    with st.container(horizontal=True, vertical_alignment="center", key="choices"):
        kinds = {"weight": _("weight"), "contribution": _("contribution")}
        shown = controls.one_of("shown", _("Show"), kinds, "weight")
        other = _compare(reading)
        with st.popover(_("More"), key="more"):
            rows = {shift: _(name) for shift, name in ROWS.items()}
            how = Choices(
                shift=controls.one_of("rows", _("Row that"), rows, usual.shift),
                whole=controls.switch("whole", _("whole words"), usual.whole),
                hide_end=controls.switch("hide_end", _("hide </s>"), usual.hide_end),
                hide_marks=controls.switch("hide_marks", _("hide punctuation"), usual.hide_marks),
                renormalise=controls.switch("renormalise", _("rows sum to 1 again"), False),
            )
        if changed := remarks.name_choices(how, usual):
            st.caption(changed)
    return how, shown, other


def _compare(reading: Reading) -> str:
    """Show a control for a second target language; by default one that the model was trained on."""
    languages = session.glass().config.languages
    others = [code for code in languages if code != reading.language]
    learned = [code for code in others if session.saw_direction(controls.source_language(), code)]
    untrained = {
        code: _("{language} (untrained)").format(language=language_name(code))
        for code in others
        if code not in learned
    }
    options = (
        {code: language_name(code) for code in learned}
        | untrained
        | {NOBODY: pgettext("language", "none")}
    )
    return controls.one_of("compare", _("Compare with"), options, next(iter(learned), NOBODY))


def readers(reading: Reading, other: str, choices: Choices) -> list[Reader]:
    """Return the translation into the page's language and, if chosen, into the second one."""
    found = [reading]
    if other != NOBODY:
        with st.spinner(_("Translating into the second language ...")):
            found.append(session.read(reading.text, other, reading.changes))
    learned = [session.saw_direction(controls.source_language(), one.language) for one in found]
    return [
        Reader(
            language=language_name(one.language),
            note="" if known else _("never trained"),
            reading=one,
            rows=memory_rows(one, choices),
        )
        for one, known in zip(found, learned, strict=True)
    ]


def look(
    readers: Sequence[Reader], alignment: Mapping | None, choices: Choices, shown: str
) -> Look:
    """Return the selected layer, head and step; by default the best head and a clear step."""
    config = session.glass().config
    layers = len(config.layers("cross"))
    best = alignment["best"] if alignment else {"layer": 0, "head": 0}
    head = config.h if best["head"] is None else best["head"]
    other = readers[1].rows if len(readers) > 1 else None
    telling = lines.telling_step(readers[0].rows, other, best["layer"], head) + 1
    layer_shown = controls.number("layer", layers, best["layer"] + 1) - 1
    head_shown = controls.number("head", config.h, head + 1) - 1
    all_heads = controls.number("all_heads", 1, int(head == config.h), least=0)
    return Look(
        layer=layers if controls.number("all_layers", 1, 0, least=0) else layer_shown,
        head=config.h if all_heads else head_shown,
        step=controls.number("step", len(readers[0].reading.output), telling) - 1,
        measure=controls.number("head_measure", len(names(alignment))) - 1,
        shown=shown,
        shift=choices.shift,
    )


def version(readers: Sequence[Reader], choices: Choices) -> str:
    """Return a string that identifies the page's tensors by all that they were computed from."""
    reading = readers[0].reading
    said = [one.reading.target_ids for one in readers]
    return repr([choices, reading.text, reading.changes, said])


def send(readers: Sequence[Reader], version: str, looks_back: bool = True) -> None:
    """Send the tensors of all views of the page to the browser.

    Args:
        readers: the translations that read the memory.
        version: identifies the tensors.
        looks_back: whether the view of the decoder's self-attention is on the page.
    """
    tensors = tensors_of(readers)
    if looks_back:
        reading = readers[0].reading
        tensors["back"] = back(with_means(reading.layers("decoder", "weights")), reading)
    keep_tensors(version, tensors)


def one_head(look: Look) -> tuple[int, int]:
    """Return one layer and one head; the last ones where the mean or all are selected."""
    config = session.glass().config
    return min(look.layer, config.layers("cross")[-1]), min(look.head, config.h - 1)


def table_key(look: Look) -> tuple[int, int | None, str]:
    """Return layer, head (None for all) and shift of the selected row of the alignment table."""
    h = session.glass().config.h
    return look.layer, None if look.head == h else look.head, look.shift


def go_to(point: dict) -> None:
    """Select the head whose mark was clicked in the plot of alignment errors."""
    shift = ("writes", "reads")[point["trace"]]
    if not (alignment := alignment_table()):
        return  # the file was removed after the plot was drawn
    row = [row for row in alignment["rows"] if row["shift"] == shift][point["index"]]
    everyone = row["head"] is None
    st.session_state.update(layer=row["layer"] + 1, all_layers=0, all_heads=int(everyone))
    st.session_state["rows"] = shift
    if not everyone:
        st.session_state["head"] = row["head"] + 1


def shapes(reading: Reading) -> dict[str, str]:
    """Return descriptions of the shapes of one layer's cross-attention tensors, by name."""
    attention = reading.attention("cross", 0)
    (h, n, d_k), m = attention["q"][0].shape, len(reading.source)
    return {
        "memory": f"{m} × {h * d_k}",
        "q": ngettext(
            "{count} head of {n} × {width}, from the decoder",
            "{count} heads of {n} × {width}, from the decoder",
            h,
        ).format(count=h, n=n, width=d_k),
        "k, v": ngettext(
            "{count} head of {n} × {width}, from the memory",
            "{count} heads of {n} × {width}, from the memory",
            h,
        ).format(count=h, n=m, width=d_k),
        "weights": ngettext(
            "{count} head of {n} × {width}", "{count} heads of {n} × {width}", h
        ).format(count=h, n=n, width=m),
    }
