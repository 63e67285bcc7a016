"""What is known of the shipped model only: what to say of another one, and how to measure it."""

RECORD = (
    "How this model was trained is written nowhere beside its weights, so what needs that is left "
    "out: **python -m model.training** writes **training.json** and **film** with each model that "
    "it exports."
)
CONVERTED = (
    "This model was converted from Marian: the projections of its attention and its logits have a "
    "bias each, and its feed-forward networks have {}. The numbers here are its own; formulas are "
    "the paper's, without them."
)
ASKED = (
    " It is asked for a language by a piece before the source, here **{}**; its decoder always "
    "begins with the same start token."
)
FILM = (
    "This model has no film of its training: **python -m model.training** takes one and writes it "
    "to **film**, beside the weights."
)
ALIGNMENT = (
    "Which of this model's heads align words was not measured: **python -m model.alignment FILE "
    "--model FOLDER** does it, on sentences that were aligned by hand, and writes the table beside "
    "the weights."
)
ROBUSTNESS = (
    "How this model bears careless typing was not measured: **python -m model.robustness --model "
    "FOLDER --data DATA** does it, and writes the table beside the weights."
)
