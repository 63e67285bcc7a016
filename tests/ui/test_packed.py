"""Small data in a link."""

import base64
import zlib

import pytest

from ui.url_codec import LONGEST, decode_from_url, encode_for_url, fits_in_url


def test_what_is_packed_is_unpacked():
    data = [["Zoë <b>", 1, None], {"a": [1.5]}]
    assert decode_from_url(encode_for_url(data)) == data


def test_what_fits_is_read_again_and_more_is_not():
    half = "é" * (LONGEST // 2 - 1)  # of two bytes; the quotes are two more
    assert fits_in_url(half)
    assert decode_from_url(encode_for_url(half)) == half
    assert not fits_in_url(half + "e")
    with pytest.raises(ValueError, match="packed"):
        decode_from_url(encode_for_url(half + "e"))


@pytest.mark.parametrize("text", ["", "x", "é", "A" * 5000, encode_for_url("a" * (LONGEST + 1))])
def test_what_is_no_packed_text_is_refused(text):
    with pytest.raises(ValueError, match="packed"):
        decode_from_url(text)


@pytest.mark.parametrize(
    "json",
    [
        "Infinity",
        "[-Infinity]",
        "NaN",
        "1e400",
        '[["page", "task", {"k": -1e999}]]',
        r'"\ud83d"',
        r'["a\udc00b"]',
        r'{"\ud83d": 1}',
        r'[{"a": [{"b": "\ude00\ud83d"}]}]',
        "9" * 5000,
    ],
)
def test_what_could_not_be_written_again_is_refused(json):
    text = base64.urlsafe_b64encode(zlib.compress(json.encode())).decode().rstrip("=")
    with pytest.raises(ValueError, match="packed"):
        decode_from_url(text)


def test_two_halves_that_are_a_character_are_one():
    text = base64.urlsafe_b64encode(zlib.compress(rb'"\ud83d\ude00"')).decode()
    assert decode_from_url(text) == "😀"
