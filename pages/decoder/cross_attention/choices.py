"""Controls of the cross-attention page, and the state that they select."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.storage import ALIGNMENT
from pages.decoder.cross_attention import lines, remarks
from pages.decoder.cross_attention.measures import collect_view_tensors, list_measure_names
from pages.decoder.cross_attention.rows import RowOptions, memory_rows, with_means
from pages.decoder.cross_attention.selection import Selection, TargetReading
from pages.decoder.cross_attention.views.look_back import crop_weights
from pages.decoder.cross_attention.views.tensors import send_tensors
from ui.choices import controls
from ui.messages import N_, _, ngettext, pgettext
from ui.readings import session
from ui.readings.reading import Reading
from ui.words import language_name

NOBODY = "none"
ROWS = {"writes": N_("predicts the word"), "reads": N_("reads the word")}


def alignment_table() -> dict | None:
    """Return the measured alignment error rates ("rows", "best", "sentences"); None without any."""
    return session.load_measurements(ALIGNMENT)


def choose_row_options(reading: Reading, alignment: Mapping | None) -> tuple[RowOptions, str, str]:
    """Show the controls of the attention map; return row options, quantity and second language.
    The quantity is "weight" or "contribution"; without a second language, it is ``NOBODY``.

    Returns:
        The options of the rows; "weight" or "contribution"; the second language or ``NOBODY``.
    """
    usual = RowOptions(alignment["best"]["shift"] if alignment else "writes")
    with st.container(horizontal=True, vertical_alignment="center", key="choices"):
        kinds = {"weight": _("weight"), "contribution": _("contribution")}
        shown = controls.choose_option("shown", _("Show"), kinds, "weight")
        other = _choose_second_language(reading)
        with st.popover(_("More"), key="more"):
            rows = {shift: _(name) for shift, name in ROWS.items()}
            how = RowOptions(
                shift=controls.choose_option("rows", _("Show the row that"), rows, usual.shift),
                merge_words=controls.choose_switch("whole", _("whole words"), usual.merge_words),
                hide_end_token=controls.choose_switch(
                    "hide_end", _("hide </s>"), usual.hide_end_token
                ),
                hide_punctuation=controls.choose_switch(
                    "hide_marks", _("hide punctuation"), usual.hide_punctuation
                ),
                renormalise=controls.choose_switch(
                    "renormalise", _("rows rescaled to sum to 1"), False
                ),
            )
        if changed := remarks.describe_changed_options(how, usual):
            st.caption(changed)
    return how, shown, other


def _choose_second_language(reading: Reading) -> str:
    """Show a control for a second target language; by default one that the model was trained on."""
    languages = session.glass().config.languages
    others = [code for code in languages if code != reading.language]
    learned = [code for code in others if session.was_trained_on(controls.source_language(), code)]
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
    return controls.choose_option(
        "compare", _("Compare with"), options, next(iter(learned), NOBODY)
    )


def read_target_languages(
    reading: Reading, other_language: str, choices: RowOptions
) -> list[TargetReading]:
    """Return the page's translation and, unless other_language is ``NOBODY``, one into that too."""
    found = [reading]
    if other_language != NOBODY:
        with st.spinner(_("Translating into the second language ...")):
            found.append(session.read(reading.text, other_language, reading.changes))
    learned = [session.was_trained_on(controls.source_language(), one.language) for one in found]
    return [
        TargetReading(
            language=language_name(one.language),
            note="" if known else _("never trained"),
            reading=one,
            rows=memory_rows(one, choices),
        )
        for one, known in zip(found, learned, strict=True)
    ]


def make_selection(
    target_readings: Sequence[TargetReading],
    alignment: Mapping | None,
    choices: RowOptions,
    quantity: str,
) -> Selection:
    """Return the selected layer, head and step; by default the head that aligns words best.
    ``alignment`` is that of ``alignment_table``; ``quantity`` is "weight" or "contribution".
    """
    config = session.glass().config
    layers = len(config.layers("cross"))
    best = alignment["best"] if alignment else {"layer": 0, "head": 0}
    head = config.h if best["head"] is None else best["head"]
    other = target_readings[1].rows if len(target_readings) > 1 else None
    telling = lines.find_default_step(target_readings[0].rows, other, best["layer"], head) + 1
    layer_shown = controls.integer_choice("layer", layers, best["layer"] + 1) - 1
    head_shown = controls.integer_choice("head", config.h, head + 1) - 1
    all_heads = controls.integer_choice("all_heads", 1, int(head == config.h), minimum=0)
    return Selection(
        layer=layers if controls.integer_choice("all_layers", 1, 0, minimum=0) else layer_shown,
        head=config.h if all_heads else head_shown,
        step=controls.integer_choice("step", len(target_readings[0].reading.output), telling) - 1,
        measure_index=controls.integer_choice("head_measure", len(list_measure_names(alignment)))
        - 1,
        quantity=quantity,
        shift=choices.shift,
    )


def make_tensor_version(target_readings: Sequence[TargetReading], choices: RowOptions) -> str:
    """Return a string that changes whenever an input of the page's tensors does."""
    reading = target_readings[0].reading
    said = [one.reading.target_ids for one in target_readings]
    return repr([choices, reading.text, reading.changes, said])


def send_view_tensors(
    target_readings: Sequence[TargetReading], tensor_version: str, looks_back: bool = True
) -> None:
    """Send the browser the tensors that the page's views draw.

    Args:
        target_readings: the translations that read the memory.
        tensor_version: identifies the tensors.
        looks_back: whether the view of the decoder's self-attention is on the page.
    """
    tensors = collect_view_tensors(target_readings)
    if looks_back:
        reading = target_readings[0].reading
        tensors["back"] = crop_weights(with_means(reading.layers("decoder", "weights")), reading)
    send_tensors(tensor_version, tensors)


def clamp_to_one_head(selected: Selection) -> tuple[int, int]:
    """Return the selected layer and head; for "mean" or "all", the last layer or head instead."""
    config = session.glass().config
    return min(selected.layer, config.layers("cross")[-1]), min(selected.head, config.h - 1)


def alignment_row_key(selected: Selection) -> tuple[int, int | None, str]:
    """Return what identifies the selected alignment error: layer, head (None for all) and shift.
    The shift is "writes" or "reads": the token that labels a row.
    """
    h = session.glass().config.h
    return selected.layer, None if selected.head == h else selected.head, selected.shift


def select_clicked_head(point: dict) -> None:
    """Select the head whose mark was clicked in the plot of alignment errors.
    ``point`` has the "trace" (0 for shift "writes", 1 for "reads") and the "index" in it.
    """
    shift = ("writes", "reads")[point["trace"]]
    if not (alignment := alignment_table()):
        return  # the file was removed after the plot was drawn
    row = [row for row in alignment["rows"] if row["shift"] == shift][point["index"]]
    everyone = row["head"] is None
    st.session_state.update(layer=row["layer"] + 1, all_layers=0, all_heads=int(everyone))
    st.session_state["rows"] = shift
    if not everyone:
        st.session_state["head"] = row["head"] + 1


def tensor_shapes(reading: Reading) -> dict[str, str]:
    """Return the shape, as text, of each tensor of one layer's cross-attention, by tensor name."""
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
