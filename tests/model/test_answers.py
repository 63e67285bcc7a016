"""What a notebook shows of any object of the door is short."""

import pytest

import model

LONG = "The old pond. " * 200
SHOWN = {
    "the model": lambda glass, run: glass,
    "a reading": lambda glass, run: run,
    "a reading of a long text": lambda glass, run: glass.read(
        "The old pond. " * 200, "fr", translation="A"
    ),
    "a trace": lambda glass, run: run.trace,
    "a flow": lambda glass, run: run.flow(step=0),
    "what a flow holds": lambda glass, run: run.flow(step=0).linearized,
    "a way": lambda glass, run: run.flow(step=0).strongest_edges(1)[0],
    "scores": lambda glass, run: run.attribute(),
    "a lens": lambda glass, run: run.lens(),
    "a grid": lambda glass, run: glass.ablate_heads(run),
    "a search": lambda glass, run: glass.search("A pond.", "fr"),
    "a hypothesis": lambda glass, run: glass.search("A pond.", "fr").hypotheses[0],
    "a change": lambda glass, run: model.SilencedHead("cross", 0, 1),
    "a token": lambda glass, run: run.source[0],
    "sizes": lambda glass, run: glass.config,
}


@pytest.mark.parametrize("ask", SHOWN.values(), ids=SHOWN)
def test_an_answer_is_short(glass, ask):
    text = repr(ask(glass, glass.read("A pond.", "fr", translation="Le pont.")))
    assert text.count("\n") < 10
    assert len(text) < 500
