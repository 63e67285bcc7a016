"""Messages for data that only the shipped model comes with, and how to measure it for others."""

from model import storage
from ui.messages import N_, _
from ui.readings import session

RECORD = N_(
    "These weights come without a training record, so parts that need one are left "
    "out. Run **python -m model.training**, which writes **training.json** and "
    "**film** with each model it exports."
)
CONVERTED = N_(
    "This model was converted from Marian, so its attention projections and its logits "
    "each have a bias, and its feed-forward networks have {between}. The numbers here "
    "include all that; the formulas are the paper's, which leave it out."
)
ASKED = N_(
    "A token in front of the source, here **{token}**, tells the model the target "
    "language; its decoder always begins with the same start token."
)
FILM = N_(
    "There is no film of how this model was trained. Run **python -m model.training**, "
    "which writes one to **film**, next to the weights."
)
ALIGNMENT = N_(
    "We haven't measured which of this model's heads align words. Run **python -m "
    "model.alignment FILE --model FOLDER** on hand-aligned sentences; it writes the "
    "table next to the weights."
)
ROBUSTNESS = N_(
    "We haven't measured how this model copes with careless typing. Run **python -m "
    "model.robustness --model FOLDER --data DATA**, which writes the table next to the "
    "weights."
)
SENTENCES = N_(
    "These weights come without a list of the sentences that they learned from, so we can't say "
    "whether yours was among them."
)
DAMAGED = N_(
    "The file “{file}”, which belongs to this server's model, is damaged, so "
    "everything that depends on it is left out. The server's log says what's wrong "
    "with the file."
)


def describe_missing_file(name: str, message_if_missing: str) -> str:
    """Return the message that a page shows in place of a file that cannot be used.

    If the file is damaged, the message says so.

    Args:
        name: name of the file beside the weights, such as "alignment.json"; or ``storage.FILM``,
            the folder with the training film's frames.
        message_if_missing: the message if the file is missing or belongs to other weights.
    """
    is_film = name == storage.FILM
    files = session.load_film_frames() if is_film else [session.read_optional_artefact(name)]
    of_others = not is_film and not files[0].fault
    damaged = _(DAMAGED).format(file=name)
    return _(message_if_missing) if of_others or all(one.missing for one in files) else damaged


def describe_missing_record() -> str:
    """Return the message that a page shows if the training log, training.json, cannot be used."""
    return describe_missing_file(storage.RECORD, RECORD)
