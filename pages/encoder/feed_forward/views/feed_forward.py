"""One position in a feed-forward network: input, hidden units, output; what activates a unit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from jaxtyping import Float, Int
from torch import Tensor

from model.measures.top_activations import TopActivations
from ui.choices.controls import set_choice
from ui.readings.reading import Token
from ui.views import Label, label_tokens, register_view
from ui.views.data_cache import CacheAddress, cache_or_inline
from ui.views.export_tables import tensor_table


@dataclass(frozen=True)
class FeedForwardData:
    """Vectors at each position, and which tokens of some sentences activate each unit most.

    Args:
        tokens: the token of each position.
        x: input of the sub-layer.
        hidden: hidden units after the ReLU.
        output: output of the sub-layer.
        values: by rank and unit, the activation,
        sentences: the index of the sentence,
        positions: and the position in it.
        texts: these sentences as pieces, each with whether it continues a word.
        spoken: language of each sentence.
        word: the chosen position.
        unit: the chosen unit; -1 for the strongest.
        silenced: units that a change sets to zero.
    """

    tokens: Sequence[Label]
    x: Float[Tensor, "position component"]
    hidden: Float[Tensor, "position unit"]
    output: Float[Tensor, "position component"]
    values: Float[Tensor, "rank unit"] | CacheAddress
    sentences: Int[Tensor, "rank unit"] | CacheAddress
    positions: Int[Tensor, "rank unit"] | CacheAddress
    texts: Sequence[Sequence[tuple[str, bool]]] | CacheAddress
    spoken: Sequence[str]
    word: int
    unit: int
    silenced: Sequence[int]


@dataclass(frozen=True)
class FeedForwardEvents:
    """Event of the view: number of the clicked unit, from 1."""

    unit: int


_feed_forward = register_view(
    __file__,
    FeedForwardData,
    FeedForwardEvents,
    tables=[
        tensor_table("hidden", "position:tokens unit", hidden="hidden"),
        tensor_table("stream", "position:tokens component", x="x", output="output"),
        tensor_table(
            "excited", "rank unit", value="values", sentence="sentences", place="positions"
        ),
    ],
)


def show_feed_forward(
    vectors: Mapping[str, Float[Tensor, "position _"]],
    tokens: Sequence[Token],
    top: tuple[TopActivations, Sequence[Sequence[Token]]],
    position_and_unit: tuple[int, int],
    silenced: Sequence[int],
) -> None:
    """Draw input, hidden units and output of one position; a click sets "unit" in the session.

    Args:
        vectors: "x" (the input), "hidden" (the units after the ReLU) and "output" -> vector at each
            position.
        tokens: the token of each position.
        top: (the tokens that activate each unit most in a set of sentences, the tokens of each of
            these sentences).
        position_and_unit: (index of the position, index of the unit or -1 for the unit with the
            largest activation there).
        silenced: indices, from 0, of units that a change sets to zero.
    """
    activations, sentences = top
    data = FeedForwardData(
        tokens=label_tokens(tokens),
        x=vectors["x"],
        hidden=vectors["hidden"],
        output=vectors["output"],
        values=cache_or_inline(activations.values),
        sentences=cache_or_inline(activations.sentences),
        positions=cache_or_inline(activations.positions),
        texts=cache_or_inline([[(t.text, t.joined) for t in sentence] for sentence in sentences]),
        spoken=[sentence[-1].language for sentence in sentences],
        word=position_and_unit[0],
        unit=position_and_unit[1],
        silenced=silenced,
    )
    _feed_forward(key="feed_forward", data=data, on_unit_change=partial(set_choice, "unit"))
