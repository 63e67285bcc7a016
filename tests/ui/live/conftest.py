"""What pages of the live edition are given, asked of the engine in Node."""

import json
import subprocess

import pytest
from playwright._impl._driver import compute_driver_executable

from model import detection, storage
from ui.live.site import collect_site_data, read_edition
from ui.locales import ENGLISH, script_catalogue
from ui.messages import use_locale
from ui.views.scripts import ROOT


@pytest.fixture(scope="module")
def live():
    node, _ = compute_driver_executable()
    kernel = ROOT / "ui/live/engine/linear.wasm"
    command = [node, ROOT / "tests/ui/live/views.js", storage.MODEL, kernel, detection.TABLE]
    process = subprocess.Popen(
        list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
    )

    def ask(page, text, source, to, choices, spoken, early=False):
        with use_locale(spoken):
            site = collect_site_data(read_edition(storage.MODEL))
        catalogue = {"language": ENGLISH, "messages": {}, "decimal": ".", "group": ","}
        if spoken != ENGLISH:
            catalogue = script_catalogue(spoken)
        question = {"page": page, "text": text, "from": source, "to": to, "choices": choices}
        question |= {"site": site, "catalogue": catalogue, "early": early}
        process.stdin.write(json.dumps(question) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    yield ask
    process.stdin.close()
    process.stdout.close()
    process.wait(timeout=10)
