"""Sections from the training record: curves, schedule, smoothing, averaging."""

from collections.abc import Sequence

import streamlit as st

from model import storage
from model.changes.change import STACKS
from model.config import ModelConfig
from model.measures.attention_entropy import row_entropies
from model.training.checkpoint import mean_weights
from model.training.loss import target_distribution
from model.training.schedule import learning_rate
from pages.training.learning import cached, figures, formulas, remarks
from ui.choices import controls
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import missing_measurements, session
from ui.views.plot import show_figure
from ui.words import format_integer

NAME = "learning"
SHORTEST, LONGEST = 100, 8000  # range of the warm-up slider, in steps


def show_sections(
    training_record: dict, config: ModelConfig, sentence_number: int | None, steps: Sequence[int]
) -> None:
    """Show all sections about the recorded training.

    Args:
        training_record: the training record: curves, validations, settings and final scores.
        config: the model's configuration.
        sentence_number: number of the selected film sentence, from 1; None if there is no film.
        steps: training steps of the film's frames.
    """
    settings = [each["settings"] for each in training_record["settings"]]
    epsilon = settings[-1]["smoothing"]
    floor = row_entropies(target_distribution(config.vocab_size, epsilon)).item() * figures.NATS
    if explain.show_section(NAME, "The training in a few lines"):
        st.markdown(remarks.training_table_markdown(training_record, config.P_drop))
    if explain.show_section(NAME, "Which texts are used, and what is a loss?"):
        _show_training_sentences()
    _show_loss_and_bleu(training_record, steps, floor)
    explain.show_section(NAME, "What keeps it from learning by heart")
    if explain.show_section(NAME, "How does an error reach the encoder?"):
        explain.show_page_link("one_step", _("Watch it walk back, block by block: One step →"))
    _show_initial_loss(training_record, config, sentence_number)
    _show_label_smoothing(training_record, config, epsilon, floor)
    _show_learning_rate(training_record, config, settings[0]["warmup"])
    _show_averaging(training_record)
    _show_code(training_record, config, steps)


def _show_training_sentences() -> None:
    """Show how many sentences were trained on, and whether the visitor's is one; or what lacks."""
    trained, reading = session.training_sentences(), controls.current_reading()
    if trained is None:
        name, message = storage.TRAINING_SENTENCES, missing_measurements.SENTENCES
        said = missing_measurements.describe_missing_file(name, message)
        explain.show_missing_measurement(said)
        return
    explain.show_callout(remarks.describe_training_sentences(trained))
    explain.show_callout(remarks.describe_membership(trained, reading.text, reading.translation))


def _show_loss_and_bleu(training_record: dict, steps: Sequence[int], floor: float) -> None:
    """Show loss and BLEU against the step."""
    if explain.show_section(NAME, "Loss and quality"):
        tried, shipped = (
            training_record["validation"],
            [{"step": training_record["steps"], **training_record["final"]}],
        )
        loss, quality = st.columns(2)
        with loss:
            show_figure(
                figures.plot_losses(
                    training_record["curve"],
                    figures.compute_mean_losses(tried),
                    figures.compute_mean_losses(shipped),
                    steps,
                    floor,
                ),
                key="losses",
                label=_("Training and validation loss by step"),
            )
        with quality:
            show_figure(
                figures.plot_bleu(
                    figures.collect_bleu(tried), figures.collect_bleu(shipped), steps
                ),
                key="quality",
                label=_("BLEU by step and direction"),
            )
        if said := remarks.describe_last_validation(tried, training_record["steps"]):
            explain.show_callout(said)


def _show_initial_loss(
    training_record: dict, config: ModelConfig, sentence_number: int | None
) -> None:
    """Show the initial loss beside ln V, and the formula of Adam's first step."""
    first = training_record["curve"][0]
    if sentence_number is not None and explain.show_section(NAME, "Where the loss begins"):
        sentence = training_record["film_sentences"][sentence_number - 1]
        begun = cached.get_untrained_losses(sentence)
        explain.show_callout(
            remarks.describe_initial_loss(begun, first["step"], first["loss"], config.vocab_size)
        )
        show_figure(
            figures.plot_untrained_losses(
                {
                    _("E shared, as here"): begun.shared_embedding,
                    _("without the token just read"): begun.without_input_token,
                    _("a second matrix for the logits"): begun.separate_output_matrix,
                },
                begun.uniform,
            ),
            key="beginnings",
            label=_("Loss of an untrained model, next to the loss of equal probabilities"),
        )

    if explain.show_section(NAME, "One step of Adam"):
        explain.show_formula(
            r"\begin{gathered} m \leftarrow \beta_1 m + (1 - \beta_1)\, g \qquad"
            r" v \leftarrow \beta_2 v + (1 - \beta_2)\, g^2 \\[6pt]"
            r" \hat m = \frac{m}{1 - \beta_1^{step}} \qquad \hat v = \frac{v}{1 - \beta_2^{step}} "
            r"\qquad \theta \leftarrow \theta - lrate \cdot \frac{\hat m}{\sqrt{\hat v} + \epsilon}"
            r" \end{gathered}",
            formulas.first_adam_step_latex(first["rate"]) if first["step"] == 1 else None,
        )
        explain.show_page_link("one_step", _("Take one step with your own sentence: One step →"))


def _show_label_smoothing(
    training_record: dict, config: ModelConfig, epsilon: float, floor: float
) -> None:
    """Show the loss above the entropy of the smoothed target."""
    if explain.show_section(NAME, "What label smoothing costs"):
        explain.show_formula(
            r"q(k) = (1-\epsilon)\,[k = y] + \epsilon / V",
            formulas.smoothed_target_latex(epsilon, config.vocab_size),
        )
        explain.show_callout(
            remarks.describe_loss_above_floor(
                training_record["final"]["loss"], floor, config.vocab_size
            )
        )
        show_figure(
            figures.plot_loss_above_floor(training_record["final"]["loss"], floor),
            key="above_floor",
            label=_("Smoothed loss of each direction above its floor"),
        )


def _show_learning_rate(training_record: dict, config: ModelConfig, used_warmup: int) -> None:
    """Show the learning-rate schedule, with sliders for warm-up and factor."""
    if explain.show_section(NAME, "The learning rate warms up"):
        left, right = st.columns(2)
        with left:
            begun = min(max(used_warmup, SHORTEST), LONGEST)
            warmup = controls.choose_integer("warmup", _("Warm-up steps"), SHORTEST, LONGEST, begun)
        with right:
            label = _("Learning rate, as a percentage of the paper's")
            factor = controls.choose_integer("factor", label, 10, 300, 100)
        used = [(point["step"], point["rate"]) for point in training_record["curve"]]
        steps = list(range(1, used[-1][0] + 1, 10))
        adjusted = [learning_rate(s, config.d_model, warmup, factor / 100) for s in steps]
        lines = {
            _("used"): ([step for step, __ in used], [rate for __, rate in used]),
            _("adjusted"): (steps, adjusted),
            _("the paper's base model (d_model 512, warm-up 4,000)"): (
                steps,
                [learning_rate(s, 512, 4000) for s in steps],
            ),
        }
        explain.show_callout(
            remarks.describe_peak_rate(
                warmup,
                learning_rate(warmup, config.d_model, warmup, factor / 100),
                max(rate for __, rate in used),
            )
        )
        show_figure(
            figures.plot_learning_rates(lines), key="schedules", label=_("Learning rate by step")
        )
        explain.show_formula(
            r"lrate = d_{model}^{-0.5} \cdot \min(step^{-0.5},\; step \cdot warmup^{-1.5})",
            formulas.peak_rate_latex(config.d_model, warmup, factor / 100),
        )


def _show_averaging(training_record: dict) -> None:
    """Show what checkpoint averaging changed."""
    if explain.show_section(NAME, "Averaging checkpoints"):
        last, mean = (
            {direction: loss[1] for direction, loss in training_record[each]["loss"].items()}
            for each in ("last_checkpoint", "final")
        )
        averaged, earlier = training_record["averaged"], training_record.get("earlier")
        explain.show_callout(remarks.describe_averaging(last, mean, averaged, earlier))
        label = _("Loss with and without averaging")
        show_figure(figures.plot_averaging(last, mean), key="averaging", label=label)


def _show_code(training_record: dict, config: ModelConfig, steps: Sequence[int]) -> None:
    """Show the code of the schedule, and the sizes of this training."""
    depths = sorted({len(config.layers(stack)) for stack in STACKS})
    layers = str(depths[0])  # layers per attention type
    if len(depths) > 1:
        layers = _("{fewer} or {more}").format(fewer=depths[0], more=depths[-1])
    frames = ngettext(
        "{count} frame of {layers} × {heads} maps",
        "{count} frames of {layers} × {heads} maps",
        len(steps),
    )
    explain.show_code_and_shapes(
        learning_rate,
        {
            _("steps"): format_integer(training_record["steps"]),
            _("target tokens"): _("{count:.1} million").format(
                count=training_record["tokens"] / 1e6
            ),
            _("training time"): _("{count:.1} hours").format(
                count=training_record["seconds"] / 3600
            ),
            _("parameters"): _("{count:.2} million").format(
                count=training_record["parameters"] / 1e6
            ),
            _("film"): frames.format(count=len(steps), layers=layers, heads=config.h),
        },
        callee=mean_weights,
    )
