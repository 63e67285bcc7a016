"""Answers that wait are counted in bytes, where Streamlit keeps them."""

import asyncio
from types import SimpleNamespace

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import runtime_util
from streamlit.web.server.starlette.starlette_websocket import StarletteSessionClient

from tests.loop import in_a_loop
from ui.streamlit_internals import outgoing_messages


@pytest.fixture
def counting(monkeypatch):
    """Let answers be counted, and afterwards not."""
    monkeypatch.setattr(StarletteSessionClient, "__init__", StarletteSessionClient.__init__)
    outgoing_messages.install_byte_counting_queue()
    once = StarletteSessionClient.__init__
    outgoing_messages.install_byte_counting_queue()
    assert StarletteSessionClient.__init__ is once


def websocket(counted, taken):
    async def send_bytes(data):
        await taken.wait()

    scope = {outgoing_messages.CONNECTION: SimpleNamespace(add_unsent_bytes=counted.append)}
    return SimpleNamespace(scope=scope, headers={}, cookies={}, client=None, send_bytes=send_bytes)


def test_bytes_count_from_when_an_answer_waits_until_it_is_taken(counting):
    async def answer():
        counted, taken = [], asyncio.Event()
        client = StarletteSessionClient(websocket(counted, taken))
        for _ in range(3):
            client.write_forward_msg(ForwardMsg(hash="a" * 100))
        await asyncio.sleep(0)
        waiting = sum(counted)
        taken.set()
        await asyncio.sleep(0.01)
        await client.aclose()
        return waiting, sum(counted)

    waiting, left = in_a_loop(answer())
    assert 200 < waiting < 330  # two of three: the first one is on its way
    assert left == 0


def test_an_answer_may_be_larger_than_a_question(monkeypatch):
    monkeypatch.setattr(runtime_util, "_max_message_size_bytes", None)
    outgoing_messages.set_max_message_size(9_000_000)
    assert runtime_util.get_max_message_size_bytes() == 9_000_000
