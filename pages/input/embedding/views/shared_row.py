"""One row of E at work in three places: both embeddings and the scores of the next token."""

from collections.abc import Sequence
from functools import partial

from jaxtyping import Float
from torch import Tensor

from model.tokenizer import Tokenizer
from pages.input.embedding.compute import RowUse
from ui.choices.controls import set_choice
from ui.frame.mini_map import list_block_links
from ui.readings.reading import Reading
from ui.schemas import INDEX
from ui.views import encode_tensor, register_view, token_labels_data
from ui.views.export_tables import tensor_table

_shared_row = register_view(__file__, schemas={"at": INDEX})


def show_shared_row(
    reading: Reading,
    E: Float[Tensor, "vocab d_model"],
    tokenizer: Tokenizer,
    uses: Sequence[RowUse],
    piece_and_step: tuple[int, int],
) -> None:
    """Show where a piece's embedding row is used; a click on a step sets "at" in the session.

    Args:
        reading: the sentence and its pass.
        E: the embedding matrix.
        tokenizer: turns ids into pieces.
        uses: the pieces and where their rows are used.
        piece_and_step: index of the piece whose row is drawn; and the step whose logit is shown,
            -1 for the step at which it is highest.
    """

    logits = reading.trace["logits"][0, : len(reading.output)]
    best = logits.max(dim=-1)
    opens = list_block_links()
    data = {
        "uses": [vars(use) | {"token": token_labels_data((use.token,))[0]} for use in uses],
        "rows": encode_tensor(E[[use.id for use in uses]]),
        "chosen": piece_and_step[0],
        "at": piece_and_step[1],
        "source": token_labels_data(reading.source),
        "target": token_labels_data(reading.target),
        "output": token_labels_data(reading.output),
        "logits": encode_tensor(logits[:, [use.id for use in uses]]),
        "best": encode_tensor(best.values),
        "winners": tokenizer.pieces(best.indices.tolist()),
        "takes": [
            tensor_table("rows", "piece:uses#token component", value="rows"),
            tensor_table("logits", "step:output piece:uses#token", logit="logits"),
            tensor_table("best", "step:output", logit="best", piece="winners"),
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
    _shared_row(key="shared_row", data=data, on_at_change=partial(set_choice, "at"))
