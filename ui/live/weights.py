"""The weights in the order in which a browser needs them, so that figures appear early."""

import json

PARTS = ("E", "encoder", "decoder")  # in the order of a forward pass


def order_by_need(file: bytes) -> bytes:
    """Return a safetensors file with its tensors in the order in which a forward pass uses them.

    The embedding matrix E comes first, then the encoder, then the decoder.

    Args:
        file: content of the file.
    """
    size = int.from_bytes(file[:8], "little")
    header, data = json.loads(file[8 : 8 + size]), memoryview(file)[8 + size :]
    header.pop("__metadata__", None)

    def need(name: str) -> tuple[int, str]:
        """Return the sort key of a tensor: its part's place in the order of use, then its name."""
        return PARTS.index(name.split(".")[0]), name

    parts, end = [], 0
    for name in sorted(header, key=need):
        begin, stop = header[name]["data_offsets"]
        parts.append(data[begin:stop])
        header[name]["data_offsets"] = [end, end + stop - begin]
        end += stop - begin
    head = json.dumps(header, separators=(",", ":")).encode()
    return b"".join((len(head).to_bytes(8, "little"), head, *parts))
