"""A visitor without a browser: speaks Streamlit's protocol over a real connection.

For questions where a thousand answers count and no picture does: load, and hostile input.
"""

import hashlib
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import quote

from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import connect

PATIENCE = 120.0  # seconds without a word from the server
CONTROLS = (
    "text_input", "text_area", "slider", "button_group", "selectbox", "checkbox", "number_input",
    "button",
)  # fmt: skip
_ANSWER = re.compile(r'<div class="answer[^>]*>(.*?)</div>', re.DOTALL)


@dataclass
class Run:
    """What one run of a page sent.

    Args:
        seconds: from the question to the last message.
        size: bytes of all messages.
        elements: how many were sent, by kind.
        answer: the translation in the bar, without markup; None where none was sent.
        fields: the ids of the text fields, by key.
        views: a digest of the numbers of each picture, by its id.
        components: the ids of all views, those that show no picture too.
        controls: the ids of Streamlit's own controls.
        page_hash: of the page that ran.
    """

    seconds: float = 0.0
    size: int = 0
    elements: dict[str, int] = field(default_factory=dict)
    answer: str | None = None
    fields: dict[str, str] = field(default_factory=dict)
    views: dict[str, str] = field(default_factory=dict)
    components: list[str] = field(default_factory=list)
    controls: list[str] = field(default_factory=list)
    page_hash: str = ""

    @property
    def failed(self) -> bool:
        """Whether the page shows a traceback, or that it could not be drawn."""
        return bool(self.elements.get("exception") or self.elements.get("error"))


class Visitor:
    """One connection; the session lasts as long as it does.

    Args:
        address: of the server, ``http://host:port`` and a base path if it has one.
    """

    def __init__(self, address: str) -> None:
        url = address.replace("http", "ws", 1) + "/_stcore/stream"
        self._connection = connect(url, subprotocols=["streamlit"], max_size=None)
        self._page_hash, self._fields = "", {}
        self._query = ""

    def open(self, page: str, **parameters: str) -> Run:
        """Open a page, as a link with these parameters does."""
        self._query = "&".join(f"{key}={quote(value)}" for key, value in parameters.items())
        return self.ask(page, self._query)

    def ask(self, page: str, query: str) -> Run:
        """Open a page with whatever stands after the question mark of its address."""
        message = BackMsg()
        message.rerun_script.query_string = query
        message.rerun_script.page_name = page
        return self._run(message)

    def type(self, key: str, text: str) -> Run:
        """Type into a text field of the page that is open, and press Enter."""
        return self.set(WidgetState(id=self._fields[key], string_value=text))

    def say(self, component: str, said: Mapping[str, object]) -> Run:
        """Say something with a view of the page that is open.

        Args:
            component: its id.
            said: values by the name of the event.
        """
        events = [{"event": event, "value": value} for event, value in said.items()]
        triggers = _make_trigger_id(component, "events")
        return self.set(WidgetState(id=triggers, json_trigger_value=json.dumps(events)))

    def set(self, state: WidgetState) -> Run:
        """Set a control of the page that is open."""
        message = BackMsg()
        message.rerun_script.query_string = self._query
        message.rerun_script.page_script_hash = self._page_hash
        message.rerun_script.widget_states.widgets.append(state)
        return self._run(message)

    def close(self) -> None:
        """Leave."""
        self._connection.close()

    def _run(self, message: BackMsg) -> Run:
        run, began = Run(), time.perf_counter()
        self._connection.send(message.SerializeToString())
        while True:
            data = self._connection.recv(timeout=PATIENCE)
            run.size += len(data)
            answer = ForwardMsg()
            answer.ParseFromString(data)
            kind = answer.WhichOneof("type")
            if kind == "navigation":
                run.page_hash = answer.navigation.page_script_hash
            elif kind == "delta" and answer.delta.WhichOneof("type") == "new_element":
                _note(run, answer.delta.new_element)
            elif kind == "script_finished":
                if answer.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    continue
                run.seconds = time.perf_counter() - began
                self._page_hash = run.page_hash or self._page_hash
                self._fields |= run.fields
                return run


def _note(run: Run, element: object) -> None:
    """Write down what an element says."""
    kind = element.WhichOneof("type")
    if kind == "alert" and element.alert.format == element.alert.ERROR:
        kind = "error"
    run.elements[kind] = run.elements.get(kind, 0) + 1
    if kind == "html" and (found := _ANSWER.search(element.html.body)):
        run.answer = unescape(re.sub("<[^>]*>", "", found[1])).strip()
    if kind == "bidi_component" and '"taken":{' in element.bidi_component.json:
        numbers = element.bidi_component.json.encode()
        run.views[element.bidi_component.id] = hashlib.sha1(numbers).hexdigest()
    if kind == "bidi_component":
        run.components.append(element.bidi_component.id)
    elif kind in CONTROLS:
        run.controls.append(getattr(element, kind).id)
    if kind == "text_input":  # its id ends in its key
        run.fields[element.text_input.id.rpartition("-")[2]] = element.text_input.id
