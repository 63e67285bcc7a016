"""Sessions of those who left are let go of in time, whether or not somebody comes."""

from types import SimpleNamespace

from streamlit.runtime.memory_session_storage import MemorySessionStorage

from ui.streamlit_internals.sessions import expire_sessions


def test_a_session_goes_when_its_time_has_come():
    storage = MemorySessionStorage(ttl_seconds=0)
    session = SimpleNamespace(session=SimpleNamespace(id="x"))
    manager = SimpleNamespace(_session_storage=storage)
    storage.save(session)
    assert expire_sessions(SimpleNamespace(_session_mgr=manager)) == 0
    patient = SimpleNamespace(_session_storage=MemorySessionStorage())
    patient._session_storage.save(session)
    assert expire_sessions(SimpleNamespace(_session_mgr=patient)) == 1
