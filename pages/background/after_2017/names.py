"""Names from ``compute`` that are shown, marked for translation here."""

from ui.messages import N_

STACKS = {"encoder": N_("encoder"), "decoder": N_("decoder")}
TERMS = (  # of a first-layer score, query -> key
    N_("word → word"),
    N_("word → position"),
    N_("position → word"),
    N_("position → position"),
)
COMPUTED = (
    N_("Adam, warm-up"),
    N_("Adam, none"),
    N_("SGD, warm-up"),
    N_("SGD, none"),
    N_("post-norm"),
    N_("pre-norm"),
    N_("Transformer, base"),
    N_("Transformer, big"),
)
