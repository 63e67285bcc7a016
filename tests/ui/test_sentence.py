import pytest

from model.changes.lesson import Lesson
from model.faults import Fault
from ui.figures.figure import Figure, bar
from ui.messages import _, ngettext, use_locale
from ui.sentence import Remark, describe_error, join_remarks, remark_html, say, say_count
from ui.views import to_view_data

NASTY = "<b>**x**</b> {y}"


def test_what_people_typed_stays_text_and_is_never_strong():
    said = say("**{token}** is read by {other}.", token=NASTY, other=NASTY)
    assert said.text_runs() == [(NASTY, True), (f" is read by {NASTY}.", False)]
    safe = "&lt;b&gt;**x**&lt;/b&gt; {y}"
    assert remark_html(said) == f"<b>{safe}</b> is read by {safe}."
    assert str(said) == f"{NASTY} is read by {NASTY}."


def test_numbers_are_written_as_the_template_says():
    assert str(say("It is **{p:.2}** of {count:,}.", p=1 / 3, count=1200)) == "It is 0.33 of 1,200."


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "−0.25, +1.50, 0.0, 12,345, 1,234.5, 25%, +2.1%, 0.1, 0"),
        ("de", "−0,25, +1,50, 0,0, 12.345, 1.234,5, 25\u00a0%, +2,1\u00a0%, 0,1, 0"),
    ],
)
def test_a_gap_says_how_its_number_is_written_in_the_visitors_language(language, written):
    template = "{a:.2}, {b:+.2}, {c:.1}, {d:,}, {e:,.1}, {f:%}, {g:+.1%}, {h:g}, {i:g}"
    values = dict(
        zip("abcdefghi", (-0.25, 1.5, -0.01, 12345, 1234.5, 0.25, 0.021, 0.1, -0.0), strict=True)
    )
    with use_locale(language):
        assert str(say(template, **values)) == _(template).format(**values) == written


def test_a_gap_that_asks_for_anything_else_is_refused():
    with pytest.raises(ValueError, match=r"'\.2f' doesn't say how a number is written"):
        _("{p:.2f}").format(p=0.5)


def test_a_text_is_refused_in_every_language_where_a_number_is_asked_for():
    for language in ("en", "de"):
        with use_locale(language), pytest.raises(TypeError, match=r"'0\.5' is a text"):
            _("{p:.2}").format(p="0.5")


def test_a_fault_has_its_numbers_in_the_visitors_language():
    with pytest.raises(Fault) as caught:
        Lesson(pairs=(), rate=1.5)
    fault = caught.value
    assert str(fault) == describe_error(fault)
    assert str(fault) == "the learning rate must be between 0 and 1, not 1.5"
    with use_locale("de"):
        assert "1,5" in describe_error(fault)


def test_a_string_is_written_in_the_same_way():
    assert remark_html("**1** < 2") == remark_html(say("**{one}** < 2", one=1)) == "<b>1</b> &lt; 2"


def test_joined_sentences_keep_their_own_values():
    words = (say_count("One word.", "**{count}** words.", count) for count in (3, 4, 1))
    assert (
        str(join_remarks(*words, say("Of {p:.1}.", p=0.25)))
        == "3 words. 4 words. One word. Of 0.2."
    )


TYPED = "**a** *b* **", "*", "**", "***"


@pytest.mark.parametrize("typed", TYPED)
def test_stars_that_people_typed_are_stars_wherever_a_message_is_shown(typed):
    text = _("“{token}” is **{one}**.").format(token=typed, one=1)
    for said in (text, f"{text} {text}", say("{text}", text=text)):
        assert "<b>" in remark_html(said) or isinstance(said, Remark)
        assert f"“{typed}” is" in remark_html(said)
        assert "\u2060" not in remark_html(said)
    assert remark_html(f"{text}") == f"“{typed}” is <b>1</b>."
    inside = _("**{token}** is read.").format(token=typed)
    assert remark_html(inside) == f"<b>{typed}</b> is read."


@pytest.mark.parametrize("typed", TYPED)
def test_stars_of_a_text_that_was_named_in_a_list_are_stars_too(typed):
    named = _("“{text}”").format(text=typed)
    said = _("It has {words}.").format(words=", ".join([named, named]))
    assert remark_html(said) == f"It has “{typed}”, “{typed}”."
    assert to_view_data({"said": [said]}) == {"said": [f"It has “{typed}”, “{typed}”."]}
    drawn = Figure(bar(customdata=[said])).to_dict()
    assert drawn["data"][0]["customdata"] == [f"It has “{typed}”, “{typed}”."]


def test_a_message_in_the_gap_of_another_one_keeps_what_is_bold():
    inner = ngettext("**{count}** token", "**{count}** tokens", 2).format(count=2)
    assert remark_html(_("It has {tokens}.").format(tokens=inner)) == "It has <b>2</b> tokens."
