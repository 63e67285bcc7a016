"""Two replicas behind a real nginx, one of them killed under its visitors: ``make test-deploy``."""

import re
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import expect, sync_playwright

from tests.chromium import FLAGS, executable
from tests.hostile_protocol import held
from tests.server import free_port, serve

HERE = Path(__file__).parent
ROOT = HERE.parent
# Around deploy/nginx.conf, which is written for the folder that nginx includes.
MAIN = """
pid {folder}/pid;
error_log {folder}/error.log;
daemon off;
events {{}}
http {{
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  include {folder}/glass.conf;
}}
"""


@pytest.fixture
def replicas() -> Iterator[dict]:
    """Start two servers; yield their processes by port."""
    found = [serve() for _ in range(2)]
    yield {int(address.rpartition(":")[2]): process for process, address in found}
    for process, _ in found:
        process.kill()
        process.wait()


def start_nginx(configuration: str, port: int, folder: Path) -> subprocess.Popen:
    """Start nginx with a shipped configuration, on a port of this machine alone."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        pytest.fail("nginx is not installed. On Debian or Ubuntu: apt install nginx-light")
    here = configuration.replace("listen 80;", f"listen 127.0.0.1:{port};")
    (folder / "glass.conf").write_text(here)
    (folder / "main.conf").write_text(MAIN.format(folder=folder))
    return subprocess.Popen([program, "-c", folder / "main.conf"])


def wait_until_reachable(address: str) -> None:
    """Wait until an address answers, ten seconds at most."""
    for _ in range(100):
        try:
            urllib.request.urlopen(address)
            break
        except OSError:
            time.sleep(0.1)


@pytest.fixture
def nginx(replicas, tmp_path) -> Iterator[str]:
    """Start nginx with the shipped configuration before the replicas; yield its address."""
    port = free_port()
    shipped = (HERE / "nginx.conf").read_text()
    for number, replica in enumerate(replicas, start=1):
        shipped = shipped.replace(f"glass-{number}:8501", f"127.0.0.1:{replica}")
    process = start_nginx(shipped, port, tmp_path)
    address = f"http://127.0.0.1:{port}"
    wait_until_reachable(f"{address}/_stcore/health")
    yield address
    process.terminate()
    process.wait()


def count_connections(port: int) -> int:
    """Count the established connections to a port."""
    listed = Path("/proc/net/tcp").read_text() + Path("/proc/net/tcp6").read_text()
    lines = [line.split() for line in listed.splitlines()]
    return sum(f[1].endswith(f":{port:04X}") and f[3] == "01" for f in lines if len(f) > 3)


def test_visitors_of_a_replica_that_dies_go_on_at_the_other_where_they_were(replicas, nginx):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        pages = []
        for number in range(6):  # nginx sends each of these browsers to one of the replicas
            page = browser.new_context(user_agent=f"Browser {number}").new_page()
            page.set_default_timeout(60_000)
            page.goto(f"{nginx}/multi_head?source=Good+morning,+{number}.&layer=2")
            page.wait_for_selector(".st-key-neighbours")
            page.wait_for_selector(".head_view canvas, .head_view svg")
            pages.append(page)
        held = {port: count_connections(port) for port in replicas}
        assert all(held.values()), "every replica has visitors"
        dying = max(held, key=lambda port: held[port])
        replicas[dying].kill()
        replicas[dying].wait()
        for page in pages:
            page.wait_for_function(
                "() => document.querySelector('[data-testid=stApp]')"
                "?.dataset.testConnectionState === 'CONNECTED'"
            )
        time.sleep(5)  # those who must begin again do so by themselves
        for number, page in enumerate(pages):
            page.wait_for_selector(".st-key-neighbours")
            expect(page.get_by_role("textbox", name="Sentence", exact=True)).to_have_value(
                f"Good morning, {number}."
            )
            page.locator(".st-key-inline-layer").get_by_role("radio", name="3").click()
            page.wait_for_url("**layer=3*", timeout=60_000)
            assert f"Good+morning%2C+{number}." in page.url


def test_one_address_cannot_take_all_connections(nginx):
    [bound] = map(int, re.findall(r"limit_conn visitors (\d+);", (HERE / "nginx.conf").read_text()))
    entered, staying = held(nginx, bound + 10, 1.0)
    assert (entered, staying) == (bound, bound)
    urllib.request.urlopen(f"{nginx}/_stcore/health")  # they have left


def test_what_the_manifests_name_is_there():
    copied = [
        line.split()[1:-1]
        for line in (HERE / "Dockerfile").read_text().splitlines()
        if line.startswith("COPY")
    ]
    for name in (name for names in copied for name in names if not name.startswith("--")):
        assert (ROOT / name).exists(), name
    for file in ("compose.yaml", "kubernetes.yaml"):
        assert all(yaml.safe_load_all((HERE / file).read_text()))
    services = yaml.safe_load((HERE / "compose.yaml").read_text())["services"]
    configuration = (HERE / "nginx.conf").read_text()
    assert all(f"server {name}:8501" in configuration for name in services if name != "nginx")
