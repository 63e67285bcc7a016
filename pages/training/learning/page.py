"""The model's own training: film, curves, schedule, label smoothing, averaging."""

import streamlit as st

from model import storage
from pages.training.learning import cached, remarks, training_sections
from pages.training.learning.views.film import show_film
from ui.choices import controls
from ui.frame import explain, sections
from ui.messages import _
from ui.readings import missing_measurements, session
from ui.readings.changes import ATTENTION_NAMES

NAME = "learning"

explain.show_opening(NAME)
record, config = session.training_record(), session.glass().config
if record is None:
    explain.show_missing_measurement(missing_measurements.describe_missing_record())
elif not record["film_sentences"]:  # none is in the vocabulary
    explain.show_missing_measurement(missing_measurements.FILM)
    training_sections.show_sections(record, config, None, [])
else:
    sentences = {
        i: f"{s['source_language']} → {s['target_language']}"
        for i, s in enumerate(record["film_sentences"], start=1)
    }
    picture = st.container()
    with st.container(horizontal=True, vertical_alignment="center", key="choices"):
        number = controls.choose_option("sentence", _("Sentence"), sentences, 1)
        names = {kind: _(name) for kind, name in ATTENTION_NAMES.items()}
        kind = controls.choose_option("attention", _("Attention"), names, "cross", False)
    shown = cached.load_film(number - 1, kind)
    with picture:
        if shown is None:
            explain.show_missing_measurement(
                missing_measurements.describe_missing_file(storage.FILM, missing_measurements.FILM)
            )
        else:
            frames = len(shown.steps)
            show_film(
                shown,
                frame=controls.integer_choice("frame", frames, default=frames) - 1,
                layer=controls.integer_choice("layer", len(config.layers(kind))) - 1,
                head=controls.integer_choice("head", config.h, default=2) - 1,  # a clear diagonal
                version=f"{number} {kind}",
            )
            explain.show_takeaway(remarks.describe_takeaway(shown, record["steps"]))
            result = remarks.describe_way_to_last_sentence(shown)
            sections.store_page_fact(explain.line_with_title_html(_("In this film"), result))
    training_sections.show_sections(record, config, number, shown.steps if shown else [])
