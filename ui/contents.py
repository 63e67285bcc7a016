"""The table of pages, read by the menu, the page navigation, the diagram's links and the tests."""

from dataclasses import dataclass

from ui.messages import N_, _


@dataclass(frozen=True)
class Page:
    """One page of the app.

    Args:
        section: heading in the menu, and folder below ``pages``.
        name: its folder below that, and its address.
        english: its name in the menu, in English.
        blocks: the blocks of the diagram that it explains; see the overview's ``diagram.js``.
    """

    section: str
    name: str
    english: str
    blocks: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The page's name in the menu, in the visitor's language."""
        return _(self.english)

    @property
    def address(self) -> str:
        """The page's relative URL, such as "./multi_head": a link to it works on every page."""
        return "./" if self.name == FRONT else f"./{self.name}"


ATTENTION = ("encoder_self", "decoder_self", "cross")
NORMS = ("encoder_norm_1", "encoder_norm_2", "decoder_norm_1", "decoder_norm_2", "decoder_norm_3")
FEED_FORWARD = ("encoder_feed_forward", "decoder_feed_forward")
ENCODER = ("encoder_self", "encoder_norm_1", "encoder_feed_forward", "encoder_norm_2")
DECODER = (
    "decoder_self",
    "decoder_norm_1",
    "cross",
    "decoder_norm_2",
    "decoder_feed_forward",
    "decoder_norm_3",
)

SECTIONS = {  # headings of the menu
    "start": N_("Start"),
    "input": N_("Input"),
    "attention": N_("Attention"),
    "encoder": N_("Encoder"),
    "decoder": N_("Decoder"),
    "output": N_("Output"),
    "training": N_("Training"),
    "lab": N_("Lab"),
    "background": N_("Background"),
}
FRONT = "overview"  # whoever asks for no page is shown this one
PAGES = (
    Page("start", "story", N_("The story")),
    Page("start", "overview", N_("Overview")),
    Page("start", "tour", N_("Start here")),
    Page("start", "why_attention", N_("Why attention"), ("encoder_self",)),
    Page("input", "tokenization", N_("Tokenization"), ("source_tokens", "target_tokens")),
    Page("input", "embedding", N_("Embedding"), ("source_embedding", "target_embedding")),
    Page(
        "input",
        "positional_encoding",
        N_("Positional encoding"),
        ("source_positions", "target_positions"),
    ),
    Page("attention", "queries_keys_values", N_("Queries, keys, values"), ATTENTION),
    Page("attention", "scaled_dot_product", N_("Scaled dot-product"), ATTENTION),
    Page("attention", "multi_head", N_("Multi-head"), ATTENTION),
    Page("encoder", "residual_and_norm", N_("Residual and norm"), NORMS),
    Page("encoder", "feed_forward", N_("Feed-forward"), FEED_FORWARD),
    Page("encoder", "encoder_stack", N_("Encoder stack"), ENCODER),
    Page("decoder", "shifted_input", N_("Shifted input"), ("target_tokens",)),
    Page("decoder", "masking", N_("Masking"), ATTENTION),
    Page("decoder", "cross_attention", N_("Cross-attention"), ("decoder_self", "cross")),
    Page("decoder", "decoder_stack", N_("Decoder stack"), DECODER),
    Page("output", "next_token", N_("Next token"), ("linear", "softmax")),
    Page("output", "decoding", N_("Decoding"), ("linear", "softmax", "output_tokens")),
    Page("training", "learning", N_("Learning")),
    Page("training", "one_step", N_("One step"), (*ENCODER, *DECODER, "linear", "softmax")),
    Page("training", "how_good_is_it", N_("How good is it")),
    Page("training", "train_it_yourself", N_("Train it yourself")),
    Page("training", "teach_it", N_("Teach it")),
    Page("lab", "break_it", N_("Break it")),
    Page("lab", "patch_it", N_("Patch it"), (*ENCODER, *DECODER)),
    Page("lab", "steer_it", N_("Steer it"), (*ENCODER, *DECODER)),
    Page("lab", "who_contributed", N_("Who contributed"), (*ENCODER, *DECODER)),
    Page("lab", "trace_it", N_("Trace it"), (*ENCODER, *DECODER)),
    Page("lab", "head_census", N_("Head census"), ATTENTION),
    Page("background", "history", N_("History")),
    Page("background", "after_2017", N_("After 2017")),
    Page("background", "questions", N_("Questions")),
    Page("background", "teach_with_it", N_("Teach with it")),
    Page("background", "cheat_sheet", N_("Cheat sheet")),
    Page("background", "glossary", N_("Glossary")),
)

# Which page a click on a block opens; blocks without a page of their own are not links.
OPENS = {
    "source_tokens": "tokenization",
    "target_tokens": "shifted_input",
    "source_embedding": "embedding",
    "target_embedding": "embedding",
    "source_positions": "positional_encoding",
    "target_positions": "positional_encoding",
    "encoder_self": "multi_head",
    "decoder_self": "multi_head",
    "cross": "cross_attention",
    **dict.fromkeys(NORMS, "residual_and_norm"),
    **dict.fromkeys(FEED_FORWARD, "feed_forward"),
    "linear": "next_token",
    "softmax": "next_token",
    "output_tokens": "decoding",
}

# The pages that need no server: the live edition has them, in this order (``ui/live/plan.py``).
LIVE = (
    "story",
    "overview",
    "tokenization",
    "embedding",
    "positional_encoding",
    "queries_keys_values",
    "scaled_dot_product",
    "multi_head",
    "masking",
    "cross_attention",
    "decoder_stack",
    "next_token",
    "decoding",
)
LANDING = "story"  # where the live edition begins
# What one knows at the end of the story: where to read on, and the sentence.
KNOWN = (
    ("overview", N_("A sentence goes in, its vectors are mixed, and a sentence comes out.")),
    ("tokenization", N_("Words become pieces from a fixed list.")),
    ("embedding", N_("A piece becomes a row of numbers, learned in training.")),
    ("positional_encoding", N_("Waves of many lengths tell the model where each word is.")),
    (
        "queries_keys_values",
        N_("Words attend to words through a question, a label and some content."),
    ),
    ("multi_head", N_("Many heads ask at once, and each looks for something different.")),
    ("residual_and_norm", N_("Each block adds something; nothing starts over.")),
    ("encoder_stack", N_("After the last layer, every vector knows something about its sentence.")),
    ("next_token", N_("The decoder chooses a piece, reads it, and chooses the next.")),
    ("learning", N_("Nobody wrote a rule: errors set every number.")),
)


def find_page(name: str) -> Page:
    """Return the page with this name, such as "multi_head"; StopIteration if there is none."""
    return next(page for page in PAGES if page.name == name)


def neighbours(name: str) -> tuple[Page | None, Page | None]:
    """Return the previous and the next page in the menu's order; None where there is none."""
    place = PAGES.index(find_page(name))
    before = PAGES[place - 1] if place else None
    after = PAGES[place + 1] if place + 1 < len(PAGES) else None
    return before, after
