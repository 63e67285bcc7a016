"""Shared keys and values: what pooling costs this model, and what it saves."""

import html
from functools import partial
from statistics import fmean

import streamlit as st

from model.changes.kinds import GroupedHeads
from pages.background.after_2017 import cached, everywhere
from pages.background.after_2017.compute import caches
from pages.background.after_2017.figures.bars import losses as bars
from pages.background.after_2017.progress import one_by_one
from pages.background.after_2017.remarks import parts as remarks
from ui.choices import controls
from ui.messages import N_, _, ngettext
from ui.readings import session
from ui.readings.changes import combine
from ui.readings.reading import Reading
from ui.views.plot import plot
from ui.words import whole

KINDS = {"decoder": N_("decoder self-attention"), "cross": N_("cross-attention")}


def draw(reading: Reading) -> str:
    """Draw the loss with fewer and fewer keys and values, and the bytes of caches."""
    config = session.glass().config
    kinds = {kind: _(name) for kind, name in KINDS.items()}
    kind = controls.one_of("pooled", _("Pool the heads of"), kinds, "decoder")
    groups = [n for n in range(config.h, 0, -1) if config.h % n == 0]
    others = tuple(
        one
        for one in reading.changes
        if not (isinstance(one, GroupedHeads) and one.attention == kind)
    )
    variants = {_("{count} apart").format(count=config.h): others}
    for n in groups[1:]:
        name = ngettext("1 for all", "{count} groups", n).format(count=n)
        variants[name] = combine(others, [GroupedHeads(kind, n)])
    said = one_by_one(
        "heads",
        {
            name: partial(cached.translation, reading.source_ids, reading.target_ids[0], changes)
            for name, changes in variants.items()
        },
    )
    losses = {name: fmean(cached.costs_of(reading, changes)) for name, changes in variants.items()}
    plot(bars(losses), key="pooled_losses", label=_("Loss of the sentence by groups of heads"))
    st.html(everywhere.table(losses, said))
    everywhere.switch(
        reading,
        "heads",
        {
            name: (GroupedHeads(kind, n),)
            for name, n in zip(variants, groups, strict=True)
            if n < config.h
        },
    )
    layers = len(config.layers(kind))
    own = {n: caches.shared_bytes(layers, config.d_k, n) for n in groups}
    st.html(_caches(own))
    return remarks.heads(losses, own[config.h], own[1])


def _caches(own: dict[int, int]) -> str:
    """Return the bytes of a token in the cache of this model's decoder and of large models."""
    most, least = max(own.values()), min(own.values())
    rows = [
        (_("this decoder, heads apart"), most, _("32 bits a number")),
        (_("this decoder, 1 for all"), least, _("32 bits a number")),
        *(
            (_(one.name), one.bytes, _("16 bits; {source}").format(source=one.source))
            for one in caches.PUBLISHED
        ),
    ]
    kibibytes = _("{size} KiB")
    cells = "".join(
        f"<tr><th>{html.escape(name)}</th>"
        f"<td>{html.escape(kibibytes.format(size=whole(round(size / 1024))))}</td>"
        f'<td class="said">{html.escape(note)}</td></tr>'
        for name, size, note in rows
    )
    each = html.escape(_("each token"))
    head = f"<tr><th></th><th>{each}</th><th></th></tr>"
    return f'<div class="variants"><table>{head}{cells}</table></div>'
