"""The main picture: the loss by token, and its gradient flowing back through the diagram."""

import streamlit as st

from pages.training.one_step import backward_stages, cached, choices, remarks
from pages.training.one_step.training_setup import TrainingSetup
from pages.training.one_step.views.error_flow import show_error_flow
from ui.choices import page_facts
from ui.frame import explain
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading, Token, target_tokens
from ui.sentence import remark_html


def show(reading: Reading, setup: TrainingSetup) -> None:
    """Show the loss of each reference token, the backward pass block by block, and the takeaway.

    Args:
        reading: the sentence.
        setup: the training example, its label smoothing, and the training steps already taken.
    """
    right = get_reference_tokens(reading, setup)
    token_texts = [token.text for token in right]
    tokenizer = session.glass().tokenizer
    answer = remarks.describe_reference(setup, reading.text, tokenizer.decode(setup.example.labels))
    if setup.steps_taken:
        row = st.container(key="step-taken", horizontal=True, vertical_alignment="center")
        taken = remarks.describe_steps_taken(len(setup.steps_taken))
        with row:
            st.html(f'<div class="remark">{remark_html(taken)}</div>')
            show_reset_button(reading, "top")
    flows = cached.compute_gradient_flows(setup)
    config = session.glass().config
    stories = [
        backward_stages.describe_backward_stages(flow, config, token_texts) for flow in flows
    ]
    st.caption(str(answer))
    show_error_flow(
        flows,
        (stories[0], stories[1]),
        config,
        right,
        version=str(hash((setup, reading.language))),
    )
    page_facts.publish_facts(loss=sum(flows[0].losses), steps_taken=len(setup.steps_taken))
    explain.show_sentence_fact(remarks.describe_takeaway(flows, token_texts))
    explain.defer_sentence_fact(backward_stages.describe_largest_share(flows[0], token_texts))


def get_reference_tokens(reading: Reading, setup: TrainingSetup) -> tuple[Token, ...]:
    """Return the tokens of the reference translation: those on which the loss is computed.

    Args:
        reading: the sentence.
        setup: the training example, its label smoothing, and the training steps already taken.
    """
    if setup.is_own_translation:
        return reading.output[: len(setup.example.labels)]
    tokenizer = session.glass().tokenizer
    return target_tokens(tokenizer, list(setup.example.labels), reading.language)


def get_decoder_inputs(reading: Reading, setup: TrainingSetup) -> tuple[Token, ...]:
    """Return the tokens that the decoder reads: the start token, then the reference without its
    last token.

    Args:
        reading: the sentence.
        setup: the training example, its label smoothing, and the training steps already taken.
    """
    return (reading.target[0], *get_reference_tokens(reading, setup)[:-1])[
        : len(setup.example.target)
    ]


def show_reset_button(reading: Reading, section_name: str) -> None:
    """Show a button that forgets the training steps taken on this sentence.

    Args:
        reading: the sentence.
        section_name: part of the button's widget key; the page has two such buttons.
    """
    st.button(
        _("Back to normal"),
        key=f"forget_steps_{section_name}",
        on_click=choices.set_steps_taken,
        args=[(reading.text, reading.language), ()],
    )
