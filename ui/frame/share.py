"""What you can take from a page: link, pictures, numbers, and how to embed, rebuild and cite it."""

import io
from collections.abc import Iterator

import streamlit as st

from model.tensors import write_trace_npz
from ui.choices import controls, link
from ui.frame import about
from ui.frame.snippet import build_python_snippet
from ui.messages import N_, _
from ui.readings import session
from ui.views import exportable_views, register_view

_share = register_view(__file__, picture=False)
NO_CITATION = N_(
    "This server can't say how to cite the page: its file CITATION.cff is missing or damaged."
)
TITLE = N_("Take it with you: link, pictures, numbers, embed code, Python, citation")


def show_share_panel(page: str) -> None:
    """Draw the collapsed sharing panel below a page; downloads are made in memory, on a click."""
    reading = controls.current_reading()
    known = about.page_metadata(page, reading)
    folder = (
        "" if about.is_shipped_model() else "FOLDER"
    )  # where it lies on the server is nobody's matter
    data = {
        "views": exportable_views(),
        "python": build_python_snippet(
            page, reading, link.current_choices(), about.short_fingerprint(), folder
        ),
        "citation": format_citation(known),
        "bibtex": format_bibtex(known),
        "tensors": len(reading.trace),
    }
    size = sum(tensor.nbytes for tensor in reading.trace.values()) / 1e6
    asked = reading.text, reading.language, reading.changes  # the button must not hold the trace
    with st.expander(_(TITLE), key="share"):
        _share(key="share_panel", data=data)
        st.download_button(
            _("All {count} tensors of this pass · {file} · {size:.1} MB").format(
                count=len(reading.trace), file="trace.npz", size=size
            ),
            data=lambda: export_trace(asked, known),
            file_name=f"{page}-trace.npz",
            mime="application/octet-stream",
            on_click="ignore",
            key="trace",
        )


def export_trace(reading_arguments: tuple, metadata: dict[str, object]) -> bytes:
    """Return every tensor of the forward pass over a sentence, as the bytes of an npz file.

    Args:
        reading_arguments: arguments of ``session.read``: the sentence, the code of the target
            language, and the changes that are made to the model.
        metadata: the file's metadata by name, from ``about.page_metadata``; the texts of the tokens
            are added.
    """
    reading, file = session.read(*reading_arguments), io.BytesIO()
    tokens = {
        side: [token.text for token in getattr(reading, side)]
        for side in ("source", "target", "output")
    }
    ids = reading.source_ids, reading.target_ids
    metadata = metadata | {"tokens": tokens}
    write_trace_npz(file, reading.trace, session.glass().tokenizer, ids, meta=metadata)
    return file.getvalue()


def format_citation(metadata: dict[str, object]) -> str:
    """Return a citation of the page, from ``about.page_metadata``, as one line of text."""
    if not metadata["version"]:
        return _(NO_CITATION)
    return _(
        "{author} ({year}). Glass Transformer, version {version}, {weights}: {page}. Model after "
        "{paper}."
    ).format(
        author=about.read_citation_field("  - name"),
        year=_release_year(),
        version=metadata["version"],
        weights=" ".join(_describe_weights(metadata, "({})")),
        page=_describe_page_and_head(metadata),
        paper="Vaswani et al. (2017), Attention Is All You Need",
    )


def _describe_weights(metadata: dict[str, object], template: str) -> Iterator[str]:
    """Yield phrases on the weights: fingerprint, "changed model" if so, licence if known."""
    yield _("weights {fingerprint}").format(fingerprint=metadata["weights"])
    if metadata["changes"]:
        yield template.format(_("changed model"))
    if licence := about.weights_licence():
        yield template.format(licence)


def _describe_page_and_head(metadata: dict[str, object]) -> str:
    """Return the page's title, followed by the layer and head that it shows, if any."""
    names = {"layer": _("layer {number}"), "head": _("head {number}")}
    own = [name.format(number=metadata[key]) for key, name in names.items() if key in metadata]
    return ", ".join([str(metadata["title"]), *own])


def format_bibtex(metadata: dict[str, object]) -> str:
    """Return a citation of the page, from ``about.page_metadata``, as a BibTeX entry."""
    if not metadata["version"]:
        return _(NO_CITATION)
    note = f"{_describe_page_and_head(metadata)}; {', '.join(_describe_weights(metadata, '{}'))}"
    return (
        "@software{glass_transformer,\n"
        f"  author  = {{{{{about.read_citation_field('  - name')}}}}},\n"
        f"  title   = {{{about.read_citation_field('title')}}},\n"
        f"  version = {{{metadata['version']}}},\n"
        f"  year    = {{{_release_year()}}},\n"
        f"  note    = {{{note}}}\n"
        "}\n"
    )


def _release_year() -> str:
    """Return the year of the release, from CITATION.cff; "" if it is missing."""
    return about.read_citation_field("date-released")[:4]
