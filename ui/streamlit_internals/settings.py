"""Streamlit options that must hold even without ``.streamlit/config.toml``."""

from collections.abc import Iterable
from pathlib import Path

from streamlit import config

# The privacy page promises no usage statistics, and no visitor should read a traceback.
SETTINGS = {
    "browser.gatherUsageStats": False,
    "client.showErrorDetails": "type",
    "runner.magicEnabled": False,
    "runner.postScriptGC": False,
    "global.minCachedMessageSize": 1e9,  # quick reruns lost cached messages
    "global.disableWidgetStateDuplicationWarning": True,
}


def set_streamlit_options() -> None:
    """Set the Streamlit options in ``SETTINGS``, which must hold even without a config file."""
    for name, value in SETTINGS.items():
        config.set_option(name, value, "the app")


def check_settings_readable(paths: Iterable[str] | None = None) -> None:
    """Raise an error if a file of settings or secrets is there but cannot be opened.

    Streamlit would start without it, and then fail in every session.

    Args:
        paths: paths of the files; None: those that Streamlit reads.

    Raises:
        ValueError: if one cannot be opened, or if its folder hides whether it is there.
    """
    if paths is None:
        secrets = [path for path in config.get_option("secrets.files") if path.endswith(".toml")]
        paths = (*config.get_config_files("config.toml"), *secrets)
    for path in paths:
        try:
            Path(path).open("rb").close()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise ValueError(
                f"{path} can't be read ({error.strerror}), so the server doesn't start: "
                f"let its user read the folder {Path(path).parent}"
            ) from None
