"""Names that are shown: marked here for what ``compute`` calls so, which knows no interface."""

from ui.messages import N_

STACKS = {"encoder": N_("encoder"), "decoder": N_("decoder")}
COMPUTED = (
    N_("Adam, warm-up"),
    N_("Adam, none"),
    N_("SGD, warm-up"),
    N_("SGD, none"),
    N_("word → word"),
    N_("word → position"),
    N_("position → word"),
    N_("position → position"),
    N_("post-norm"),
    N_("pre-norm"),
    N_("GPT-3 175B: 96 heads, each its own"),
    N_("Llama 2 70B: 64 heads, 8 groups"),
    N_("DeepSeek-V2 236B: one latent vector"),
    N_("Transformer, base"),
    N_("Transformer, big"),
)
