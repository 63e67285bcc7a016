"""One position in a feed-forward network: input, hidden units, output, and what activates them."""

from collections.abc import Mapping, Sequence
from functools import partial

from jaxtyping import Float
from torch import Tensor

from model.measures.top_activations import TopActivations
from ui.choices.controls import set_choice
from ui.readings.reading import Token
from ui.schemas import INDEX
from ui.views import encode_tensor, register_view, token_labels_data
from ui.views.data_cache import cache_or_inline
from ui.views.export_tables import tensor_table

_feed_forward = register_view(__file__, schemas={"unit": INDEX})


def show_feed_forward(
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
        **{name: encode_tensor(rows) for name, rows in vectors.items()},
        "tokens": token_labels_data(tuple(tokens)),
        "values": cache_or_inline(encode_tensor(activations.values)),
        "sentences": cache_or_inline(encode_tensor(activations.sentences)),
        "positions": cache_or_inline(encode_tensor(activations.positions)),
        "texts": cache_or_inline(
            [[[t.text, t.joined] for t in sentence] for sentence in sentences]
        ),
        "spoken": [sentence[-1].language for sentence in sentences],
        "word": chosen[0],
        "unit": chosen[1],
        "silenced": list(silenced),
        "takes": [
            tensor_table("hidden", "position:tokens unit", hidden="hidden"),
            tensor_table("stream", "position:tokens component", x="x", output="output"),
            tensor_table(
                "excited", "rank unit", value="values", sentence="sentences", place="positions"
            ),
        ],
    }

    _feed_forward(key="feed_forward", data=data, on_unit_change=partial(set_choice, "unit"))
