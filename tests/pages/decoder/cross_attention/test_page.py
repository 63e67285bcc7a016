"""The cross-attention page shows the model's own weights, merged, hidden and compared as said."""

import pytest
import torch

from model.languages import language_name
from model.measures.heads import key_contribution_norms
from pages.decoder.cross_attention import choices, remarks
from pages.decoder.cross_attention.rows import number_words
from tests.close import assert_near
from ui.frame.bar import DEFAULT
from ui.readings import session
from ui.readings.reading import SilencedHead

PAIR = {"source": DEFAULT, "from": "en", "to": "fr"}


def texts(tokens):
    return [token["text"] for token in tokens]


def lookup(app):
    return " ".join(e.proto.body for e in app.get("html") if "In your sentence" in e.proto.body)


def test_both_readers_get_the_models_own_weights(cross):
    data, tensors, _ = cross(rows="writes", hide_end="False", compare="de")
    assert [reader["language"] for reader in data["readers"]] == ["French", "German"]
    for place, language in enumerate(("fr", "de")):
        reading = session.read(DEFAULT, language)
        sent = tensors[f"{place}.weight"]
        for layer in range(4):
            own = reading.attention("cross", layer)["weights"][0]
            assert_near(sent[layer, :8], own)
            assert_near(sent[layer, 8], own.mean(dim=0))
        assert_near(sent[4], sent[:4].mean(dim=0))
        assert texts(data["readers"][place]["tokens"]) == [t.text for t in reading.output]
    assert texts(data["source"]) == [token.text for token in reading.source]


def test_contributions_are_shares_of_what_the_models_values_add(cross):
    _, tensors, _ = cross(hide_end="False")
    attention = session.read(DEFAULT, "fr").attention("cross", 2)
    module = session.load_model()[0].get_submodule("decoder.layers.2.cross_attention")
    weights, v = attention["weights"][0], attention["v"][0]
    alone, together = key_contribution_norms(weights, v, module.W_O.weight.detach())
    sent = tensors["0.contribution"][2]
    assert_near(sent[:8], alone / alone.sum(dim=-1, keepdim=True))
    assert_near(sent[8], together / together.sum(dim=-1, keepdim=True))


def test_the_two_names_of_a_row_are_one_token_apart(cross):
    writes, same, _ = cross(rows="writes")
    reads, again, _ = cross(rows="reads")
    assert texts(reads["readers"][0]["tokens"])[1:] == texts(writes["readers"][0]["tokens"])[:-1]
    assert reads["readers"][0]["tokens"][0]["text"] == "<2fr>"
    assert_near(same["0.weight"], again["0.weight"])


def test_what_is_hidden_is_told_and_rows_can_sum_to_one_again(cross):
    data, tensors, _ = cross(hide_marks="True")
    assert "</s>" not in texts(data["source"])
    assert "." not in texts(data["source"])
    rows = tensors["0.weight"].sum(dim=-1)
    assert (rows < 0.9999).any()
    assert_near(rows + tensors["0.weight.hidden"], torch.ones_like(rows))
    _, again, _ = cross(hide_marks="True", renormalise="True")
    assert_near(again["0.weight"].sum(dim=-1), torch.ones_like(rows))
    assert_near(again["0.weight"], tensors["0.weight"] / rows.unsqueeze(-1))
    assert_near(again["0.weight.hidden"], tensors["0.weight.hidden"])


def test_words_get_what_their_pieces_get_together(cross):
    data, words, _ = cross(whole="True", hide_end="False", rows="writes")
    _, pieces, _ = cross(whole="False", hide_end="False", rows="writes")
    reading = session.read(DEFAULT, "fr")
    numbers, columns = number_words(reading.output), number_words(reading.source)
    assert data["readers"][0]["row_of"] == numbers
    for word in range(max(numbers) + 1):
        rows = [i for i, number in enumerate(numbers) if number == word]
        mean = pieces["0.weight"][:, :, rows].mean(dim=2)
        for column in range(max(columns) + 1):
            own = [i for i, number in enumerate(columns) if number == column]
            assert_near(words["0.weight"][:, :, word, column], mean[..., own].sum(dim=-1))


def test_a_first_visit_begins_with_what_aligns_best_and_a_link_with_what_it_asks(cross):
    best = choices.load_alignment_table()["best"]
    data, _, app = cross()
    head = 8 if best["head"] is None else best["head"]
    assert (data["shift"], data["layer"], data["head"]) == (best["shift"], best["layer"], head)
    assert app.session_state["step"] == data["step"] + 1
    asked, _, _ = cross(layer="2", head="5", step="3")
    assert (asked["layer"], asked["head"], asked["step"]) == (1, 4, 2)


@pytest.mark.parametrize("bad", ["0", "99", "-1", "x", ""])
def test_a_link_that_makes_no_sense_opens_the_page(cross, bad):
    names = ("layer", "step", "rows", "shown", "compare", "all_heads", "head_measure", "whole")
    data, _, _ = cross(**dict.fromkeys(names, bad))
    assert 0 <= data["layer"] <= 4
    assert data["shown"] == "weight"


def test_all_heads_and_all_layers_can_be_looked_at(cross):
    data, _, _ = cross(all_heads="1", all_layers="1", layer="2")
    assert (data["layer"], data["head"]) == (4, 8)


@pytest.mark.parametrize("text", ["Hi", "?", "🙂 日本語", "<b>$x$</b> **a** `b`", "word " * 40])
def test_any_sentence_has_its_rows(cross, text):
    data, tensors, app = cross(source=text, whole="True", hide_marks="True", shown="contribution")
    for place, reader in enumerate(data["readers"]):
        shape = (5, 9, len(reader["tokens"]), len(data["source"]))
        assert tensors[f"{place}.weight"].shape == shape
    assert not any(one.isnan().any() for one in tensors.values())
    assert len(data["source"]) > 0
    assert "contributes the most to" in lookup(app)


def test_a_language_that_was_never_learned_is_marked_and_none_can_be_chosen(cross):
    source = {"source": "Le chat dort.", "from": "fr", "to": "en"}
    other = next(c for c in ("de", "es", "fr") if not session.was_trained_on("fr", c))
    data, _, _ = cross(**source, compare=other)
    assert [reader["note"] for reader in data["readers"]] == ["", "never trained"]
    data, _, app = cross(**source, compare="none")
    assert len(data["readers"]) == 1
    assert "Choose a second language" in " ".join(e.proto.body for e in app.get("html"))


def test_the_second_language_gives_way_when_the_bar_takes_it(open_page, data_of):
    app = open_page("cross_attention", **PAIR, compare="de")
    app.selectbox(key="to").set_value("de").run()
    assert not app.exception
    languages = [reader["language"] for reader in data_of(app, "memory_view")["readers"]]
    assert languages[0] == language_name("de")
    assert "German" not in languages[1:]


def test_both_languages_read_the_very_same_memory(cross):
    _, _, app = cross(compare="de")
    assert_near(*(session.read(DEFAULT, code).trace["memory"] for code in ("fr", "de")))
    assert any("not a single one differs" in e.proto.body for e in app.get("html"))


def test_a_silenced_head_contributes_nothing(cross):
    data, tensors, _ = cross(silenced="cross-2-3", hide_end="False")
    assert data["silenced"] == [[1, 2]]
    assert (tensors["0.contribution"][1, 2] == 0).all()
    reading = session.read(DEFAULT, "fr", (SilencedHead("cross", 1, 2),))
    assert_near(tensors["0.weight"][1, 2], reading.attention("cross", 1)["weights"][0, 2])


def test_what_to_look_for_names_the_strongest_source_word(cross):
    data, tensors, app = cross(layer="3", head="6", rows="writes", step="3")
    row = tensors["0.weight"][2, 5, 2]
    word = texts(data["source"])[int(row.argmax())]
    said = lookup(app).replace(" (1st)", "").replace(" (2nd)", "")
    assert f"gives the most weight to <b>“{word}”</b>: {100 * row.max():.0f}%" in said


def test_the_second_language_is_asked_who_reads_the_same_word(cross):
    """Its row may read another word more: then that is said."""
    for layer, head, step in (("1", "2", "10"), ("4", "1", "3"), ("1", "3", "6")):
        data, tensors, app = cross(layer=layer, head=head, rows="writes", step=step)
        first, second = (
            tensors[f"{place}.weight"][data["layer"], data["head"]] for place in (0, 1)
        )
        column = int(first[data["step"]].argmax())
        row = int(second[:, column].argmax())
        token = texts(data["readers"][1]["tokens"])[row]
        assert (
            f"In German, “{token}” gives it the most weight ({100 * second[row, column]:.0f}%)"
            in lookup(app)
        )
        more = int(second[row].argmax())
        assert (f"But “{texts(data['source'])[more]}” gets even more" in lookup(app)) == (
            more != column
        )


def test_a_source_word_that_no_row_reads_most_is_named(cross):
    data, tensors, app = cross(layer="1", head="2", rows="writes")
    read = set(tensors["0.weight"][0, 1].argmax(dim=-1).tolist())
    missed = [
        token["text"]
        for column, token in enumerate(data["source"])
        if column not in read and token["text"] != "."
    ]
    named = [
        text for text in missed if f"“{text}”" in lookup(app).partition("In French, no word")[2]
    ]
    assert named == (missed if len(missed) <= remarks.FEW else [])


def test_the_decoder_looks_back_only(cross, data_of):
    _, tensors, app = cross()
    reading = session.read(DEFAULT, "fr")
    back = tensors["back"]
    assert_near(back[2, 5], reading.attention("decoder", 2)["weights"][0, 5])
    assert (back.triu(diagonal=1) == 0).all()
    assert texts(data_of(app, "look_back")["tokens"]) == [t.text for t in reading.target]
