import re

import pytest

from pages.background.cheat_sheet import sheet, sizes_table
from pages.background.cheat_sheet.compute import TABLE_3, Sizes, Table3Row, count_parameters
from ui.contents import PAGES
from ui.frame import texts
from ui.readings import session

PAGE = "cheat_sheet"
SENTENCE = "The cat sleeps because it is tired."


@pytest.fixture(scope="module")
def reading():
    return session.read(SENTENCE, "fr")


def shapes(reading):
    return sheet.list_block_shapes(
        reading, session.load_model()[0].config, session.training_record()
    )


def test_every_block_has_its_words_its_formula_and_a_page():
    words = texts.read_page_sections(PAGE)
    for heading, block in sheet.BLOCKS.items():
        line, formula = words[heading].split("\n\n")
        assert 0 < len(line) < 80
        assert formula.startswith("$$")
        assert formula.endswith("$$")
        assert block.page in {page.name for page in PAGES}


def test_lab_pages_stand_on_the_sheet_with_a_line_of_their_own(open_page):
    words = texts.read_page_sections(PAGE)
    app = open_page(PAGE)
    shown = [one.value for one in app.markdown]
    lab = {page.name for page in PAGES if page.section == "lab"}
    for heading, page in sheet.LAB.items():
        assert page in lab
        assert 0 < len(words[heading]) < 80
        assert words[heading] in shown


@pytest.mark.parametrize(
    ("block", "tap"),
    [
        ("Embedding", "encoder.embedding.embedding"),
        ("Queries, keys, values", "encoder.layers.0.self_attention.q"),
        ("Residual and norm", "encoder.layers.0.add_and_norm_1.output"),
        ("Encoder stack", "memory"),
        ("Scaled dot-product", "encoder.layers.0.self_attention.heads"),
        ("Masked self-attention", "decoder.layers.0.self_attention.heads"),
        ("Cross-attention", "decoder.layers.0.cross_attention.heads"),
        ("Decoder stack", "decoder.layers.0.add_and_norm_3.output"),
        ("Linear and softmax", "logits"),
    ],
)
def test_the_shapes_are_those_of_the_tensors(reading, block, tap):
    here = shapes(reading)[block][0].split("→")[-1]
    assert here.strip().replace(",", "") == " × ".join(map(str, reading.trace[tap][0].shape))


def test_the_papers_shapes_have_its_sizes_and_the_sentences_tokens(reading):
    n, m = len(reading.source), len(reading.target)
    paper = {name: shape for name, (_, shape) in shapes(reading).items()}
    assert paper["Feed-forward"] == f"{n} × 2,048 → {n} × 512"
    assert paper["Linear and softmax"] == f"{m} × 37,000"
    assert paper["Learning rate"] == "highest 0.00070"  # 512 ** -0.5 * 4000 ** -0.5


def test_the_highest_learning_rate_was_used_and_no_step_used_a_higher_one(reading):
    highest = shapes(reading)["Learning rate"][0].removeprefix("highest ")
    used = [f"{point['rate']:.5f}" for point in session.training_record()["curve"]]
    assert sorted(used)[-1] == highest


def test_the_table_counts_with_the_chosen_vocabulary(open_page):
    app = open_page(PAGE, vocabulary="411")
    text = next(one.value for one in app.get("html") if 'class="sizes"' in str(one.value))
    for row in TABLE_3:
        millions = sum(count_parameters(row.sizes, 41_100).values()) / 1e6
        assert f"<td>{millions:.2f} M</td>" in text
    own = sum(p.numel() for p in session.load_model()[0].parameters())
    assert f"<td>{own / 1e6:.2f} M</td>" in text
    assert (
        sizes_table.list_parameter_formulas(session.load_model()[0].config)["together"]
        == f"{own:,}"
    )


def test_a_wrong_vocabulary_in_the_link_is_forgotten(open_page):
    app = open_page(PAGE, vocabulary="9000")
    assert not app.exception
    assert app.slider(key="vocabulary").value == 370


def test_the_finding_counts_the_rows_that_round_to_the_printed_number():
    for vocab_size in (37_000, 41_100, 36_000):
        printed = [row for row in TABLE_3 if row.printed]
        same = sum(
            round(sum(count_parameters(row.sizes, vocab_size).values()) / 1e6) == row.printed
            for row in printed
        )
        assert f"**{same or 'none'} of the {len(printed)}**" in sizes_table.describe_vocabulary_fit(
            vocab_size
        )


def test_sizes_that_differ_from_the_base_model_are_bold():
    row = sizes_table.sizes_row_html(Table3Row("(C)", Sizes(N=2), 36), 37_000, 10**9)
    assert re.findall("<b>(.*?)</b>", row) == ["2"]


@pytest.mark.parametrize("text", ["Hi", "🙂 𝄞", "<b>no</b> $x^2$ **y**", "word " * 60])
def test_any_sentence_is_shown(open_page, text):
    assert not open_page(PAGE, source=text).exception
