"""The embedding page shows rows of E, what is near to them, and where they work."""

import pytest
from torch.nn.functional import cosine_similarity

from pages.input.embedding import analogy, neighbour_map
from pages.input.embedding.views.lookup import ROWS
from tests.close import assert_near, near
from tests.unpacked import unpacked
from tests.vocabularies import without_bytes
from ui.readings import session

BAD = {
    "nothing": "",
    "spaces": "   ",
    "emoji": "😀👨‍👩‍👧",
    "markup": "<b>x</b> **y** $z$",
    "long": "ab" * 300,
    "control": "\x00\x07",
}


@pytest.fixture
def open_embedding(open_page):
    return lambda **parameters: open_page("embedding", **parameters)


@pytest.fixture
def E():
    return session.embedding_matrix()


@pytest.fixture
def tokenizer():
    return session.load_model()[1]


def test_the_lit_row_is_the_tokens_own(open_embedding, data_of, E, tokenizer):
    app = open_embedding(source="The cat sleeps.", word="2")
    picture, reading = data_of(app, "lookup"), app.session_state["read"].read()
    assert picture["chosen"] == 1
    windows, near, rest = unpacked(picture["windows"]), unpacked(picture["near"]), E - E.mean(dim=0)
    for place, row in enumerate(reading.source_ids):
        lit = row - picture["starts"][place]
        assert 0 <= lit < ROWS
        assert_near(windows[place, lit], rest[row])
        assert_near(near[place, 0], rest[row])
        assert picture["names"][place][lit] == tokenizer.pieces([row])[0]
        alike = cosine_similarity(near[place, :1], near[place])
        assert alike.tolist() == sorted(alike.tolist(), reverse=True)
        assert picture["near_names"][place][0] == tokenizer.pieces([row])[0]
    overview = unpacked(picture["overview"])
    assert_near(overview, E[:: -(-len(E) // len(overview))])


@pytest.mark.parametrize(
    ("before", "word"),
    [("several", "sleeping"), ("bar", "Hund"), ("control", "fatigué"), ("anderes", "cansado")],
)
def test_the_lead_names_a_neighbour_on_the_list(before, word, tokenizer):
    [row] = tokenizer.encode(word)
    assert tokenizer.pieces([row - 1]) == [f"▁{before}"]


def test_the_strips_add_up_to_what_enters_the_first_layer(open_embedding, data_of):
    app = open_embedding(source="The cat sleeps.", word="2", sections="all")
    row, scaled, position, output = (unpacked(r["vector"]) for r in data_of(app, "sum")["rows"])
    assert_near(scaled, row * len(row) ** 0.5)
    assert_near(output, scaled + position)
    recorded = app.session_state["read"].read().trace["encoder.embedding.output"][0, 1]
    assert_near(output, recorded)


def test_the_map_has_each_piece_with_its_nearest_rows(open_embedding, data_of, E, tokenizer):
    app = open_embedding(source="The cat sleeps.", around="2", also="dog Qzxv")
    picture, reading = data_of(app, "word_map"), app.session_state["read"].read()
    points, ids, rest = picture["points"], list(reading.source_ids), E - E.mean(dim=0)
    assert len(points) == picture["places"]["shape"][0]
    for row, place in zip(ids, picture["tokens"], strict=True):
        alike = cosine_similarity(rest[row].unsqueeze(0), rest)
        alike[row] = -2
        values, rows = alike.topk(neighbour_map.LISTED)
        point = points[place]
        assert point["kind"] == "source"
        assert [n["text"] for n in point["near"]] == tokenizer.pieces(rows.tolist())
        assert [n["cosine"] for n in point["near"]] == near(values.tolist())
        assert [points[i]["text"] for i in point["links"]] == [n["text"] for n in point["near"]][:2]
    kinds = {point["text"]: point["kind"] for point in points}
    assert set(tokenizer.pieces(reading.output_ids)) <= set(kinds)
    assert kinds["Qzxv"] == "mean"
    assert kinds["▁dog"] == "added"


def test_pieces_that_are_signs_make_no_formula(open_embedding):
    app = open_embedding(source="20% of it", word="2", sections="neighbours_in_all_languages")
    [text] = [one.value for one in app.markdown if "Ids follow the tokenizer" in one.value]
    assert r"\$" in text
    assert "$" not in text.replace(r"\$", "")


def test_the_answers_are_searched_among_all_rows(open_embedding, data_of, E, tokenizer):
    app = open_embedding(start="dogs", minus="dog", plus="cat")
    first, *_ = data_of(app, "answers")["lists"]
    ids = [tokenizer.encode(word) for word in ("dogs", "dog", "cat")]
    a, b, c = (E[row].mean(dim=0) for row in ids)
    values, rows = cosine_similarity((a - b + c).unsqueeze(0), E).topk(len(first["near"]))
    assert [n["text"] for n in first["near"]] == tokenizer.pieces(rows.tolist())
    assert [n["cosine"] for n in first["near"]] == near(values.tolist())
    typed = {n["text"] for n in first["near"] if n["kind"] == "aside"}
    assert typed <= {piece for row in ids for piece in tokenizer.pieces(row)}
    assert len(first["near"]) - len(typed) == neighbour_map.LISTED


def test_a_word_of_several_pieces_is_their_mean_and_the_page_says_so(E, tokenizer):
    word = "Qzxv"
    pieces = tokenizer.encode(word)
    term = analogy.make_word_vector(E, tokenizer, word)
    assert_near(term.vector, E[pieces].mean(dim=0))
    assert f"{len(pieces)} tokens" in term.remark
    assert "mean" in term.remark
    assert (
        f"{len(tokenizer.encode('😀'))} tokens"
        in analogy.make_word_vector(E, tokenizer, "😀").remark
    )
    assert "<unk>" in analogy.make_word_vector(E, without_bytes(tokenizer), "😀").remark
    whole = next(p for p in tokenizer.pieces(range(900, 2000)) if p[0] == "▁" and p[1:].isalpha())
    assert analogy.make_word_vector(E, tokenizer, whole[1:]).remark == ""


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_anything_may_be_typed_as_a_word(open_embedding, data_of, tokenizer, text):
    app = open_embedding(start=text, also=text)
    assert not app.exception
    if tokenizer.encode(text):
        assert data_of(app, "answers")["lists"][0]["near"]
    else:
        assert "each of the three fields" in app.info[0].value
    app.text_input(key="plus").set_value(text[: analogy.LONGEST]).run()
    app.text_input(key="also").set_value(text[:60]).run()
    assert not app.exception


def test_an_example_fills_the_three_fields(open_embedding):
    app = open_embedding(source="Hi")
    app.button(key="sum_2").click().run()
    assert tuple(app.text_input(key=key).value for key in analogy.KEYS) == analogy.EXAMPLES[2]


@pytest.mark.parametrize("words", analogy.EXAMPLES[:-1])  # of the last one it is known to fail
def test_an_example_leads_where_neither_word_alone_would(words, E, tokenizer):
    _, remarks = analogy.find_analogy_rows(
        E, tokenizer, [analogy.make_word_vector(E, tokenizer, w) for w in words]
    )
    assert len(remarks) == 1  # each word is one piece
    assert "no arithmetic was needed" not in remarks[0]


def test_the_row_works_in_three_places(open_embedding, data_of, E):
    app = open_embedding(source="Hi Tom.", at="1")
    picture, reading = data_of(app, "shared_row"), app.session_state["read"].read()
    assert {use["difference"] for use in picture["uses"]} == {0}
    logits = reading.trace["logits"][0, : len(reading.output)]
    x = reading.trace[
        f"decoder.layers.{session.load_model()[0].config.N - 1}.add_and_norm_3.output"
    ]
    for i, use in enumerate(picture["uses"]):
        assert [reading.source_ids[at] for at in use["source"]] == [use["id"]] * len(use["source"])
        assert [reading.target_ids[at] for at in use["target"]] == [use["id"]] * len(use["target"])
        assert use["source"] or use["target"]
        shown = unpacked(picture["logits"])[:, i]
        assert_near(shown, logits[:, use["id"]])
        assert_near(shown, (x[0, : len(shown)] @ E[use["id"]]))
    said, row, products = (unpacked(r["vector"]) for r in data_of(app, "logit")["rows"])
    assert_near(said, x[0, 0])
    assert_near(products, said * row)
    chosen = picture["uses"][picture["chosen"]]["id"]
    assert products.sum().item() == pytest.approx(logits[0, chosen].item(), abs=1e-3)


def test_links_out_of_range_are_dropped(open_embedding, data_of):
    app = open_embedding(source="Hi", word="99", piece="99", at="99", around="3")
    assert not app.exception
    assert data_of(app, "lookup")["chosen"] == 0
    assert data_of(app, "shared_row")["at"] == -1
