"""The model's own training: film, curves, schedule, label smoothing, averaging."""

import streamlit as st

from model import storage
from pages.training.learning import cached, recorded, remarks
from pages.training.learning.views.film import film
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session, unmeasured
from ui.readings.changes import ATTENTION_NAMES

NAME = "learning"

explain.opening(NAME)
record, config = session.training_record(), session.glass().config
if record is None:
    explain.unknown(unmeasured.record())
elif not record["film_sentences"]:  # none is in the vocabulary
    explain.unknown(unmeasured.FILM)
    recorded.draw(record, config, None, [])
else:
    sentences = {
        i: f"{s['source_language']} → {s['target_language']}"
        for i, s in enumerate(record["film_sentences"], start=1)
    }
    with st.container(horizontal=True, vertical_alignment="center", key="choices"):
        number = controls.one_of("sentence", _("Sentence"), sentences, 1)
        names = {kind: _(name) for kind, name in ATTENTION_NAMES.items()}
        kind = controls.one_of("attention", _("Attention"), names, "cross", False)
    shown = cached.film(number - 1, kind)
    if shown is None:
        explain.unknown(unmeasured.reason(storage.FILM, unmeasured.FILM))
    else:
        film(
            shown,
            frame=controls.number("frame", len(shown.steps), default=len(shown.steps)) - 1,
            layer=controls.number("layer", len(config.layers(kind))) - 1,
            head=controls.number("head", config.h) - 1,
            version=f"{number} {kind}",
        )
        explain.look_here(remarks.look_for(shown, record["steps"]))
    recorded.draw(record, config, number, shown.steps if shown else [])
