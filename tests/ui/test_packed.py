"""Small data in a link."""

import pytest

from ui.packed import LONGEST, pack, unpack


def test_what_is_packed_is_unpacked():
    data = [["Zoë <b>", 1, None], {"a": [1.5]}]
    assert unpack(pack(data)) == data


@pytest.mark.parametrize("text", ["", "x", "é", "A" * 5000, pack("a" * (LONGEST + 1))])
def test_what_is_no_packed_text_is_refused(text):
    with pytest.raises(ValueError, match="packed"):
        unpack(text)
