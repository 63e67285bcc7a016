"""Whatever is typed, pasted or linked: properties that hold for every text, link and edit."""

import select
import string
import threading
import time
import urllib.request
from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from model.tokenizer import normalize
from tests import hostile_load, hostile_protocol, hostile_views
from tests.hostile import CODES, NONSENSE, PAGES, link, texts
from tests.protocol import Visitor
from ui.frame.connection import MAX_WAITING
from ui.readings.changes import format_changes, parse_changes
from ui.readings.session import load_model

LOADS = {  # see tests.hostile_load; benchmarks.attacks measures what others notice of them
    "empty messages": hostile_load.empty_messages,
    "many controls": hostile_load.large_states,
    "half requests": partial(hostile_load.half_requests, number=400),
    "unread answers": hostile_load.unread_answers,
    "handshakes": partial(hostile_load.handshakes, number=300),
    "lines for the log": hostile_load.lines_of_the_log,
    "signs of life": partial(hostile_load.seats, number=60),
}
FEW = settings(max_examples=3)


def test_a_running_server_refuses_what_no_page_says_asks_for_or_sends(address):
    assert hostile_protocol.obeyed(address)[1] == []
    assert hostile_protocol.answered(address)[1] == []
    assert not hostile_protocol.unfinished(address, 19_000_000)


def test_nonsense_said_with_views_and_controls_breaks_no_page(address):
    views, controls, failed = hostile_views.say_nonsense(address, ["next_token"], 2)
    assert min(views, controls) > 10
    assert failed == []


@pytest.mark.parametrize("load", LOADS)
def test_others_are_served_while_one_client_asks_for_all_there_is(address, load):
    attack = threading.Thread(target=LOADS[load], args=[address, time.monotonic() + 1])
    attack.start()
    try:
        visitor = Visitor(address)
        run = visitor.open("next_token", source="A cat.", to="fr")
        assert run.answer
        assert not run.failed
        assert not visitor.type("source", "Two cats.").failed
        visitor.close()
    finally:
        attack.join()


def test_others_enter_while_one_client_fills_all_connections_with_slow_readers(address):
    until = time.monotonic() + 3
    attack = threading.Thread(target=hostile_load.slow_readers, args=[address, until])
    attack.start()
    try:
        time.sleep(1.5)  # more than the server holds
        while time.monotonic() < until:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=20) as answer:
                assert answer.status == 200
    finally:
        attack.join()


def test_handshakes_beyond_the_few_that_wait_are_refused_at_once(address):
    raws = hostile_load.ask_to_enter(address, 200 + 3 * MAX_WAITING, "127.0.0.4")
    try:
        until = time.monotonic() + 30  # the machine may be busy with other tests
        waiting = len(raws)
        while waiting > MAX_WAITING and time.monotonic() < until:
            time.sleep(0.1)
            waiting = len(raws) - len(select.select(raws, [], [], 0)[0])
    finally:
        for raw in raws:
            raw.close()
    assert waiting <= MAX_WAITING


@given(texts())
def test_every_text_becomes_one_clean_line_and_stays_it(text):
    once = normalize(text)
    assert normalize(once) == once
    assert once == once.strip()
    assert not set(once) & set("\n\r\t\0")


@given(texts())
def test_every_text_can_be_read_and_its_pieces_are_of_the_vocabulary(text):
    _, tokenizer = load_model()
    assert all(0 <= piece < len(tokenizer) for piece in tokenizer.encode(normalize(text)))


@given(st.one_of(st.text(), st.text(CODES), st.text(string.printable, max_size=60)))
def test_every_code_of_edits_is_read_and_what_is_written_of_it_reads_the_same(codes):
    config = load_model()[0].config
    changes = parse_changes(codes, config)
    assert parse_changes(format_changes(changes), config) == changes


@pytest.mark.parametrize("page", PAGES)
@FEW
@example(query=NONSENSE)
@given(query=link())
def test_no_link_breaks_a_page(open_page, page, query):
    app = open_page(page, **query)
    assert not app.exception
    assert not app.error
    assert app.get("page_link")  # the last part of every page: nothing stopped on the way
