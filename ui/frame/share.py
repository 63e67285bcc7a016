"""What you can take from a page: link, pictures, numbers, and how to embed, rebuild and cite it."""

import io
from collections.abc import Iterator

import streamlit as st

from model.tensors import write_trace
from ui.choices import controls, link
from ui.frame import about
from ui.frame.snippet import snippet
from ui.messages import N_, _
from ui.readings import session
from ui.views import view, views_of_run
from ui.words import decimal

_share = view(__file__, picture=False)
NO_CITATION = N_(
    "This server can't say how to cite the page: its file CITATION.cff is missing or damaged."
)
TITLE = N_("Take it with you: link, pictures, numbers, embedding, Python, citation")


def share(page: str) -> None:
    """Draw the sharing panel below a page, collapsed; the server writes no file for it."""
    reading = controls.reading()
    known = about.describe_page(page, reading)
    folder = (
        "" if about.is_shipped() else "FOLDER"
    )  # where it lies on the server is nobody's matter
    data = {
        "views": views_of_run(),
        "python": snippet(page, reading, link.choices(), about.short_fingerprint(), folder),
        "citation": citation(known),
        "bibtex": bibtex(known),
        "tensors": len(reading.trace),
    }
    size = sum(tensor.nbytes for tensor in reading.trace.values()) / 1e6
    asked = reading.text, reading.language, reading.changes  # the button must not hold the trace
    with st.expander(_(TITLE), key="share"):
        _share(key="share_panel", data=data)
        st.download_button(
            _("All {count} tensors of this pass · {file} · {size} MB").format(
                count=len(reading.trace), file="trace.npz", size=decimal(size, 1)
            ),
            data=lambda: trace(asked, known),
            file_name=f"{page}-trace.npz",
            mime="application/octet-stream",
            on_click="ignore",
            key="trace",
        )


def trace(asked: tuple, meta: dict[str, object]) -> bytes:
    """Return the trace of a pass as bytes of an npz file; see ``model.tensors.write_trace``.

    Args:
        asked: text, language and changes of the reading.
        meta: further metadata of the file.
    """
    reading, file = session.read(*asked), io.BytesIO()
    tokens = {
        side: [token.text for token in getattr(reading, side)]
        for side in ("source", "target", "output")
    }
    ids = reading.source_ids, reading.target_ids
    meta = meta | {"tokens": tokens}
    write_trace(file, reading.trace, session.glass().tokenizer, ids, meta=meta)
    return file.getvalue()


def citation(known: dict[str, object]) -> str:
    """Return the citation of a page, as one line of text."""
    if not known["version"]:
        return _(NO_CITATION)
    return _(
        "{author} ({year}). Glass Transformer, version {version}, {weights}: {page}. Model after "
        "{paper}."
    ).format(
        author=about.citation("  - name"),
        year=_year(),
        version=known["version"],
        weights=" ".join(_weights(known, "({})")),
        page=_place(known),
        paper="Vaswani et al. (2017), Attention Is All You Need",
    )


def _weights(known: dict[str, object], remark: str) -> Iterator[str]:
    """Yield the weights' fingerprint, then whether changed, then their licence, as phrases."""
    yield _("weights {fingerprint}").format(fingerprint=known["weights"])
    if known["changes"]:
        yield remark.format(_("changed model"))
    if licence := about.weights_licence():
        yield remark.format(licence)


def _place(known: dict[str, object]) -> str:
    """Return the page's title, with layer and head if it has them."""
    names = {"layer": _("layer {number}"), "head": _("head {number}")}
    own = [name.format(number=known[key]) for key, name in names.items() if key in known]
    return ", ".join([str(known["title"]), *own])


def bibtex(known: dict[str, object]) -> str:
    """Return the citation of a page as a BibTeX entry."""
    if not known["version"]:
        return _(NO_CITATION)
    note = f"{_place(known)}; {', '.join(_weights(known, '{}'))}"
    return (
        "@software{glass_transformer,\n"
        f"  author  = {{{{{about.citation('  - name')}}}}},\n"
        f"  title   = {{{about.citation('title')}}},\n"
        f"  version = {{{known['version']}}},\n"
        f"  year    = {{{_year()}}},\n"
        f"  note    = {{{note}}}\n"
        "}\n"
    )


def _year() -> str:
    return about.citation("date-released")[:4]
