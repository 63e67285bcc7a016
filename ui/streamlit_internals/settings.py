"""Settings that must hold, whether or not Streamlit found ``.streamlit/config.toml``."""

from streamlit import config

# The privacy page says that there are no usage statistics, and no visitor reads a traceback.
SETTINGS = {
    "browser.gatherUsageStats": False,
    "client.showErrorDetails": "type",
    "runner.magicEnabled": False,
    "runner.postScriptGC": False,
    "global.minCachedMessageSize": 1e9,  # quick reruns lost messages that were cached
    "global.disableWidgetStateDuplicationWarning": True,
}


def settle() -> None:
    """Set Streamlit options that must hold without a config file."""
    for name, value in SETTINGS.items():
        config.set_option(name, value, "the app")
