"""History: the networks before the Transformer, and what it changed, counted and measured."""

from figures.families import FAMILIES
from model.recurrence import LSTM
from model.table_1 import table_1
from ui import controls, explain, family_words, session
from ui.components.families import families
from ui.first_word import first_word
from ui.race import race
from ui.table_1 import growing_costs

NAME = "history"

explain.opening(NAME)
reading = controls.reading()
config = session.load_model()[0].config
shown = family_words.families(explain.prose(NAME), reading)
family = controls.number("family", len(FAMILIES), default=len(FAMILIES)) - 1
word = controls.word(reading.source)
families(shown, reading.source, reading.output, family=family, word=word)
names = [token.text for token in reading.source]
explain.look_for(family_words.look_for(shown, family, names, word, config.N))

explain.section(NAME, "Table 1, for this sentence")
growing_costs(reading, config.d_model)

explain.section(NAME, "What reaches the first word")
first_word(reading)

explain.section(NAME, "One layer against the other, measured")
race(reading, config.d_model)

n = len(reading.source)
explain.code_and_shapes(
    LSTM.forward,
    {
        "x, h of all positions": f"{n} × {config.d_model}",
        "W, U": f"{config.d_model} × {4 * config.d_model}, four gates",
        "h, c": f"{config.d_model}, whatever n is",
        "attention’s weights": f"{config.h} × {n} × {n}",
    },
    also=table_1,
)
