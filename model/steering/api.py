"""The public API of steering: ``Glass.direction``."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from model.arguments import Within, check_arguments
from model.changes.direction import MEMORY, Direction
from model.changes.lesson import LARGEST_SEED
from model.steering.pairs import direction_from_texts


@check_arguments
def direction(
    glass: Any,
    plus: str | Sequence[str],
    minus: str | Sequence[str],
    at: str = MEMORY,
    to: str = "",
    name: str = "",
    seed: Annotated[int, Within(0, LARGEST_SEED)] = 0,
) -> Direction:
    """Return a steering direction at a tap: mean vector of ``plus`` minus that of ``minus``.

    The mean is over all positions of each sentence, the end token included, then over the
    sentences. If the property belongs to one word, the direction is therefore a fraction of the
    difference at that word, and takes a larger alpha, such as 4 to 7 instead of 2. For the
    difference at one word, take the vectors from traces and add them by an edit.

    Args:
        glass: the model; this is its method.
        plus: sentences with some property, such as ``["Où habitez-vous ?"]``; 2 to 40.
        minus: for each, the same sentence without it, such as ``["Où habites-tu ?"]``.
        at: the tap where it is computed and added: "memory", or a layer's output, such as
            ``encoder.layers.1.add_and_norm_2.output``.
        to: code of the target language, if the tap is in the decoder.
        name: its name on the screen: lower-case letters a to z.
        seed: 0 for the direction itself; another number draws a random one of the same norm, as a
            control.

    Returns:
        The direction, for ``Steering``; its method ``vector(glass)`` returns the vector.

    Raises:
        ValueError: if these sentences make no direction, or there is no such tap.
    """
    found = direction_from_texts(glass.network, glass.tokenizer, (plus, minus), at, to, name)
    return replace(found, seed=seed)
