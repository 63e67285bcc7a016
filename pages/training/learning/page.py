"""The model's own training: the film, the curves, the schedule, smoothing, averaging."""

import streamlit as st

from model.measures.sharpness import entropies
from model.training.checkpoint import mean_weights
from model.training.loss import smoothed_target
from model.training.schedule import learning_rate
from pages.training.learning import figures, measured, remarks
from pages.training.learning.views.film import film
from ui.choices import controls
from ui.frame import explain
from ui.readings import session
from ui.views.plot import plot

NAME = "learning"

explain.opening(NAME)
record, config = session.training_record(), session.load_model()[0].config
sentences = {
    i: f"{s['source_language']} → {s['target_language']}"
    for i, s in enumerate(record["film_sentences"], start=1)
}
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    number = controls.one_of("sentence", "Sentence", sentences, 1)
    kind = controls.one_of("attention", "Attention", controls.ATTENTION_NAMES, "cross", False)
shown = measured.film(number - 1, kind)
film(
    shown,
    frame=controls.number("frame", len(shown.steps), default=len(shown.steps)) - 1,
    layer=controls.number("layer", config.N) - 1,
    head=controls.number("head", config.h) - 1,
    version=f"{number} {kind}",
)
explain.look_for(remarks.look_for(shown, record["steps"]))

settings = [each["settings"] for each in record["settings"]]
epsilon = settings[-1]["smoothing"]
floor = entropies(smoothed_target(config.vocab_size, epsilon)).item() * figures.NATS
if explain.section(NAME, "Loss and quality"):
    loss, quality = st.columns(2)
    with loss:
        plot(
            figures.losses(
                record["curve"], figures.mean_losses(record["validation"]), shown.steps, floor
            ),
            key="losses",
            label="Loss of training and validation by step",
        )
    with quality:
        plot(
            figures.quality(figures.bleu(record["validation"]), shown.steps),
            key="quality",
            label="BLEU by step and direction",
        )
    st.markdown(remarks.final_scores(record["final"]["scores"], "whole validation sets, beam 4"))
    if own := record["final"].get("own"):
        heading = f"{own['scores'][0]['lines']} sentences of our own, held out, beam 4"
        st.markdown(remarks.final_scores(own["scores"], heading))

first = record["curve"][0]
if explain.section(NAME, "Where the loss begins"):
    begun = measured.beginning(number - 1)
    explain.finding(remarks.begins(begun, first["step"], first["loss"], config.vocab_size))
    plot(
        figures.beginnings(
            {
                "E shared, as here": begun.shared,
                "without the token just read": begun.others,
                "a second matrix for the logits": begun.apart,
            },
            begun.even,
        ),
        key="beginnings",
        label="Loss of a model with fresh weights, beside that of equal probabilities",
    )

if explain.section(NAME, "One step: Adam and dropout"):
    explain.formula(
        r"\begin{gathered} m \leftarrow \beta_1 m + (1 - \beta_1)\, g \qquad"
        r" v \leftarrow \beta_2 v + (1 - \beta_2)\, g^2 \\[6pt]"
        r" \hat m = \frac{m}{1 - \beta_1^{step}} \qquad \hat v = \frac{v}{1 - \beta_2^{step}} "
        r"\qquad \theta \leftarrow \theta - lrate \cdot \frac{\hat m}{\sqrt{\hat v} + \epsilon}"
        r" \end{gathered}",
        remarks.first_move(first["rate"]) if first["step"] == 1 else None,
    )

if explain.section(NAME, "What label smoothing costs"):
    explain.formula(
        r"q(k) = (1-\epsilon)\,[k = y] + \epsilon / V",
        remarks.target(epsilon, config.vocab_size),
    )
    explain.finding(remarks.above_floor(record["final"]["loss"], floor, epsilon, config.vocab_size))
    plot(
        figures.above_floor(record["final"]["loss"], floor),
        key="above_floor",
        label="Smoothed loss of each direction above its floor",
    )

if explain.section(NAME, "The learning rate warms up"):
    left, right = st.columns(2)
    with left:
        warmup = controls.slider("warmup", "Warm-up steps", 100, 8000, settings[-1]["warmup"])
    with right:
        factor = controls.slider("factor", "Times the paper's rate, in percent", 10, 300, 100)
    used = [(point["step"], point["rate"]) for point in record["curve"]]
    steps = list(range(1, used[-1][0] + 1, 10))
    lines = {
        "used": tuple(zip(*used, strict=True)),
        "adjusted": (
            steps,
            [learning_rate(s, config.d_model, warmup, factor / 100) for s in steps],
        ),
        "the paper's base model (d_model 512, warm-up 4,000)": (
            steps,
            [learning_rate(s, 512, 4000) for s in steps],
        ),
    }
    explain.finding(
        remarks.peak(
            warmup,
            learning_rate(warmup, config.d_model, warmup, factor / 100),
            max(rate for _, rate in used),
        )
    )
    plot(figures.schedules(lines), key="schedules", label="Learning rate by step")
    explain.formula(
        r"lrate = d_{model}^{-0.5} \cdot \min(step^{-0.5},\; step \cdot warmup^{-1.5})",
        remarks.numbers(config.d_model, warmup, factor / 100),
    )

if explain.section(NAME, "Averaging checkpoints"):
    last, mean = (
        {direction: loss[1] for direction, loss in record[each]["loss"].items()}
        for each in ("last_checkpoint", "final")
    )
    explain.finding(remarks.gained(last, mean, record["averaged"]))
    plot(figures.averaging(last, mean), key="averaging", label="Loss with and without averaging")

if (table := measured.robustness()) and explain.section(NAME, "What it bears"):
    plot(figures.carelessness(table["bleu"]), key="careless", label="BLEU of careless typing")
    explain.finding(remarks.borne(table))
    if "elisions" in table:
        explain.finding(remarks.first_typed(table))
    plot(
        figures.every_way(table["every way"]),
        key="every_way",
        label="chrF of our own sentences in every direction",
    )
    explain.finding(remarks.every_way(table["every way"], record["directions"]))
    for found in table["pronoun"]:
        explain.finding(remarks.pronoun(found))
        st.markdown(remarks.strongest(found))

explain.section(NAME, "What was tried")
explain.code_and_shapes(
    learning_rate,
    {
        "steps": f"{record['steps']:,}",
        "target tokens": f"{record['tokens'] / 1e6:.1f} million",
        "time in steps": f"{record['seconds'] / 60:.0f} minutes",
        "learned numbers": f"{record['parameters'] / 1e6:.2f} million",
        "film": f"{len(shown.steps)} frames of {config.N} × {config.h} maps",
    },
    also=mean_weights,
)
