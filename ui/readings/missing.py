"""Labels and explanations of the parts that can be missing everywhere in the model, by code."""

from ui.messages import N_

MISSING = {
    "encoder-positions": N_("no positions in the encoder"),
    "decoder-positions": N_("no positions in the decoder"),
    "mask": N_("no causal mask"),
    "root-d-k": N_("no division by √d_k"),
    "root-d-model": N_("no multiplication by √d_model"),
    "residuals": N_("no residuals"),
    "norm-mean": N_("RMSNorm: mean not subtracted"),
    "norm-shift": N_("no β in any LayerNorm"),
}
MEANING_OF_MISSING = {
    "encoder-positions": N_(
        "Every position vector becomes zero, so the encoder gets the words without their order."
    ),
    "decoder-positions": N_(
        "Every position vector becomes zero where the decoder reads the translation so far."
    ),
    "mask": N_(
        "Every row of the decoder may attend to later rows, which it never could in training."
    ),
    "root-d-k": N_("In every attention, the softmax gets scores that are √d_k times as large."),
    "root-d-model": N_(
        "Embeddings enter the stacks √d_model times smaller, while positions stay as they were."
    ),
    "residuals": N_("No sub-layer's input is added back to its output, in any layer."),
    "norm-mean": N_(
        "Every LayerNorm divides by the root mean square without subtracting the mean. If "
        "you switch off β as well, it's RMSNorm."
    ),
    "norm-shift": N_("The learned vector β is not added after any LayerNorm."),
}
