"""One row of E at work in three places: both embeddings and the scores of the next token."""

from collections.abc import Sequence
from functools import partial

from jaxtyping import Float
from torch import Tensor

from model.tokenizer import Tokenizer
from pages.input.embedding.compute import Use
from ui.choices.controls import choose
from ui.forms import PLACE
from ui.frame.mini_map import links
from ui.readings.reading import Reading
from ui.views import labels, pack, view
from ui.views.tables import table

_shared_row = view(__file__, says={"at": PLACE})


def shared_row(
    reading: Reading,
    E: Float[Tensor, "vocab d_model"],
    tokenizer: Tokenizer,
    found: Sequence[Use],
    chosen: tuple[int, int],
) -> None:
    """Show where a piece's row of E is used; a click on a step sets the number "at".

    Args:
        reading: the sentence and its pass.
        E: the embedding matrix.
        tokenizer: turns ids into pieces.
        found: the pieces and where their rows are used.
        chosen: index of the piece whose row is drawn; and the step whose logit is shown, -1 for
            the one at which it is highest.
    """

    logits = reading.trace["logits"][0, : len(reading.output)]
    best = logits.max(dim=-1)
    opens = links()
    data = {
        "uses": [vars(use) | {"token": labels((use.token,))[0]} for use in found],
        "rows": pack(E[[use.id for use in found]]),
        "chosen": chosen[0],
        "at": chosen[1],
        "source": labels(reading.source),
        "target": labels(reading.target),
        "output": labels(reading.output),
        "logits": pack(logits[:, [use.id for use in found]]),
        "best": pack(best.values),
        "winners": tokenizer.pieces(best.indices.tolist()),
        "takes": [
            table("rows", "piece:uses#token component", value="rows"),
            table("logits", "step:output piece:uses#token", logit="logits"),
            table("best", "step:output", logit="best", piece="winners"),
        ],
        "opens": {
            place: opens.get(block)
            for place, block in (
                ("source", "source_positions"),
                ("target", "target_positions"),
                ("projection", "linear"),
            )
        },
    }
    _shared_row(key="shared_row", data=data, on_at_change=partial(choose, "at"))
