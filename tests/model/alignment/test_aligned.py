"""Reading sentences that people aligned by hand."""

import gzip
import json

import pytest

from model.alignment.aligned import AlignedPair, read_alignments

LINE = {"src_words": ["good", "day"], "tgt_words": ["bonjour"], "alignment": [[0, 0], [1, 0]]}
PAIR = AlignedPair(("good", "day"), ("bonjour",), frozenset({(0, 0), (1, 0)}))


def written(path, *lines):
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf-8") as file:
        file.writelines(
            f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines
        )
    return path


@pytest.mark.parametrize("name", ["alignment.en-fr.jsonl.gz", "en-fr.jsonl", "my_en-fr_2.jsonl"])
def test_the_name_says_the_languages_and_the_lines_the_links(tmp_path, name):
    assert read_alignments(written(tmp_path / name, LINE)) == (("en", "fr"), [PAIR])


def test_a_pair_has_a_reverse_with_the_same_links():
    assert PAIR.reverse == AlignedPair(("bonjour",), ("good", "day"), frozenset({(0, 0), (0, 1)}))
    assert PAIR.reverse.reverse == PAIR


@pytest.mark.parametrize(
    "line",
    [
        "good day",
        "[1, 2]",
        {"src_words": ["good"]},
        LINE | {"alignment": [[0]]},
        LINE | {"alignment": [[0, 1]]},
        LINE | {"alignment": [[-1, 0]]},
        LINE | {"tgt_words": [], "alignment": []},
    ],
)
def test_a_line_that_is_no_aligned_sentence_is_named(tmp_path, line):
    with pytest.raises(ValueError, match=r"en-fr\.jsonl, line 2: "):
        read_alignments(written(tmp_path / "en-fr.jsonl", LINE, line))


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("alignment.jsonl", b"{}", "does not name its languages"),
        ("en-fr.jsonl", b"", "no sentences"),
        ("en-fr.jsonl", b"\xff\xfe", "UTF-8"),
        ("en-fr.jsonl.gz", b"{}", "gzip"),
        ("en-fr.jsonl.gz", gzip.compress(b"{}" * 40, mtime=0)[:-9], "gzip"),
        ("en-fr.jsonl.gz", gzip.compress(b"{}" * 40, mtime=0)[:10] + b"\xff" * 20, "gzip"),
    ],
)
def test_a_file_of_another_kind_is_refused(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=words):
        read_alignments(tmp_path / name)
