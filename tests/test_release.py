"""``make release`` does all but push, and whatever refuses leaves the tree as it was."""

import hashlib
import subprocess
import zipfile
from datetime import date

import pytest

from deploy import release

MAKEFILE = """\
check test:
	@true
wheel:
	@echo wheel > dist/x.whl
site:
	@mkdir -p site && echo page > site/index.html
"""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A repository with all that a release reads, and gates that pass."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "CITATION.cff").write_text("version: 1.0.0\ndate-released: 2026-11-22\n")
    (tmp_path / "CHANGELOG.md").write_text(
        "# Changes\n\n## Next\n\n- A thing.\n\n## 1.0.0 (2026-11-22)\n\n- The first version.\n"
    )
    (tmp_path / "Makefile").write_text(MAKEFILE)
    (tmp_path / ".gitignore").write_text("dist\nsite\n")
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "A maintainer")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "a@maintainer")
    release.run_git("init", "--quiet")
    commit()
    return tmp_path


def commit():
    release.run_git("add", "--all")
    release.run_git("commit", "--quiet", "--message", "As it is")


def test_a_release_has_version_date_notes_files_checksums_and_a_tag(tree):
    release.main(["2.0.0"])
    assert f"version: 2.0.0\ndate-released: {date.today()}" in (tree / "CITATION.cff").read_text()
    changes = (tree / "CHANGELOG.md").read_text()
    assert f"## 2.0.0 ({date.today()})\n\n- A thing." in changes
    assert "## Next" not in changes
    assert (tree / "dist" / "notes.md").read_text() == "- A thing.\n"
    with zipfile.ZipFile(tree / "dist" / "glass-transformer-live-2.0.0.zip") as archive:
        assert archive.read("index.html") == b"page\n"
    sums = dict(
        reversed(line.split()) for line in (tree / "dist" / "SHA256SUMS").read_text().splitlines()
    )
    assert set(sums) == {"x.whl", "notes.md", "glass-transformer-live-2.0.0.zip"}
    assert sums["x.whl"] == hashlib.sha256(b"wheel\n").hexdigest()
    assert release.run_git("tag") == "v2.0.0"
    assert not release.run_git("status", "--porcelain")


@pytest.mark.parametrize(
    ("version", "spoil", "reason"),
    [
        ("1.0.0", None, "1.0.0 is not higher than 1.0.0."),
        ("0.9.9", None, "0.9.9 is not higher than 1.0.0."),
        ("two", None, "a version has three numbers, such as 2.0.0, and 'two' has not."),
        ("2.0.0", ("README.md", "new"), "there are changes that are not committed."),
        ("2.0.0", ("Makefile", MAKEFILE.replace("@true", "@false")), "make check failed."),
        ("2.0.0", ("Makefile", MAKEFILE.replace("@mkdir", "@false")), "make site failed."),
        ("2.0.0", ("CHANGELOG.md", "# Changes\n"), 'CHANGELOG.md says nothing below "Next".'),
    ],
)
def test_what_is_unready_is_refused_in_a_sentence_and_changes_nothing(tree, version, spoil, reason):
    if spoil:
        name, text = spoil
        (tree / name).write_text(text)
        if name != "README.md":
            commit()
    before = release.run_git("status", "--porcelain"), release.run_git("rev-parse", "HEAD")
    with pytest.raises(SystemExit) as refusal:
        release.main([version])
    assert str(refusal.value) == f"Not released: {reason}"
    assert (
        release.run_git("status", "--porcelain"),
        release.run_git("rev-parse", "HEAD"),
    ) == before
    assert not release.run_git("tag")
    assert not (tree / "dist").exists()


def test_the_changelog_of_this_repository_has_notes_for_the_next_release(monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)
    assert release.unreleased_notes().startswith("### ")
    subprocess.run(["make", "--dry-run", "release", "VERSION=2.0.0"], check=True)
