"""Contents of the live edition: pages that need no server, their views and choices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from model.config import ModelConfig
from ui.messages import N_
from ui.readings.changes import ATTENTION_NAMES
from ui.readings.language import EXAMPLES


@dataclass(frozen=True)
class Choice:
    """A choice on a page, named as in links of the app.

    Args:
        name: its name in links.
        label: its label, a message.
        options: labels of radio buttons by value; empty for a text field.
        default: the default value.
        advanced: whether it is collapsed under "More".
        narrow: whether only phones show it: on wider screens a view has its own control.
        heading: heading above it, a message; "" for none.
    """

    name: str
    label: str
    options: Mapping[str, str] = field(default_factory=dict)
    default: str = ""
    advanced: bool = False
    narrow: bool = False
    heading: str = ""


@dataclass(frozen=True)
class LivePage:
    """A page of the live edition.

    Args:
        name: name of the app's page.
        views: paths of the views' scripts, by key.
        first: keys of the views above the first section, and choices between them.
        sections: views and choices of each section shown, by the section's name in links.
        choices: choices above all views.
        code: functions of the engine whose source is shown; see ``ui.live.code``.
    """

    name: str
    views: Mapping[str, str]
    first: tuple[str | Choice, ...]
    sections: Mapping[str, tuple[str | Choice, ...]] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()
    code: tuple[str, ...] = ()


SWITCH_OPTIONS = {"False": "", "True": ""}
PICKER, STRIPS = "ui/views/tokens.js", "ui/views/strips.js"
PIECES = "pages/input/tokenization/views/piece_list.js"
INSIDE = "pages/attention/scaled_dot_product/views"
ATTENTION = (
    Choice("attention", N_("Attention"), ATTENTION_NAMES, "encoder"),
    Choice("layer", N_("Layer"), default="1"),
    Choice("head", N_("Head")),
)
PAGES = (
    LivePage("story", {"story": "pages/start/story/views/story.js"}, ("story",)),
    LivePage(
        "overview",
        {"diagram": "pages/start/overview/views/diagram.js"},
        ("diagram",),
        choices=(Choice("layer", N_("Layer"), {}, "1", narrow=True),),
        code=("transformer.encode", "transformer.decode"),
    ),
    LivePage(
        "tokenization",
        {
            "token_path": "pages/input/tokenization/views/token_path.js",
            "merges": "pages/input/tokenization/views/merges.js",
            "units": "pages/input/tokenization/views/units.js",
            **dict.fromkeys(("lacking_0", "lacking_1", "found", "special"), PIECES),
        },
        (
            "token_path",
            Choice(
                "spell",
                N_("or type any word"),
                heading=N_("From letters to pieces: byte-pair encoding"),
            ),
            "merges",
        ),
        {
            "the_rule": (),
            "characters_words_or_pieces": ("units",),
            "what_the_vocabulary_lacks": ("lacking_0", "lacking_1"),
            "the_vocabulary": (
                Choice(
                    "find",
                    N_(
                        "Find pieces that contain these letters (start with a space for the "
                        "beginning of a word)"
                    ),
                ),
                "found",
                "special",
            ),
            "other_vocabularies": (),
        },
        code=("tokenizer.merges",),
    ),
    LivePage(
        "embedding",
        {
            "word": PICKER,
            "lookup": "pages/input/embedding/views/lookup.js",
            "sum": STRIPS,
            "word_map": "pages/input/embedding/views/word_map.js",
            "piece": PICKER,
            "shared_row": "pages/input/embedding/views/shared_row.js",
            "logit": STRIPS,
        },
        ("word", "lookup", "sum"),
        {
            "one_number": (),
            "neighbours_in_all_languages": (
                Choice(
                    "around", N_("Neighbours per token"), {str(n): str(n) for n in (2, 4, 8)}, "4"
                ),
                Choice("also", N_("Words to add")),
                "word_map",
            ),
            "one_matrix_three_places": ("piece", "shared_row", "logit"),
        },
        code=("transformer.embed", "transformer.project"),
    ),
    LivePage(
        "positional_encoding",
        {
            "word": PICKER,
            "positions": "pages/input/positional_encoding/views/positions.js",
            "layouts": "pages/input/positional_encoding/views/layouts.js",
        },
        ("word", "positions"),
        {
            "why_waves": (),
            "interleaved_or_concatenated": ("layouts",),
            "what_the_paper_leaves_open": (),
        },
        code=("transformer.positionalEncoding",),
    ),
    LivePage(
        "queries_keys_values",
        {
            "match": "pages/attention/queries_keys_values/views/match.js",
            "word": PICKER,
            "projection": "pages/attention/queries_keys_values/views/projection.js",
            "head_strips": "pages/attention/queries_keys_values/views/head_strips.js",
        },
        ("match", "word", "projection"),
        {"library": (), "the_same_word_in_all_heads": ("head_strips",)},
        (*ATTENTION, Choice("matrix", N_("Matrix"), {one: one for one in "QKV"}, "Q")),
        code=("transformer.attention",),
    ),
    LivePage(
        "scaled_dot_product",
        {
            "word": PICKER,
            "steps": f"{INSIDE}/attention_steps.js",
            "matrices": f"{INSIDE}/attention_matrices.js",
        },
        ("word", "steps", "matrices"),
        sections={"why_softmax": ()},
        choices=(*ATTENTION, Choice("divide", N_("divide by √dₖ"), SWITCH_OPTIONS, "True")),
        code=("transformer.attend", "transformer.softmax"),
    ),
    LivePage(
        "multi_head",
        {"heads": "pages/attention/multi_head/views/head_view.js"},
        ("heads",),
        {"what_attention_is_not": ()},
        choices=ATTENTION,
        code=("transformer.attention", "transformer.attend"),
    ),
    LivePage(
        "masking",
        {"causal_maps": "pages/decoder/masking/views/mask_maps.js"},
        ("causal_maps",),
        choices=(
            *ATTENTION[1:],
            Choice("causal", N_("causal mask"), SWITCH_OPTIONS, "True"),
        ),
        code=("transformer.decode", "transformer.attend"),
    ),
    LivePage(
        "cross_attention",
        {
            "memory": "pages/decoder/cross_attention/views/memory_view.js",
            "look_back": "pages/decoder/cross_attention/views/look_back.js",
        },
        ("memory",),
        {"first_the_decoder_looks_back": ("look_back",)},
        (
            Choice(
                "shown",
                N_("Show"),
                {"weight": N_("weight"), "contribution": N_("contribution")},
                "weight",
            ),
            Choice("compare", N_("Compare with"), {}, ""),
            Choice(
                "rows",
                N_("Show the row that"),
                {"writes": N_("predicts the word"), "reads": N_("reads the word")},
                "writes",
                advanced=True,
            ),
            Choice("whole", N_("whole words"), SWITCH_OPTIONS, "False", advanced=True),
            Choice("hide_end", N_("hide </s>"), SWITCH_OPTIONS, "True", advanced=True),
            Choice("hide_marks", N_("hide punctuation"), SWITCH_OPTIONS, "False", advanced=True),
            Choice(
                "renormalise",
                N_("rows rescaled to sum to 1"),
                SWITCH_OPTIONS,
                "False",
                advanced=True,
            ),
        ),
        code=("transformer.attention", "transformer.decode"),
    ),
    LivePage(
        "decoder_stack",
        {
            "step": PICKER,
            "lens": "pages/decoder/decoder_stack/views/lens.js",
            "sublayers": STRIPS,
        },
        ("step", "lens"),
        {"how_to_read_the_grid": (), "the_three_sub_layers_in_order": ("sublayers",)},
        (Choice("layer", N_("Layer"), default="1"),),
        code=("transformer.decode", "transformer.addAndNorm"),
    ),
    LivePage(
        "next_token",
        {"step": PICKER, "next_token": "pages/output/next_token/views/next_token.js"},
        ("step", "next_token"),
        {"what_the_three_knobs_do": ()},
        (Choice("token", N_("compare any word")),),
        code=("transformer.project", "search.samplingProbabilities"),
    ),
    LivePage(
        "decoding",
        {
            "tree": "pages/output/decoding/views/search_tree.js",
            "ranking": "pages/output/decoding/views/ranking.js",
            "methods": "pages/output/decoding/views/methods.js",
        },
        ("tree",),
        {"who_wins_the_length_penalty": ("ranking",), "three_ways_to_choose": ("methods",)},
        (
            Choice(
                "method",
                N_("Method"),
                {
                    "greedy": N_("Greedy"),
                    "beam": N_("Beam search"),
                    "sampling": N_("Sampling"),
                },
                "beam",
            ),
            Choice("beams", N_("Beams"), {str(n): str(n) for n in range(1, 9)}, "4"),
            Choice("begin", N_("begin with …")),
        ),
        code=("search.beamSearch", "search.ranking"),
    ),
)


@dataclass(frozen=True)
class Edition:
    """A live edition: its model, pages and examples.

    Args:
        folder: folder of the model.
        config: config of the model.
        app: URL of the full app, to which pages link; "" for none.
        pages: its pages; it opens with the first.
        examples: sentences that the bar offers, as (language, text).
    """

    folder: Path
    config: ModelConfig
    app: str = ""
    pages: Sequence[LivePage] = PAGES
    examples: Sequence[tuple[str, str]] = EXAMPLES
