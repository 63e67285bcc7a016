"""Streamlit options that must hold even without ``.streamlit/config.toml``."""

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
