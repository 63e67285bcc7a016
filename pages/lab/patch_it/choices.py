"""Widgets of the page: the pair of sentences, target language, prefix, step, two tokens."""

import re
from collections.abc import Sequence

import streamlit as st

from model.config import MAX_PIECES
from model.patching.minimal_pairs import MinimalPair
from model.patching.predictions import StepComparison
from model.tokenizer import EOS, UNK, normalize
from pages.lab.patch_it.experiment import PatchingExperiment
from pages.lab.patch_it.presets import PAIRS, SOURCE, make_counterpart
from pages.lab.patch_it.remarks import notes
from ui.choices import controls, link
from ui.messages import N_, _
from ui.readings import session
from ui.readings.language import restore_noun_capitals
from ui.readings.prefix import parse_prefix
from ui.readings.reading import Reading, Token
from ui.readings.token_input import parse_token, token_label
from ui.words import language_name

DIRECTIONS = {"in": N_("changed into original"), "out": N_("original into changed")}
LONGEST = 30  # characters of a token
SHORT = 14  # characters of a word that names a direction
KEYS_TO_RESET = ("patch_step", "clean_token", "changed_token", "place")  # reset with each new pair
_ASKED = "pair that places were chosen for"


def choose_experiment(reading: Reading) -> PatchingExperiment | None:
    """Show widgets for the changed sentence and how activations are patched; return the choices.

    Args:
        reading: the clean sentence and its translation, with the active changes of the model.

    Returns:
        The choices; None, after a message, if there is nothing to patch, as with equal sentences.
    """
    with st.container(key="patch-choices", horizontal=True, vertical_alignment="center"):
        pairs = st.popover(_("Pairs"), key="pairs")
        changed = controls.text_field(
            "changed_sentence",
            _("Changed sentence"),
            make_counterpart(reading.text, controls.source_language()),
            label_visibility="collapsed",
            placeholder=_("the changed sentence"),
        )
        direction = controls.choose_option(
            "direction",
            _("Direction"),
            _name_directions(reading.text, changed),
            "in",
            label_shown=False,
        )
        more = st.popover(_("More"), key="more")
    with more:
        languages = (reading.language, _choose_changed_language(reading.language))
        beginning = _choose_prefix()
        shown = ((reading.text, changed), languages)
        if st.session_state.setdefault(_ASKED, (*shown, beginning)) != (*shown, beginning):
            _reset_pair_choices(*shown, beginning)
        everywhere = controls.choose_switch(
            "everywhere", _("Sub-layers and heads of the decoder at all positions"), False
        )
    with pairs:
        _show_pair_buttons(shown)
    if not normalize(changed):
        st.info(_(notes.NO_SECOND))
        return None
    if len(session.glass().tokenizer.encode(changed)) > MAX_PIECES:
        st.caption(_(notes.TRUNCATED).format(most=MAX_PIECES))
    texts = (reading.text, restore_noun_capitals(normalize(changed), controls.source_language()))
    experiment = PatchingExperiment(
        texts, languages, beginning, reading.changes, direction == "out", everywhere
    )
    same = experiment.ids[0] == experiment.ids[1] and languages[0] == languages[1]
    if same or beginning[-1:] == (EOS,):
        st.info(_(notes.EQUAL if same else notes.ENDED))
        return None
    return experiment


def _name_directions(original: str, changed: str) -> dict[str, str]:
    """Return the directions' names: by the one word in which the sentences differ, if it's one."""
    words, others = (re.findall(r"[^\W_]+", text) for text in (original, changed))
    apart = [pair for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    if len(words) != len(others) or len(apart) != 1 or max(map(len, apart[0])) > SHORT:
        return DIRECTIONS
    [(word, other)] = apart
    said = _("“{word}” into “{other}”")
    return {"in": said.format(word=other, other=word), "out": said.format(word=word, other=other)}


def _show_pair_buttons(shown: tuple[tuple[str, str], tuple[str, str]]) -> None:
    """Show a button for each preset pair; the current pair is highlighted."""
    for number, pair in enumerate(available_pairs()):
        st.button(
            _(pair.name),
            key=f"pair_{number}",
            type="primary" if (pair.texts, pair.targets) == shown else "secondary",
            on_click=load_pair,
            args=(pair,),
        )


def available_pairs() -> list[MinimalPair]:
    """Return the preset sentence pairs whose languages (English, targets) the model knows."""
    languages = set(session.glass().config.languages)
    return [pair for pair in PAIRS if {SOURCE, *pair.targets} <= languages]


def load_pair(pair: MinimalPair) -> None:
    """Set the session's sentences and languages to those of a preset pair, for the next rerun.

    Step, tokens and site are reset.
    """
    (clean, changed), (target, other) = pair.texts, pair.targets
    for key in ("beginning", "direction", "everywhere"):
        link.reset_control(key)
    _reset_pair_choices(pair.texts, pair.targets, ())
    new = {"source": clean, "from": SOURCE, "to": target, "changed_sentence": changed}
    st.session_state.update(new | {"changed_to": "same" if other == target else other})
    if pair.step:
        st.session_state["patch_step"] = pair.step


def _reset_pair_choices(*_arguments: tuple) -> None:
    """Reset step, tokens and patch site, because another pair was chosen."""
    st.session_state[_ASKED] = _arguments
    for key in KEYS_TO_RESET:
        link.reset_control(key)


def _choose_changed_language(clean_language: str) -> str:
    """Let the person choose the changed run's target language; return its code."""
    languages = session.glass().config.languages
    names = {code: language_name(code) for code in languages if code != clean_language}
    options = {"same": _("the same"), **names}
    found = controls.choose_option("changed_to", _("The changed run writes"), options, "same")
    return clean_language if found == "same" else found


def _choose_prefix() -> tuple[int, ...]:
    """Let the person type a prefix forced on both translations; return its token ids."""
    typed = controls.text_field(
        "beginning", _("Beginning of both translations"), placeholder=_("begin with …")
    )
    try:
        ids = parse_prefix(session.glass().tokenizer, typed)
    except ValueError as error:
        st.text(_(notes.UNKNOWN).format(text=error))
        return ()
    if len(ids) >= MAX_PIECES:
        st.text(_(notes.TOO_LONG).format(count=len(ids), kept=MAX_PIECES - 1))
    return ids[: MAX_PIECES - 1]


def _token_label(token: int) -> str:
    """Return a token as people read it."""
    return token_label(session.glass().tokenizer, token)


def choose_step(
    comparisons: Sequence[StepComparison], translation_ids: Sequence[int], default: int
) -> int:
    """Let the visitor choose the step at which the two runs are compared; return it, from 0.

    Args:
        comparisons: for each step, the predictions of the clean and of the changed run.
        translation_ids: token ids of the clean sentence's translation.
        default: the step chosen at first, from 0.
    """
    tokens = [
        Token(f"{_token_label(one.clean)} / {_token_label(one.changed)}")
        if one.differ
        else Token(_token_label(token), special=token == EOS)
        for one, token in zip(comparisons, translation_ids, strict=True)
    ]
    return controls.choose_token(tokens, key="patch_step", label=_("Step"), default=default + 1)


def choose_tokens(comparison: StepComparison) -> tuple[int, int] | None:
    """Let the visitor choose the two tokens whose logits are compared; return their ids.

    By default, they are the tokens that the clean and the changed run predict.

    Args:
        comparison: the predictions of the two runs at the chosen step.

    Returns:
        The id for the clean run and the id for the changed run; None, after a message, if they are
        the same.
    """
    with st.expander(_("Tokens other than the most likely")):
        clean = _choose_token("clean_token", _("The original run’s token"), comparison.clean)
        changed = _choose_token("changed_token", _("The changed run’s token"), comparison.changed)
    if clean == changed:
        st.info(_(notes.SAME_TOKENS).format(token=_token_label(clean)))
        return None
    return clean, changed


def _choose_token(key: str, label: str, likely: int) -> int:
    """Let the person type a token; return the likeliest one while nothing is typed."""
    typed = controls.text_field(key, label, max_chars=LONGEST, placeholder=_token_label(likely))
    if not normalize(typed):
        return likely
    tokenizer = session.glass().tokenizer
    (token, note), pieces = parse_token(tokenizer, typed), tokenizer.encode_target(typed)
    if note and UNK in pieces:
        st.text(_(notes.LACKING).format(text=typed))
        return likely
    if note and len(pieces) > 1:
        names = list(map(_token_label, pieces))
        listed = " + ".join(names[:5]) + (" + …" if len(names) > 5 else "")
        said = _(notes.NO_PIECE)
        st.text(said.format(text=typed, count=len(pieces), tokens=listed, first=names[0]))
    return token
