"""Tokens as views get them: each says in which language a voice should read it."""


def test_tokens_say_their_language_and_marks_have_none(open_page, data_of):
    app = open_page("cross_attention", source="Le chien dort.", to="de")
    data = data_of(app, "memory_view")
    reader = data["readers"][0]
    assert data["langs"] == {"source": "fr", "target": "de"}
    assert {token["lang"] for token in data["source"]} == {"fr"}  # the end token is not shown
    assert reader["reads"][0] == {**reader["reads"][0], "special": True, "lang": None}
    assert {token["lang"] for token in reader["reads"][1:]} == {"de"}
    written = [(token["special"], token["lang"]) for token in reader["tokens"]]
    assert set(written) == {(False, "de"), (True, None)}  # the end token is a mark
