"""Whatever is typed, pasted or linked: properties that hold for every text, link and edit."""

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from model.tokenizer import normalize
from tests import hostile_protocol, hostile_views
from tests.hostile import CODES, NONSENSE, PAGES, link, texts
from ui.readings.changes import parse, write_changes
from ui.readings.session import load_model

FEW = settings(max_examples=3)


def test_a_running_server_refuses_what_no_page_says_asks_for_or_sends(address):
    assert hostile_protocol.obeyed(address)[1] == []
    assert hostile_protocol.answered(address)[1] == []
    assert not hostile_protocol.unfinished(address, 19_000_000)


def test_nonsense_said_with_views_and_controls_breaks_no_page(address):
    views, controls, failed = hostile_views.say_nonsense(address, ["next_token"], 2)
    assert min(views, controls) > 10
    assert failed == []


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
    changes = parse(codes, config)
    assert parse(write_changes(changes), config) == changes


@pytest.mark.parametrize("page", PAGES)
@FEW
@example(query=NONSENSE)
@given(query=link())
def test_no_link_breaks_a_page(open_page, page, query):
    app = open_page(page, **query)
    assert not app.exception
    assert not app.error
    assert app.get("page_link")  # the last part of every page: nothing stopped on the way
