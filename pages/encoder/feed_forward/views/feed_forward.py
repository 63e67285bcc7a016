"""One position in a feed-forward network: input, hidden units, output, and what activates them."""

from collections.abc import Mapping, Sequence
from functools import partial

from jaxtyping import Float
from torch import Tensor

from model.measures.top_activations import TopActivations
from ui.choices.controls import choose
from ui.forms import PLACE
from ui.readings.reading import Token
from ui.views import labels, pack, view
from ui.views.kept import keep
from ui.views.tables import table

_feed_forward = view(__file__, says={"unit": PLACE})


def feed_forward(
    vectors: Mapping[str, Float[Tensor, "position _"]],
    tokens: Sequence[Token],
    top: tuple[TopActivations, Sequence[Sequence[Token]]],
    chosen: tuple[int, int],
    silenced: Sequence[int],
) -> None:
    """Draw input, hidden units and output of one position; a click sets "unit" in the session.

    Args:
        vectors: "x", the input; "hidden", the units after the ReLU; and "output", at each
            position.
        tokens: the token of each position.
        top: which tokens of some sentences activate each unit most, and these sentences.
        chosen: position and unit; -1 for the unit that is strongest there.
        silenced: indices, from 0, of units that a change sets to zero.
    """
    activations, sentences = top
    data = {
        **{name: pack(rows) for name, rows in vectors.items()},
        "tokens": labels(tuple(tokens)),
        "values": keep(pack(activations.values)),
        "sentences": keep(pack(activations.sentences)),
        "positions": keep(pack(activations.positions)),
        "texts": keep([[[t.text, t.joined] for t in sentence] for sentence in sentences]),
        "spoken": [sentence[-1].language for sentence in sentences],
        "word": chosen[0],
        "unit": chosen[1],
        "silenced": list(silenced),
        "takes": [
            table("hidden", "position:tokens unit", hidden="hidden"),
            table("stream", "position:tokens component", x="x", output="output"),
            table("excited", "rank unit", value="values", sentence="sentences", place="positions"),
        ],
    }

    _feed_forward(key="feed_forward", data=data, on_unit_change=partial(choose, "unit"))
