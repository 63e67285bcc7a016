"""What the page lets people choose: a pair, its other half, a beginning, a step, two tokens."""

import re
from collections.abc import Sequence

import streamlit as st

from model.config import MAX_PIECES
from model.tokenizer import EOS, UNK, Tokenizer, normalize
from pages.lab.patch_it.compute.steps import Step
from pages.lab.patch_it.presets import PAIRS, Pair, counterpart, matching_pair
from pages.lab.patch_it.question import Question
from pages.lab.patch_it.remarks import notes
from ui.choices import controls, link
from ui.messages import N_, _
from ui.readings import session
from ui.readings.language import restore_nouns
from ui.readings.prefix import read_prefix
from ui.readings.reading import Reading, Token
from ui.readings.typed import name, token_of
from ui.words import language_name

DIRECTIONS = {"in": N_("changed into clean"), "out": N_("clean into changed")}
TOKENS = {
    "clean_token": N_("The clean run’s token"),
    "changed_token": N_("The changed run’s token"),
}
LONGEST = 30  # characters of a token
FOLLOWING = ("patch_step", "clean_token", "changed_token", "place")  # belong to one pair
_ASKED = "pair that places were chosen for"


def question(reading: Reading) -> Question | None:
    """Let the person choose the other sentence; return what is asked, None if nothing can be."""
    with st.container(key="patch-choices", horizontal=True, vertical_alignment="center"):
        pairs = st.popover(_("Pairs"), key="pairs")
        changed = controls.text(
            "changed_sentence",
            _("Changed sentence"),
            counterpart(reading.text),
            label_visibility="collapsed",
            placeholder=_("the changed sentence"),
        )
        directions = {key: _(name) for key, name in DIRECTIONS.items()}
        direction = controls.one_of(
            "direction", _("Direction"), directions, "in", label_shown=False
        )
        more = st.popover(_("More"), key="more")
    with pairs:
        _pairs(reading, changed)
    with more:
        other = _language(reading.language)
        beginning = _beginning()
        _forget_what_belongs_to_others((reading.text, reading.language, changed, other, beginning))
        everywhere = controls.switch(
            "everywhere", _("Sub-layers and heads of the decoder at all positions"), False
        )
    if not normalize(changed):
        st.info(_(notes.NO_SECOND))
        return None
    if len(session.glass().tokenizer.encode(changed)) > MAX_PIECES:
        st.caption(notes.cut())
    asked = Question(
        texts=(reading.text, restore_nouns(normalize(changed), controls.typed_language())),
        languages=(reading.language, other),
        beginning=beginning,
        changes=reading.changes,
        swapped=direction == "out",
        everywhere=everywhere,
    )
    if problem := _problem(asked):
        st.info(_(problem))
        return None
    return asked


def _problem(asked: Question) -> str:
    """Return why nothing can be asked, as a message; "" if something can."""
    if asked.ids[0] == asked.ids[1] and asked.languages[0] == asked.languages[1]:
        return notes.EQUAL
    return notes.ENDED if asked.beginning[-1:] == (EOS,) else ""


def _pairs(reading: Reading, changed: str) -> None:
    now = matching_pair(
        reading.text, changed, reading.language, st.session_state.get("changed_to", "")
    )
    for number, pair in enumerate(known_pairs(PAIRS)):
        kind = "primary" if pair == now else "secondary"
        st.button(_(pair.name), key=f"pair_{number}", type=kind, on_click=show, args=(pair,))


def known_pairs(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs whose languages the model knows."""
    languages = {*session.glass().config.languages, ""}
    return [pair for pair in pairs if {pair.source, pair.target, pair.other} <= languages]


def show(pair: Pair) -> None:
    """Put a pair into the bar and into the page, from the next run on."""
    other = pair.other or pair.target
    for key in ("beginning", "direction", "everywhere", *FOLLOWING):
        link.forget(key)
    st.session_state[_ASKED] = (pair.clean, pair.target, pair.changed, other, ())
    st.session_state.update(
        {
            "source": pair.clean,
            "from": pair.source,
            "to": pair.target,
            "changed_sentence": pair.changed,
        }
    )
    st.session_state["changed_to"] = pair.other or "same"
    if pair.step:
        st.session_state["patch_step"] = pair.step


def _forget_what_belongs_to_others(asked: tuple) -> None:
    """Let steps, tokens and places be as if nobody had chosen them once the pair is another."""
    if st.session_state.setdefault(_ASKED, asked) != asked:
        st.session_state[_ASKED] = asked
        for key in FOLLOWING:
            link.forget(key)


def _language(own: str) -> str:
    """Let the person choose the language of the changed run; return its code."""
    languages = session.glass().config.languages
    names = {code: language_name(code) for code in languages if code != own}
    options = {"same": _("the same"), **names}
    found = controls.one_of("changed_to", _("The changed run writes"), options, "same")
    return own if found == "same" else found


def _beginning() -> tuple[int, ...]:
    """Let the person type a beginning that both runs are forced to have; return its ids."""
    typed = controls.text(
        "beginning", _("Beginning of both translations"), placeholder=_("begin with …")
    )
    try:
        ids = read_prefix(session.glass().tokenizer, typed)
    except ValueError as error:
        st.text(_(notes.UNKNOWN).format(text=error))
        return ()
    if len(ids) >= MAX_PIECES:
        st.text(_(notes.TOO_LONG).format(count=len(ids), kept=MAX_PIECES - 1))
    return ids[: MAX_PIECES - 1]


def step(found: Sequence[Step], said: Sequence[int], default: int) -> int:
    """Let the person choose the step at which the runs are compared; return it, from 0."""
    tokenizer = session.glass().tokenizer
    tokens = [
        Token(f"{name(tokenizer, one.clean)} / {name(tokenizer, one.changed)}")
        if one.parts
        else Token(name(tokenizer, token), special=token == EOS)
        for one, token in zip(found, said, strict=True)
    ]
    return controls.word(tokens, key="patch_step", label=_("Step"), default=default + 1)


def tokens(found: Step) -> tuple[int, int] | None:
    """Let the person choose the two tokens that compete; None if they are the same."""
    tokenizer = session.glass().tokenizer
    keys = {"clean_token": found.clean, "changed_token": found.changed}
    with st.expander(_("Other tokens than the most likely")):
        pair = tuple(_token(tokenizer, key, likely) for key, likely in keys.items())
    if pair[0] == pair[1]:
        st.info(_(notes.SAME_TOKENS).format(token=name(tokenizer, pair[0])))
        return None
    return pair


def _token(tokenizer: Tokenizer, key: str, likely: int) -> int:
    """Let the person type a token; return the likeliest while nothing is typed."""
    typed = controls.text(
        key,
        _(TOKENS[key]),
        max_chars=LONGEST,
        placeholder=name(tokenizer, likely),
        warned=False,
    )
    if not normalize(typed):
        return likely
    token, note = token_of(tokenizer, typed)
    pieces = tokenizer.encode_target(typed)
    if note and UNK in pieces:
        st.text(_(notes.LACKING).format(text=typed))
        return likely
    if note and len(pieces) > 1:
        names = [name(tokenizer, piece) for piece in pieces]
        listed = " + ".join(names[:5]) + (" + …" if len(names) > 5 else "")
        said = _(notes.NO_PIECE)
        st.text(said.format(text=typed, count=len(pieces), tokens=listed, first=names[0]))
    return token


def place(text: str) -> str | None:
    """Read a place as a link writes it: map, row and column, as in ``encoder.2.3``."""
    return text if re.fullmatch(r"[a-z-]{1,20}\.[0-9]{1,3}\.[0-9]{1,3}", text) else None
