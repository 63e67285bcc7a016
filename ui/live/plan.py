"""What the live edition shows: pages of the app that need no server, their views and choices."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ui.messages import N_


@dataclass(frozen=True)
class Choice:
    """Something to choose on a page, by the name that links of the app have for it.

    Args:
        name: in links.
        label: message.
        options: value -> message, as radio buttons; none for a field or a switch.
        usual: what is chosen at first.
        more: whether it stands among those that are folded.
        narrow: whether only a phone has it: wider, a view has its own.
    """

    name: str
    label: str
    options: Mapping[str, str] = field(default_factory=dict)
    usual: str = ""
    more: bool = False
    narrow: bool = False


@dataclass(frozen=True)
class LivePage:
    """A page of the live edition.

    Args:
        name: of the app's page.
        views: key -> script, below the folder of pages.
        first: the views above the sections of its text.
        sections: headings, in English, of the sections that are shown -> the view in each, or "".
        choices: what can be chosen.
    """

    name: str
    views: Mapping[str, str]
    first: tuple[str, ...]
    sections: Mapping[str, str] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()


SWITCHES = {"False": "", "True": ""}
PAGES = (
    LivePage(
        "overview",
        {"diagram": "start/overview/views/diagram.js"},
        ("diagram",),
        choices=(Choice("layer", N_("Layer"), {}, "1", narrow=True),),
    ),
    LivePage(
        "cross_attention",
        {
            "memory": "decoder/cross_attention/views/memory_view.js",
            "look_back": "decoder/cross_attention/views/look_back.js",
        },
        ("memory",),
        {"First, the decoder looks back": "look_back"},
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
                N_("Row that"),
                {"writes": N_("predicts the word"), "reads": N_("reads the word")},
                "writes",
                more=True,
            ),
            Choice("whole", N_("whole words"), SWITCHES, "False", more=True),
            Choice("hide_end", N_("hide </s>"), SWITCHES, "True", more=True),
            Choice("hide_marks", N_("hide punctuation"), SWITCHES, "False", more=True),
            Choice("renormalise", N_("rows sum to 1 again"), SWITCHES, "False", more=True),
        ),
    ),
    LivePage(
        "decoding",
        {
            "tree": "output/decoding/views/search_tree.js",
            "ranking": "output/decoding/views/ranking.js",
            "methods": "output/decoding/views/methods.js",
        },
        ("tree",),
        {"Who wins: the length penalty": "ranking", "Three ways to choose": "methods"},
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
    ),
)
