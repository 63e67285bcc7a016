"""The table of pages: the menu, the tests, previous and next, and the diagram's links read it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """One page of the app.

    Args:
        section: heading in the menu, and folder below ``pages``.
        name: its folder below that, and its address.
        title: its name in the menu.
        blocks: the blocks of the diagram that it explains; see the overview's ``diagram.js``.
    """

    section: str
    name: str
    title: str
    blocks: tuple[str, ...] = ()


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

PAGES = (
    Page("start", "overview", "Overview"),
    Page("start", "tour", "Start here"),
    Page("start", "why_attention", "Why attention", ("encoder_self",)),
    Page("input", "tokenization", "Tokenization", ("source_tokens", "target_tokens")),
    Page("input", "embedding", "Embedding", ("source_embedding", "target_embedding")),
    Page(
        "input",
        "positional_encoding",
        "Positional encoding",
        ("source_positions", "target_positions"),
    ),
    Page("attention", "queries_keys_values", "Queries, keys, values", ATTENTION),
    Page("attention", "scaled_dot_product", "Scaled dot-product", ATTENTION),
    Page("attention", "multi_head", "Multi-head", ATTENTION),
    Page("encoder", "residual_and_norm", "Residual and norm", NORMS),
    Page("encoder", "feed_forward", "Feed-forward", FEED_FORWARD),
    Page("encoder", "encoder_stack", "Encoder stack", ENCODER),
    Page("decoder", "shifted_input", "Shifted input", ("target_tokens",)),
    Page("decoder", "masking", "Masking", ATTENTION),
    Page("decoder", "cross_attention", "Cross-attention", ("decoder_self", "cross")),
    Page("decoder", "decoder_stack", "Decoder stack", DECODER),
    Page("output", "next_token", "Next token", ("linear", "softmax")),
    Page("output", "decoding", "Decoding", ("linear", "softmax", "output_tokens")),
    Page("training", "learning", "Learning"),
    Page("training", "how_good_is_it", "How good is it"),
    Page("training", "train_it_yourself", "Train it yourself"),
    Page("training", "teach_it", "Teach it"),
    Page("lab", "break_it", "Break it"),
    Page("lab", "patch_it", "Patch it", (*ENCODER, *DECODER)),
    Page("lab", "who_contributed", "Who contributed", (*ENCODER, *DECODER)),
    Page("lab", "trace_it", "Trace it", (*ENCODER, *DECODER)),
    Page("lab", "head_census", "Head census", ATTENTION),
    Page("background", "history", "History"),
    Page("background", "after_2017", "After 2017"),
    Page("background", "questions", "Questions"),
    Page("background", "teach_with_it", "Teach with it"),
    Page("background", "cheat_sheet", "Cheat sheet"),
    Page("background", "glossary", "Glossary"),
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


def page(name: str) -> Page:
    """Return the page with this name."""
    return next(page for page in PAGES if page.name == name)


def neighbours(name: str) -> tuple[Page | None, Page | None]:
    """Return the pages before and after this one in the menu."""
    place = PAGES.index(page(name))
    before = PAGES[place - 1] if place else None
    after = PAGES[place + 1] if place + 1 < len(PAGES) else None
    return before, after
