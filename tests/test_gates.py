"""The gates: what continuous integration, a hook and the forms ask for exists and says the same."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([\w-]+):", MAKEFILE, re.MULTILINE))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def read(path: str | Path) -> dict:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def jobs(path: Path) -> dict[str, dict]:
    return read(path)["jobs"]


def commands(job: dict) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def names_a_target(command: str) -> bool:
    return (found := re.match(r"make ([\w-]+)", command)) is not None and found[1] in TARGETS


def test_continuous_integration_checks_and_tests():
    program = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=True)
    assert re.findall(r"^make .*", program, re.MULTILINE) == ["make check", "make test"]
    assert program.rstrip().endswith("make test")  # whose last line counts the tests


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_runs_what_a_contributor_types(path):
    for name, job in jobs(path).items():
        assert commands(job), name
        assert all(names_a_target(command) for command in commands(job)), name
        assert job["timeout-minutes"] <= 60
    assert read(path)["permissions"] == {"contents": "read"}


def test_every_gate_is_in_the_workflow_on_every_python_that_is_promised():
    gates = jobs(ROOT / ".github" / "workflows" / "gates.yml")
    every = {command for job in gates.values() for command in commands(job)}
    assert {"make check", "make quick", "make test", "make wheel"} <= every
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tried = gates["test"]["strategy"]["matrix"]["python"]
    assert f">={tried[0]}" == project["requires-python"]
    assert [int(version.partition(".")[2]) for version in tried] == [11, 12, 13, 14]
    ends = gates["ranges"]["strategy"]["matrix"]["include"]
    assert [(one["end"], one["python"]) for one in ends] == [
        ("oldest", tried[0]),
        ("newest", tried[-1]),
    ]


def test_a_hook_before_a_commit_runs_parts_of_make_check():
    check = MAKEFILE[MAKEFILE.index("\ncheck:") :].replace("$(BIN)", ".venv/bin")
    check = check.replace("$(MAKE) --no-print-directory", "make")
    [local] = read(".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"  # nothing is fetched
    parts = [hook["entry"] for hook in local["hooks"]]
    assert len(parts) == 5
    assert all(part in check for part in parts)


def test_dependabot_looks_after_all_that_is_pinned():
    looked_after = {one["package-ecosystem"] for one in read(".github/dependabot.yml")["updates"]}
    assert looked_after == {"pip", "npm", "github-actions"}


@pytest.mark.parametrize(
    "path", [one for one in FORMS if one.stem != "config"], ids=lambda path: path.stem
)
def test_a_form_asks_for_something_and_says_what(path):
    form = read(path)
    assert {"name", "description", "labels", "body"} == form.keys()
    ids = [field["id"] for field in form["body"]]
    assert all(isinstance(one, str) for one in ids)
    assert len(ids) == len(set(ids))
    assert all(field["attributes"]["label"] for field in form["body"])
    assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_there_is_a_form_for_each_thing_that_people_report():
    assert {path.stem for path in FORMS} == {
        *("config", "fault", "idea", "wrong_sentence", "wrong_translation"),
    }


@pytest.mark.parametrize(("ci", "code"), [("true", 2), ("", 0)])
def test_scripts_that_cannot_be_checked_fail_only_where_nobody_looks_on(tmp_path, ci, code):
    for tool in ("make", "sh"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    environment = {"PATH": str(tmp_path), "CI": ci, "HOME": os.environ.get("HOME", "/")}
    done = subprocess.run(
        [tmp_path / "make", "check-scripts"],
        cwd=ROOT, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == code
    assert "The scripts were not checked" in done.stderr
