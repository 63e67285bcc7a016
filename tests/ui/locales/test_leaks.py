"""In the language of brackets nothing is said outside of them: no sentence is forgotten."""

import pytest

from tests.audit.sentences import Visit
from tests.pseudo.language import CODE, spoken
from tests.pseudo.leaks import leaks
from ui.messages import speaking

# What is in no language, by page and what shows it: tokens, sentences that the model reads and
# writes, names of tensors and of columns in files, symbols, formats of numbers.
EVERYWHERE = ("html.shapes", "view plot.figure.hovertemplate", "view strips.")
OWN = {
    "embedding": ("button.label", "text_input.placeholder", "view nearest_lists."),
    "multi_head": ("view head_view.habits.",),  # a sentence around a number, in two parts
    "positional_encoding": ("markdown: | | | | | |",),  # Tensor2Tensor, in a table of symbols
    "residual_and_norm": ("markdown: | | | | | |",),  # x and Sublayer(x)
    "masking": ("html.grid", "view mask_maps.titles.scores"),
    "feed_forward": ("view feed_forward.texts",),
    "decoding": ("view ranking.endings.text",),
    "learning": ("view film.given", "view film.source", "view film.texts"),
    "how_good_is_it": ("markdown: | |",),
    "teach_it": ("html.examination",),
    "patch_it": ("text_input.placeholder", "view patch_view.written", "view tokens.tokens.text"),
    "trace_it": ("html.wide",),
    "head_census": ("html.census-said", "view census_view.says.words"),
    "history": ("html.costs", "view families.families.name"),
    "after_2017": (
        *("html.alone", "html.sayings", "html.variants", "text_input.placeholder"),
        *("markdown: **Today:**", "markdown: **Since:**"),  # words before what is in brackets
    ),
    "cheat_sheet": ("html.sizes",),
}


@pytest.fixture
def brackets(tmp_path):
    with spoken(tmp_path), speaking(CODE):
        yield


def test_no_text_of_any_page_is_forgotten(brackets):
    visit = Visit("The dog is sleeping because he is tired.")
    found = [
        f"{page}: {kind}: {text}"
        for page, kind, text in leaks(visit)
        if not f"{kind}: {text}".startswith((*EVERYWHERE, *OWN.get(page, ())))
    ]
    assert found == []
