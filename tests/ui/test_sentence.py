from ui.sentence import as_html, join, say, say_count

NASTY = "<b>**x**</b> {y}"


def test_what_people_typed_stays_text_and_is_never_strong():
    said = say("**{token}** is read by {other}.", token=NASTY, other=NASTY)
    assert said.runs() == [(NASTY, True), (f" is read by {NASTY}.", False)]
    safe = "&lt;b&gt;**x**&lt;/b&gt; {y}"
    assert as_html(said) == f"<b>{safe}</b> is read by {safe}."
    assert str(said) == f"{NASTY} is read by {NASTY}."


def test_numbers_are_written_as_the_template_says():
    assert (
        str(say("It is **{p:.2f}** of {count:,}.", p=1 / 3, count=1200)) == "It is 0.33 of 1,200."
    )


def test_a_string_is_written_in_the_same_way():
    assert as_html("**1** < 2") == as_html(say("**{one}** < 2", one=1)) == "<b>1</b> &lt; 2"


def test_joined_sentences_keep_their_own_values():
    words = (say_count("One word.", "**{count}** words.", count) for count in (3, 4, 1))
    assert str(join(*words, say("Of {p:.1f}.", p=0.25))) == "3 words. 4 words. One word. Of 0.2."
