"""A model of one's own: any sizes, any languages, and nothing beside its weights."""

import html
import json
import re
import shutil
from dataclasses import asdict

import pytest
import streamlit as st
import torch
from safetensors.torch import save_file
from sentencepiece import SentencePieceProcessor, SentencePieceTrainer

from model import hypotheses
from model.config import LARGEST, MARIAN, ModelConfig
from model.storage import save
from model.training.vocabulary import train_tokenizer
from model.transformer import Transformer
from ui.contents import FRONT, PAGES
from ui.readings import missing_measurements, session
from ui.readings.session import ModelUnavailable

TEXT = "The grey heron waits."
SIZES = {
    "small": ModelConfig(
        vocab_size=120, languages=("it", "pt"), N=3, decoder_N=1, h=3, d_model=24, d_ff=20
    ),
    "deep": ModelConfig(vocab_size=120, languages=("en", "fr"), N=6, h=5, d_model=40, d_ff=30),
    "least": ModelConfig(vocab_size=120, languages=("nl",), N=1, h=1, d_model=8, d_ff=7),
}
# Pages whose sections train small networks of their own, or show what stands in books.
OTHER_NETWORKS = ("history", "train_it_yourself", "after_2017")
# Where layers and heads are drawn, chosen or asked about.
WITH_HEADS = ("multi_head", "cross_attention", "encoder_stack", "decoder_stack", "patch_it")


@pytest.fixture(scope="module")
def folders(lines, tmp_path_factory):
    root = tmp_path_factory.mktemp("own")
    for name, config in SIZES.items():
        torch.manual_seed(3)
        tokenizer = train_tokenizer([*lines["en"], *lines["fr"]], config.languages, 120)
        save(Transformer(config), tokenizer, root / name)
    return root


@pytest.fixture
def opened(folders, monkeypatch):
    """Return a function that lets the app open one of the folders."""

    def forget():
        st.cache_resource.clear()
        st.cache_data.clear()

    # A random model rarely ends a sentence: it is cut long before the paper's fifty tokens.
    monkeypatch.setattr(hypotheses, "EXTRA_LENGTH", 6)

    def opened(name):
        forget()
        monkeypatch.setattr(session, "MODEL_FOLDER", folders / name)
        assert name not in SIZES or session.load_model()[0].config == SIZES[name]

    yield opened
    forget()


def remarks(app):
    """The remarks of a page as they are read: without tags, with apostrophes."""
    bodies = [part.proto.body for part in app.get("html") if 'class="remark"' in part.proto.body]
    return [html.unescape(re.sub("<[^>]+>", "", body)) for body in bodies]


def walk(open_page, go, sections, pages):
    """Open pages one after the other; each must be whole. Yield them."""
    app = open_page("overview", source=TEXT, sections=sections)
    for page in pages:
        app = go(app, page.name)
        assert not app.exception, page.name
        assert not app.error, page.name
        yield page, app


@pytest.mark.parametrize("name", ["small", "converted"])
def test_every_page_shows_a_model_of_other_sizes_and_languages(
    opened, open_page, go, name, converted
):
    opened(converted if name == "converted" else name)
    own = [page for page in PAGES if page.name not in {FRONT, *OTHER_NETWORKS}]
    others = [page for page in PAGES if page.name in OTHER_NETWORKS]
    told = {
        page.name: any("converted from Marian" in remark for remark in remarks(app))
        for page, app in walk(open_page, go, "all", own)
    }
    assert told == {page.name: name == "converted" and bool(page.blocks) for page in own}
    assert len(list(walk(open_page, go, "none", others))) == len(others)


@pytest.mark.parametrize("page", ["masking", "decoder_stack"])
def test_a_layer_that_only_the_other_stack_has_is_forgotten(opened, open_page, page):
    opened("small")
    assert not open_page(page, source=TEXT, sections="none", layer="3").exception


def test_pieces_of_a_unigram_model_are_not_said_to_be_merged(opened, open_page, data_of, converted):
    opened("small")
    data = data_of(open_page("tokenization", source=TEXT), "token_path")
    assert data["merges"] > 0
    opened(converted)
    data = data_of(open_page("tokenization", source=TEXT), "token_path")
    assert data["merges"] == 0


@pytest.mark.parametrize("name", ["deep", "least"])
def test_views_of_layers_and_heads_take_as_many_as_there_are(opened, open_page, go, name):
    opened(name)
    app = open_page("overview", source=TEXT)
    for page in WITH_HEADS:
        app = go(app, page)
        assert not app.exception, page
        assert not app.error, page


def test_the_grid_of_heads_has_all_layers_and_heads(opened, open_page, data_of):
    opened("deep")
    data = data_of(open_page("multi_head", source=TEXT), "head_view")
    assert data["weights"]["shape"][:2] == [6, 5]


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("learning", missing_measurements.RECORD),
        ("next_token", missing_measurements.RECORD),
        ("cross_attention", missing_measurements.ALIGNMENT),
    ],
)
def test_what_is_only_known_of_the_shipped_weights_is_left_out_and_said(
    opened, open_page, page, sentence
):
    opened("small")
    plain = sentence.replace("**", "")
    assert any(plain in one for one in remarks(open_page(page)))


def test_a_table_measured_for_other_weights_is_not_shown(opened, open_page, folders):
    opened("small")
    shutil.copy(session.storage.MODEL / "alignment.json", folders / "small")
    app = open_page("cross_attention")
    (folders / "small" / "alignment.json").unlink()
    assert missing_measurements.ALIGNMENT.replace("**", "") in remarks(app)


def test_sizes_that_no_view_can_show_are_said(opened, monkeypatch):
    opened("deep")
    monkeypatch.setitem(LARGEST, "N", 5)
    with pytest.raises(ModelUnavailable, match="N = 6; pages can show at most 5"):
        session._load.__wrapped__()


@pytest.fixture(scope="module")
def converted(tmp_path_factory, lines):
    """What ``model.marian`` writes, made by hand: biases, swish, unigram pieces, two languages."""
    root = tmp_path_factory.mktemp("converted")
    for side, language in (("source", "en"), ("target", "fr")):
        path = root / f"{side}.spm"
        with path.open("wb") as file:
            SentencePieceTrainer.train(
                sentence_iterator=iter(lines[language]),
                model_writer=file,
                vocab_size=60,
                model_type="unigram",
                hard_vocab_limit=False,
                minloglevel=2,
            )
    loaded = [SentencePieceProcessor(str(root / f"{side}.spm")) for side in ("source", "target")]
    own = dict.fromkeys(one.id_to_piece(i) for one in loaded for i in range(3, one.vocab_size()))
    pieces = ["<pad>", "<unk>", "</s>", "<start>", ">>fra<<", ">>ita<<", *own]
    (root / "pieces.json").write_text(json.dumps(pieces))
    sizes = {"N": 2, "h": 3, "d_model": 24, "d_ff": 20, "vocab_size": len(pieces)}
    codes = {"languages": ("fra", "ita"), "source_languages": ("en",)}
    config = ModelConfig(**sizes, **codes, biases=True, converted_from=MARIAN, activation="swish")
    torch.manual_seed(3)
    model = Transformer(config)
    for parameter in model.parameters():
        if parameter.dim() == 1:
            parameter.data += 0.2 * torch.randn(parameter.shape)
    save_file(model.state_dict(), root / "weights.safetensors")
    (root / "config.json").write_text(json.dumps(asdict(config)))
    return root
