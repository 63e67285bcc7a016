"""Cleanup of sessions whose visitors have left."""

from streamlit.runtime import Runtime, get_instance


def expire_sessions(runtime: Runtime | None = None) -> int:
    """Drop sessions that can no longer be resumed; return how many remain.

    Streamlit keeps a session for two minutes after its connection broke, but looks for expired ones
    only when another session breaks. Without this call, the last sessions of a day, each with three
    open files, stay until somebody comes the next day.

    Args:
        runtime: Streamlit's runtime; None: that of this server.
    """
    kept = (runtime or get_instance())._session_mgr._session_storage._cache  # type: ignore[attr-defined]
    kept.expire()
    return len(kept)
