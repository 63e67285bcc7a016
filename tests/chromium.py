"""Which Chromium the tests drive; ``python -m tests.chromium`` installs one where there is none."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Error, sync_playwright

# The first two draw menus of the address bar, for each page a second of CPU that nobody sees; the
# others are Playwright's own, which this list takes the place of.
UNUSED = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    f"--disable-features={','.join(UNUSED)}",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")


def executable() -> str | None:
    """Return the path of the machine's Chromium, or None: then Playwright has its own.

    The variable CHROMIUM comes first. A program that does not even tell its version is passed
    over: some systems have one that only says where the real one could be had.
    """
    for name in (os.environ.get("CHROMIUM", ""), *NAMES):
        path = shutil.which(name)
        if path and subprocess.run([path, "--version"], capture_output=True).returncode == 0:
            return path
    return None


def starts() -> bool:
    """Try whether the browser opens a page."""
    with sync_playwright() as playwright:
        try:
            playwright.chromium.launch(executable_path=executable()).new_page()
        except Error:
            return False
    return True


def install() -> None:
    """Get a Chromium from the system's packages if that is allowed, else from Playwright.

    Raises:
        SystemExit: if neither gives one that starts.
    """
    if starts():
        return
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]  # -n: never ask for a password
    apt = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    playwright = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    ways = (
        ([*apt, "update", "-q"], [*apt, "install", "-qy", "--no-install-recommends", "chromium"]),
        (playwright,),
        ([*sudo, sys.executable, "-m", "playwright", "install-deps", "chromium"], playwright),
    )
    for way in ways:
        if all(_succeeds(command) for command in way) and starts():
            return
    sys.exit("No Chromium starts here. Install one, or name it: make test CHROMIUM=/path/to/it")


def _succeeds(command: list[str]) -> bool:
    print("+", *command, flush=True)
    return bool(shutil.which(command[0])) and subprocess.run(command).returncode == 0


if __name__ == "__main__":
    install()
