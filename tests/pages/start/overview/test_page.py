import pytest

from model.measures.samples import subsample
from pages.start.overview.views import diagram
from tests.close import assert_near, near
from tests.unpacked import unpacked
from ui import contents
from ui.frame.bar import DEFAULT
from ui.frame.mini_map import list_block_links
from ui.readings import session

CAT = DEFAULT
WORDY = "the old man and the young dog saw " * 5


@pytest.fixture
def data(open_page, data_of):
    """The diagram's data for the sentence of the bar, in layer 3."""
    return data_of(open_page("overview", layer="3"), "diagram")


@pytest.fixture
def reading():
    return session.read(CAT, "fr")


def test_title_and_lead_stand_above_the_diagram(open_page):
    app = open_page("overview")
    assert app.title[0].value == "Your sentence inside the Transformer"
    assert "the **encoder** reads" in app.markdown[0].value


@pytest.mark.parametrize(
    ("block", "name"),
    [
        ("encoder_self", "encoder.layers.{}.self_attention.weights"),
        ("decoder_self", "decoder.layers.{}.self_attention.weights"),
        ("cross", "decoder.layers.{}.cross_attention.weights"),
        *diagram.OF_LAYERS.items(),
    ],
)
def test_thumbnails_hold_the_models_own_numbers_in_every_layer(data, reading, block, name):
    shown = unpacked(data["tensors"][block])
    stack = "encoder" if name.startswith("encoder") else "decoder"
    assert len(shown) == data["layers"][stack]
    for layer in range(len(shown)):
        assert_near(shown[layer], subsample(reading.trace[name.format(layer)][0]))


@pytest.mark.parametrize(("block", "name"), diagram.OF_STACKS.items())
def test_thumbnails_outside_the_layers_hold_the_models_own_numbers(data, reading, block, name):
    assert_near(unpacked(data["tensors"][block]), subsample(reading.trace[name][0]))


def test_waves_are_columns_of_the_positions_that_were_added(data, reading):
    positions = reading.trace["encoder.embedding.positions"]
    assert_near(unpacked(data["tensors"]["source_positions"]), positions[:, [0, 24, 48]])


def test_each_step_has_the_distribution_that_its_token_came_from(data, reading):
    probabilities = reading.trace["logits"][0].softmax(-1)
    shown = unpacked(data["next"]["probabilities"])
    said = reading.hypotheses[0].tokens
    assert shown.shape == (len(said), diagram.BARS)
    for step, token in enumerate(said):
        assert shown[step, 0] == near(probabilities[step].max().item())
        assert data["next"]["said"][step] == near(probabilities[step, token].item())
        rank = data["next"]["rank"][step]
        assert rank < 0 or shown[step, rank] == near(data["next"]["said"][step])


def test_a_new_sentence_is_shown_to_its_end(open_page, data_of):
    app = open_page("overview")
    data = data_of(app, "diagram")
    assert data["step"] == len(data["output"])
    app.text_input(key="source").set_value("Hello!").run()
    data = data_of(app, "diagram")
    assert data["step"] == len(data["output"])


def test_a_link_restores_layer_and_step(open_page, data_of):
    data = data_of(open_page("overview", layer="2", step="3"), "diagram")
    assert (data["layer"], data["step"]) == (2, 3)


@pytest.mark.parametrize("step", ["0", "-1", "9999", "x", ""])
def test_a_step_out_of_range_is_dropped(open_page, data_of, step):
    app = open_page("overview", step=step)
    assert not app.exception
    data = data_of(app, "diagram")
    assert data["step"] == len(data["output"])


@pytest.mark.parametrize("text", ["Hi", "☃ <b>bold</b> **x** {source}", WORDY, "a " * 300])
def test_any_sentence_can_be_drawn(open_page, data_of, text):
    app = open_page("overview", source=text)
    assert not app.exception
    data = data_of(app, "diagram")
    assert all(max(t["shape"][-2:]) <= 40 for t in data["tensors"].values())


def test_shapes_and_captions_are_those_of_the_sentence(data, reading):
    n, m = len(reading.source), len(reading.target)
    blocks = {block["name"]: block for block in data["blocks"]}
    assert blocks["cross"]["label"] == f"Cross-attention, 8 heads of {m} by {n}"
    assert blocks["encoder_feed_forward"]["shape"] == f"{n} × 1024 → 256"
    assert blocks["softmax"]["shape"] == f"{m} × {session.load_model()[0].config.vocab_size}"
    assert data["captions"]["source"] == f"{n} source tokens; </s> marks the end"
    assert data["captions"]["target"].endswith("shifted right: <2fr> stands for French")


def test_every_block_says_what_it_does(data):
    assert {block["name"] for block in data["blocks"]} == set(data["texts"])
    assert "each French token" in data["texts"]["cross"]


def test_blocks_come_in_the_order_of_the_data_flow(data):
    names = [block["name"] for block in data["blocks"]]
    flow = ["source_tokens", "encoder_self", "memory", "target_tokens", "cross", "output_tokens"]
    assert [name for name in names if name in flow] == flow


def test_pages_name_only_blocks_that_the_diagram_has(data):
    names = {block["name"] for block in data["blocks"]}
    assert set(contents.OPENS) <= names
    assert {block for page in contents.PAGES for block in page.blocks} <= names


def test_an_entry_in_the_contents_is_all_that_a_link_needs(monkeypatch):
    monkeypatch.setitem(contents.OPENS, "softmax", "coming_soon")
    page = contents.Page("output", "coming_soon", "Coming soon", ("softmax",))
    monkeypatch.setattr(contents, "PAGES", (*contents.PAGES, page))
    assert list_block_links()["softmax"] == {"address": "./coming_soon", "title": "Coming soon"}


def test_a_silenced_head_is_marked(open_page, data_of):
    data = data_of(open_page("overview", silenced="cross-2-5"), "diagram")
    assert data["heads"]["cross"]["silent"][1] == [4]
    assert data["heads"]["encoder_self"]["silent"] == [[]] * data["layers"]["encoder"]
