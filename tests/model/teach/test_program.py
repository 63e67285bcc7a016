"""``python -m model.teach`` writes a folder that opens as a model."""

import pytest

from model import storage
from model.glass import load
from model.teach.__main__ import main


@pytest.fixture
def lesson(tmp_path):
    path = tmp_path / "lesson.tsv"
    path.write_text("en\tMy neighbour's goat.\tfr\tLa chèvre du voisin.\n", encoding="utf-8")
    return path


def test_the_taught_model_opens(network, tokenizer, lesson, tmp_path, capsys):
    storage.save(network, tokenizer, tmp_path / "model")
    main([str(lesson), "--model", str(tmp_path / "model"), "--out", str(tmp_path / "out"),
          "--steps", "2", "--rehearse", "0"])  # fmt: skip
    said = capsys.readouterr().out
    assert "step 2: loss" in said
    assert "en-fr, held out:" in said
    taught = load(tmp_path / "out")
    assert taught.fingerprint != load(tmp_path / "model").fingerprint
    taught.translate("The goat.", to="fr")


@pytest.mark.parametrize("text", [b"", b"en\tA", b"\xff\xfe", b"en\tgoat\tit\tcapra"])
def test_a_lesson_that_cannot_be_taught_ends_in_one_sentence(network, tokenizer, tmp_path, text):
    storage.save(network, tokenizer, tmp_path / "model")
    (tmp_path / "lesson.tsv").write_bytes(text)
    with pytest.raises(SystemExit, match=r"^python -m model.teach: .+"):
        main([str(tmp_path / "lesson.tsv"), "--model", str(tmp_path / "model"),
              "--out", str(tmp_path / "out")])  # fmt: skip
    assert not (tmp_path / "out").exists()
