"""A link for a whole room: as text, and as a QR code."""

import html
from urllib.parse import urlsplit

import segno
import streamlit as st
from segno.encoder import DataOverflowError

from ui.choices import link
from ui.frame import modes
from ui.messages import N_, _

OWN = {"localhost", "127.0.0.1", "::1"}  # loopback addresses
LARGEST = 1200  # characters of a link whose code phones still read from the last row
TOO_LONG = N_("This link is too long for a code that phones can read. Show it as text or send it.")

REACHES_NOBODY = N_(
    "This address works only on the machine that opened it, so a phone can't use it. "
    "Open the app under this machine's name or number on the network, then show the "
    "code."
)


def code(query: str, page: str = "") -> None:
    """Draw a link and its QR code.

    Args:
        query: query string of the link.
        page: address of the page; "" for the first page.
    """
    address = f"{home()}{page}" + (f"?{query}" if query else "")
    if reaches_nobody(address):
        st.html(f'<div class="remark">{html.escape(_(REACHES_NOBODY))}</div>')
    drawn = picture(address)
    if drawn:
        st.html(f'<div class="room">{drawn}</div>')
    else:
        st.text(_(TOO_LONG))
    st.code(address, language=None, wrap_lines=True)


def hold_ready(page: str) -> None:
    """Add the QR code of a presented page, hidden until the key Q is pressed."""
    if modes.now().presented:
        address = f"{home()}{page}?{link.query_for_others()}"
        drawn = picture(address)
        if drawn and reaches_nobody(address):
            drawn += f"<p>{html.escape(_(REACHES_NOBODY))}</p>"
        st.html(f'<div class="glass-room">{drawn or _(TOO_LONG)}</div>')


def reaches_nobody(address: str) -> bool:
    """Whether an address is a loopback one, such as that of ``make run``: no phone reaches it."""
    return urlsplit(address).hostname in OWN


def picture(address: str) -> str:
    """Return the QR code of an address as an <img> element; "" if it is too long."""
    if len(address) > LARGEST:
        return ""
    try:
        made = segno.make(address, micro=False, error="l")
    except DataOverflowError:
        return ""
    drawn = made.svg_data_uri(scale=8, border=4, light="#ffffff", dark="#000000")
    said = html.escape(_("A code for phones, leading to this link"))
    return f'<img src="{html.escape(drawn)}" alt="{said}">'


def home() -> str:
    """Return the base URL of the app, as the visitor's browser sees it."""
    parts = urlsplit(st.context.url or "http://localhost:8501/")
    path = parts.path if parts.path.endswith("/") else parts.path.rpartition("/")[0] + "/"
    return f"{parts.scheme}://{parts.netloc}{path}"
