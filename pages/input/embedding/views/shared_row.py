"""One row of E at work in three places: both embeddings and the scores for the next token."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from jaxtyping import Float
from torch import Tensor

from model.tokenizer import Tokenizer
from pages.input.embedding.compute import RowUse
from ui.choices.controls import set_choice
from ui.frame.mini_map import list_block_links
from ui.readings.reading import Reading
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import tensor_table


@dataclass(frozen=True)
class LabelledUse:
    """A ``RowUse`` as the view gets it."""

    id: int
    token: Label
    source: Sequence[int]
    target: Sequence[int]
    difference: float


@dataclass(frozen=True)
class PageLink:
    """A page: its URL and title."""

    address: str
    title: str


@dataclass(frozen=True)
class PlacePages:
    """The pages of the three places; None where there is none."""

    source: PageLink | None
    target: PageLink | None
    projection: PageLink | None


@dataclass(frozen=True)
class SharedRowData:
    """Rows of E, where each is used, and logits at each step.

    Args:
        uses: the pieces whose rows are used.
        rows: their rows of E.
        chosen: index of the piece whose row is drawn.
        at: the step whose logit is shown; -1 for the one at which it is highest.
        source: tokens of the sentence.
        target: the decoder's input.
        output: the output tokens.
        logits: logits of the pieces.
        best: highest logit of each step.
        winners: the pieces that have it.
        opens: the pages of the three places.
    """

    uses: Sequence[LabelledUse]
    rows: Float[Tensor, "piece component"]
    chosen: int
    at: int
    source: Sequence[Label]
    target: Sequence[Label]
    output: Sequence[Label]
    logits: Float[Tensor, "step piece"]
    best: Float[Tensor, " step"]
    winners: Sequence[str]
    opens: PlacePages


@dataclass(frozen=True)
class SharedRowEvents:
    """Event of the view: number of the clicked step, from 1."""

    at: int


_shared_row = register_view(
    __file__,
    SharedRowData,
    SharedRowEvents,
    tables=[
        tensor_table("rows", "piece:uses#token component", value="rows"),
        tensor_table("logits", "step:output piece:uses#token", logit="logits"),
        tensor_table("best", "step:output", logit="best", piece="winners"),
    ],
)


def show_shared_row(
    reading: Reading,
    E: Float[Tensor, "vocab d_model"],
    tokenizer: Tokenizer,
    uses: Sequence[RowUse],
    piece_and_step: tuple[int, int],
) -> None:
    """Show where a piece's row of E is used: in encoder input, decoder input and the logits.

    A click on a step sets "at" in the session.

    Args:
        reading: the sentence and its pass.
        E: the embedding matrix.
        tokenizer: turns ids into pieces.
        uses: all pieces of sentence and translation, with the positions that use their rows.
        piece_and_step: index in ``uses`` of the piece; and the step, from 0, whose logit is shown,
            or -1 for the step at which the piece's logit is highest.
    """

    logits = reading.trace["logits"][0, : len(reading.output)]
    best = logits.max(dim=-1)
    ids = [use.id for use in uses]
    opens = {block: PageLink(**page) for block, page in list_block_links().items()}
    data = SharedRowData(
        uses=[
            LabelledUse(
                use.id, label_tokens([use.token])[0], use.source, use.target, use.difference
            )
            for use in uses
        ],
        rows=E[ids],
        chosen=piece_and_step[0],
        at=piece_and_step[1],
        source=label_tokens(reading.source),
        target=label_tokens(reading.target),
        output=label_tokens(reading.output),
        logits=logits[:, ids],
        best=best.values,
        winners=tokenizer.pieces(best.indices.tolist()),
        opens=PlacePages(*map(opens.get, ("source_positions", "target_positions", "linear"))),
    )
    _shared_row(key="shared_row", data=data, on_at_change=partial(set_choice, "at"))
