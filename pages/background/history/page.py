"""History: the networks before the Transformer, and what it changed, counted and measured."""

from pages.background.history import families as family_words
from pages.background.history.compute.families import FAMILIES
from pages.background.history.compute.recurrence import LSTM
from pages.background.history.compute.table_1 import table_1
from pages.background.history.first_word import first_word
from pages.background.history.growing_costs import growing_costs
from pages.background.history.race import race
from pages.background.history.remarks import drawing
from pages.background.history.views.families import families
from ui.choices import controls
from ui.frame import explain, texts
from ui.messages import _
from ui.readings import session

NAME = "history"

explain.opening(NAME)
reading = controls.reading()
config = session.glass().config
shown = family_words.families(texts.prose(NAME), reading)
family = controls.number("family", len(FAMILIES), default=len(FAMILIES)) - 1
word = controls.word(reading.source, default=1)  # the longest way
families(shown, reading.source, reading.output, family=family, word=word)
names = [token.text for token in reading.source]
stacks = len(config.layers("encoder")), len(config.layers("decoder"))
explain.in_your_sentence(drawing.look_for(shown, family, names, word, stacks))

if explain.section(NAME, "Table 1, for this sentence"):
    growing_costs(reading, config.d_model)

if explain.section(NAME, "What reaches the first word"):
    first_word(reading)

if explain.section(NAME, "One layer against the other, measured"):
    race(reading, config.d_model)

n = len(reading.source)
explain.code_and_shapes(
    LSTM.forward,
    {
        _("x, h of all positions"): f"{n} × {config.d_model}",
        "W, U": _("{shape}, four gates").format(shape=f"{config.d_model} × {4 * config.d_model}"),
        "h, c": _("{size}, whatever n is").format(size=config.d_model),
        _("attention’s weights"): f"{config.h} × {n} × {n}",
    },
    also=table_1,
)
