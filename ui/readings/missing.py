"""What can be missing everywhere in the model, by its code: its name, and what that does."""

from ui.messages import N_

MISSING = {
    "encoder-positions": N_("no positions in the encoder"),
    "decoder-positions": N_("no positions in the decoder"),
    "mask": N_("no causal mask"),
    "root-d-k": N_("no division by √d_k"),
    "root-d-model": N_("no multiplication by √d_model"),
    "residuals": N_("no residuals"),
    "norm-mean": N_("RMSNorm: no mean taken away"),
    "norm-shift": N_("no β in any norm"),
}
MEANING_OF_MISSING = {
    "encoder-positions": N_(
        "The vector of every position becomes zero, so the encoder gets the words "
        "without their order."
    ),
    "decoder-positions": N_(
        "The vector of every position becomes zero where the decoder reads the translation so far."
    ),
    "mask": N_(
        "Every row of the decoder may look at later rows, which in training it never could."
    ),
    "root-d-k": N_("The softmax gets scores that are √d_k times as large, in all attentions."),
    "root-d-model": N_(
        "Embeddings enter the stacks √d_model times smaller, the positions as before."
    ),
    "residuals": N_("What entered a sub-layer is not added to what it returns, in all layers."),
    "norm-mean": N_(
        "Every norm divides by the root of the mean square and takes no mean away; "
        "without β, too, it is RMSNorm."
    ),
    "norm-shift": N_("After every norm, the learned vector β is not added."),
}
