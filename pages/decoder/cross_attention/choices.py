"""Controls of the cross-attention page, and the state that they select."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.storage import ALIGNMENT
from pages.decoder.cross_attention import lines, remarks
from pages.decoder.cross_attention.measures import collect_view_tensors, list_measure_names
from pages.decoder.cross_attention.rows import RowOptions, append_means, memory_rows
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


def load_alignment_table() -> dict | None:
    """Return the measured alignment error rate of each cross-attention head; None if not measured.

    Returns:
        "rows": a dict for each layer, head and shift, with the keys "layer", "head" (None for the
        mean of all heads), "shift", "aer" (alignment error rate from 0 to 1, by direction, such as
        "en-fr") and "mean" (over the directions). The shift is "writes" if the weights of a decoder
        position are taken as those of the word that it predicts, "reads" if as those of the word
        that it reads. "best": the row with the lowest mean. "sentences": number of sentences
        measured, by direction.
    """
    return session.load_measurements(ALIGNMENT)


def choose_row_options(reading: Reading, alignment: Mapping | None) -> tuple[RowOptions, str, str]:
    """Show the controls of the attention map; return what is chosen.

    Args:
        reading: the current reading, whose target language is not offered as the second one.
        alignment: result of ``load_alignment_table``; if there is one, rows are labelled by default
            in the way that aligns words best.

    Returns:
        The options of the map; the quantity shown, "weight" or "contribution"; and the code of the
        second target language, or ``NOBODY`` if none is chosen.
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


def make_target_readings(
    reading: Reading, other_language: str, options: RowOptions
) -> list[TargetReading]:
    """Return the translation on the page and the one into the second language, if one is chosen.
    Each has its rows of cross-attention: for each decoder position, the weights on source tokens.

    Args:
        reading: the current reading.
        other_language: code of the second language, or ``NOBODY``.
        options: how rows are labelled, merged and hidden.
    """
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
            rows=memory_rows(one, options),
        )
        for one, known in zip(found, learned, strict=True)
    ]


def make_selection(
    target_readings: Sequence[TargetReading],
    alignment: Mapping | None,
    options: RowOptions,
    quantity: str,
) -> Selection:
    """Return what is selected on the page, such as layer, head and step.
    By default, it is the head that aligns words best and, if possible, a step whose alignment link
    crosses another one.

    Args:
        target_readings: the translation on the page, and one into a second language, if any.
        alignment: result of ``load_alignment_table``.
        options: how rows are labelled, merged and hidden.
        quantity: "weight" or "contribution".
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
        shift=options.shift,
    )


def make_tensor_version(target_readings: Sequence[TargetReading], options: RowOptions) -> str:
    """Return a text that identifies the tensors of the page: other tensors have another text.
    The views in the browser use it to tell which tensors belong together.

    Args:
        target_readings: the translations on the page.
        options: how rows are labelled, merged and hidden.
    """
    reading = target_readings[0].reading
    said = [one.reading.target_ids for one in target_readings]
    return repr([options, reading.text, reading.changes, said])


def send_view_tensors(
    target_readings: Sequence[TargetReading], tensor_version: str, looks_back: bool = True
) -> None:
    """Send the browser the attention tensors that the views of this page draw.

    Args:
        target_readings: one or two translations, whose cross-attention is sent.
        tensor_version: from ``make_tensor_version``; a view waits for the tensors of the version
            that it was given.
        looks_back: whether to send the decoder's self-attention, too, under the name "back", for
            the view of ``show_look_back``.
    """
    tensors = collect_view_tensors(target_readings)
    if looks_back:
        reading = target_readings[0].reading
        tensors["back"] = crop_weights(append_means(reading.layers("decoder", "weights")), reading)
    send_tensors(tensor_version, tensors)


def clamp_to_one_head(selected: Selection) -> tuple[int, int]:
    """Return the selected layer and head, from 0.

    The result is the last layer if the mean of all layers is selected, and the last head if all
    heads together are selected.
    """
    config = session.glass().config
    return min(selected.layer, config.layers("cross")[-1]), min(selected.head, config.h - 1)


def alignment_row_key(selected: Selection) -> tuple[int, int | None, str]:
    """Return which row of the alignment table belongs to the selected head: (layer, head, shift).

    Returns:
        Layer from 0; head from 0, or None if all heads together are selected; and shift, "writes"
        if the decoder's positions are labelled by the token they predict, "reads" if by the token
        they read.
    """
    h = session.glass().config.h
    return selected.layer, None if selected.head == h else selected.head, selected.shift


def select_clicked_head(point: dict) -> None:
    """Select the layer, head and shift whose mark was clicked in ``plot_alignment_errors``.

    Args:
        point: the clicked mark: "trace" is 0 for shift "writes" and 1 for shift "reads"; "index" is
            the index of the mark among those of its trace, from 0.
    """
    shift = ("writes", "reads")[point["trace"]]
    if not (alignment := load_alignment_table()):
        return  # the file was removed after the plot was drawn
    row = [row for row in alignment["rows"] if row["shift"] == shift][point["index"]]
    everyone = row["head"] is None
    st.session_state.update(layer=row["layer"] + 1, all_layers=0, all_heads=int(everyone))
    st.session_state["rows"] = shift
    if not everyone:
        st.session_state["head"] = row["head"] + 1


def tensor_shapes(reading: Reading) -> dict[str, str]:
    """Return the shapes of the tensors of one layer's cross-attention, as text to show.

    Returns:
        "memory" (the encoder's output), "q", "k, v" and "weights" -> text such as "12 × 256" or
        "4 heads of 9 × 64, from the decoder".
    """
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
