"""Small data in a link."""

import pytest

from ui.packed import LONGEST, fits, pack, unpack


def test_what_is_packed_is_unpacked():
    data = [["Zoë <b>", 1, None], {"a": [1.5]}]
    assert unpack(pack(data)) == data


def test_what_fits_is_read_again_and_more_is_not():
    half = "é" * (LONGEST // 2 - 1)  # of two bytes; the quotes are two more
    assert fits(half)
    assert unpack(pack(half)) == half
    assert not fits(half + "e")
    with pytest.raises(ValueError, match="packed"):
        unpack(pack(half + "e"))


@pytest.mark.parametrize("text", ["", "x", "é", "A" * 5000, pack("a" * (LONGEST + 1))])
def test_what_is_no_packed_text_is_refused(text):
    with pytest.raises(ValueError, match="packed"):
        unpack(text)
