"""A link for a whole room: as text, and as a QR code."""

import html
from urllib.parse import urlsplit

import segno
import streamlit as st
from segno.encoder import DataOverflowError

from ui.choices import link
from ui.frame import modes
from ui.messages import N_, _

LOOPBACK_HOSTS = {"localhost", "127.0.0.1", "::1"}  # loopback addresses
LARGEST = 1200  # characters of a link whose code phones still read from the last row
TOO_LONG = N_("This link is too long for a code that phones can read. Show it as text or send it.")

REACHES_NOBODY = N_(
    "This address works only on the machine that opened it, so a phone can't use it. Open the app "
    "at this machine's network name or IP address, then show the code."
)


def show_qr_code(query: str, page: str = "") -> None:
    """Draw the link to a page of the app with this query string, and the link's QR code.

    Args:
        query: query string of the link.
        page: address of the page; "" for the first page.
    """
    address = f"{find_app_url()}{page}" + (f"?{query}" if query else "")
    if is_loopback_address(address):
        st.html(f'<div class="remark">{html.escape(_(REACHES_NOBODY))}</div>')
    drawn = qr_code_html(address)
    if drawn:
        st.html(f'<div class="room">{drawn}</div>')
    else:
        st.text(_(TOO_LONG))
    st.code(address, language=None, wrap_lines=True)


def add_hidden_qr_code(page: str) -> None:
    """Add the page's QR code, in presentation mode only; it is hidden until Q is pressed."""
    if modes.current_mode().presented:
        address = f"{find_app_url()}{page}?{link.shareable_query_string()}"
        drawn = qr_code_html(address)
        if drawn and is_loopback_address(address):
            drawn += f"<p>{html.escape(_(REACHES_NOBODY))}</p>"
        st.html(f'<div class="glass-room">{drawn or _(TOO_LONG)}</div>')


def is_loopback_address(address: str) -> bool:
    """Whether a URL is one that only this machine reaches, so that no phone can open it."""
    return urlsplit(address).hostname in LOOPBACK_HOSTS


def qr_code_html(address: str) -> str:
    """Return the QR code of a URL as an <img> element; "" if the URL is too long."""
    if len(address) > LARGEST:
        return ""
    try:
        made = segno.make(address, micro=False, error="l")
    except DataOverflowError:
        return ""
    drawn = made.svg_data_uri(scale=8, border=4, light="#ffffff", dark="#000000")
    said = html.escape(_("A QR code that opens this link on a phone"))
    return f'<img src="{html.escape(drawn)}" alt="{said}">'


def find_app_url() -> str:
    """Return the base URL of the app, as the visitor's browser sees it."""
    parts = urlsplit(st.context.url or "http://localhost:8501/")
    path = parts.path if parts.path.endswith("/") else parts.path.rpartition("/")[0] + "/"
    return f"{parts.scheme}://{parts.netloc}{path}"
