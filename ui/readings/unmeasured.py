"""What is known of the shipped model only: what to say of another one, and how to measure it."""

from model import storage
from ui.messages import N_, _
from ui.readings import session

RECORD = N_(
    "How this model was trained is written nowhere beside its weights, so what needs that is left "
    "out. Run **python -m model.training**, which writes **training.json** and **film** with "
    "each model that it exports."
)
CONVERTED = N_(
    "This model was converted from Marian: the projections of its attention and its logits have a "
    "bias each, and its feed-forward networks have {between}. The numbers here are its own; "
    "formulas are the paper's, without them."
)
ASKED = N_(
    "It is asked for a language by a token before the source, here **{token}**; its decoder always "
    "begins with the same start token."
)
FILM = N_(
    "This model has no film of its training. Run **python -m model.training**, which writes one "
    "to **film**, beside the weights."
)
ALIGNMENT = N_(
    "Which of this model's heads align words was not measured. Run **python -m model.alignment "
    "FILE --model FOLDER** on sentences that were aligned by hand; it writes the table beside the "
    "weights."
)
ROBUSTNESS = N_(
    "How this model copes with careless typing was not measured. Run **python -m model.robustness "
    "--model FOLDER --data DATA**, which writes the table beside the weights."
)
DAMAGED = N_(
    "The file “{file}” beside this server's model is damaged, so what it tells is left out. "
    "Whoever runs the server finds in its log what is wrong with it."
)


def reason(name: str, otherwise: str) -> str:
    """Say why what a file tells is left out.

    Args:
        name: of the file beside the weights, or of the folder of the film.
        otherwise: what to say if it is not there, or of other weights.
    """
    is_film = name == storage.FILM
    files = session.film_frames() if is_film else [session.side_file(name)]
    of_others = not is_film and not files[0].fault
    damaged = _(DAMAGED).format(file=name)
    return _(otherwise) if of_others or all(one.missing for one in files) else damaged


def record() -> str:
    """Say why nothing is told of the training."""
    return reason(storage.RECORD, RECORD)
