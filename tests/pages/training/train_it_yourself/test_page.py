import html

import pytest

from model.small import translator
from pages.training.train_it_yourself import remarks
from pages.training.train_it_yourself.compute import heads, phrases, words
from pages.training.train_it_yourself.lessons import heads as two_heads
from pages.training.train_it_yourself.lessons import phrases as ambiguous
from tests.close import near
from ui.frame import background
from ui.queues.workers import Workers
from ui.words import format_decimal

PAGE = "train_it_yourself"
SOON = 60
FEWEST = {
    "words_steps": "100",
    "phrases_steps": "50",
    "heads_steps": "100",
    "translator_steps": "200",
}


@pytest.fixture
def workers(monkeypatch):
    """Workers of this test alone, which do not rest, and wait for a slow machine."""

    def workers(count=1, rest=0.0, longest=12):
        monkeypatch.setattr(background, "WORKERS", Workers(count, longest, rest, SOON))

    workers()
    return workers


def press(app, key):
    [button] = [button for button in app.button if button.key == key]
    return button.click().run()


def job_of(app, lesson):
    return app.session_state[background.JOBS][lesson][1]


def finish(app, lesson):
    """Wait until a training is over, and look at the page again, as its polling does."""
    assert job_of(app, lesson).over.wait(SOON)
    return app.run()


def look(app):
    shown = [str(one.value) for one in app.get("html") if 'class="look"' in str(one.value)]
    [said] = [text for text in shown if "You now know" not in text and "In this run" not in text]
    return html.unescape(said)


def texts(app):
    return " ".join(html.unescape(str(one.value)) for one in app.get("html"))


def figure(data_of, app, key):
    return data_of(app, key)["figure"]


def marks(figure):
    """The places of the points of a map, in the order of the groups."""
    groups = [trace for trace in figure["data"] if trace["mode"] == "markers"]
    return [xy for g in groups for xy in zip(g["x"], g["y"], strict=True)]


def buttons(app):
    return {button.key for button in app.button if button.key}


def close(pairs, tensor):
    return all(
        abs(x - a) + abs(y - b) < 1e-6
        for (x, y), (a, b) in zip(pairs, tensor.tolist(), strict=True)
    )


@pytest.mark.parametrize("lesson", ["words", "phrases", "heads", "translator"])
def test_every_lesson_opens_untrained_and_learns(open_page, workers, lesson):
    app = open_page(PAGE, lesson=lesson, task="copy", longest="4", **FEWEST)
    assert not app.exception
    assert f"begin_{lesson}" in buttons(app)
    assert "Press Start" in look(app)
    finish(press(app, f"begin_{lesson}"), lesson)
    assert not app.exception
    assert {f"begin_{lesson}", "begin_another"} <= buttons(app)
    assert "Press Start" not in look(app)


def test_before_the_start_the_map_is_the_untrained_network(open_page, data_of, workers):
    app = open_page(PAGE, training_seed="3")
    E = next(words.train(words.Settings(seed=3))).tensors["E"]
    assert close(marks(figure(data_of, app, "words_map")), E)
    assert f"<b>{words.count_nouns_near_own_kind(E)} of 10</b>" in look(app)
    _, inside, across = words.compute_cosines(E)
    assert f"<b>{format_decimal(inside)}</b>" in texts(app)
    assert f"<b>{format_decimal(across)}</b>" in texts(app)


def test_with_the_settings_of_the_lesson_all_nouns_have_found_their_kind_on_arrival(
    open_page, data_of, workers
):
    app = open_page(PAGE)
    assert "begin_words" in buttons(app)
    first, *_, last = words.train(words.Settings())
    for key, snapshot in (("words_before", first), ("words_map", last)):
        assert close(marks(figure(data_of, app, key)), snapshot.tensors["E"])
    assert "Animals have found animals" in look(app)


def test_after_the_end_the_pictures_are_those_of_the_trained_network(open_page, data_of, workers):
    settings = words.Settings(steps=100, seed=2)
    app = open_page(PAGE, words_steps="100", training_seed="2")
    finish(press(app, "begin_words"), "words")
    snapshots = list(words.train(settings))
    assert close(marks(figure(data_of, app, "words_map")), snapshots[-1].tensors["E"])
    curve = figure(data_of, app, "words_loss")["data"][0]
    assert curve["x"] == [snapshot.step for snapshot in snapshots]
    assert curve["y"] == near([snapshot.numbers["loss"] for snapshot in snapshots])


def test_the_slider_leads_back_to_any_step(open_page, data_of, workers):
    app = open_page(PAGE, words_steps="100")
    finish(press(app, "begin_words"), "words")
    app.select_slider[0].set_value(20).run()
    assert not app.exception
    snapshot = job_of(app, "words").poll_results()[20]
    assert close(marks(figure(data_of, app, "words_map")), snapshot.tensors["E"])
    assert f"step {snapshot.step} of 100" in app.select_slider[0].label


@pytest.mark.parametrize(
    "link",
    [
        {"lesson": "nothing", "training_seed": "0", "dimensions": "9999", "words_steps": "-1"},
        {"lesson": "translator", "task": "x", "longest": "a", "tiny_heads": "3", "example": "99"},
        {"lesson": "heads", "penalty": "nan", "heads_rate": ""},
        {"lesson": "phrases", "carry": "perhaps", "phrases": "<b>x</b>\n= =\n☃ ☃ = ☃\n" * 40},
        {"lesson": "translator", "task": "pairs", "pairs": "=\n<img src=x> = **y**\nno sign"},
        {"lesson": "translator", "task": "pairs", "pairs": "\0"},
    ],
)
def test_no_link_breaks_the_page(open_page, workers, link):
    app = open_page(PAGE, **link)
    assert not app.exception
    assert look(app)


def test_own_phrases_are_learned_and_bad_lines_are_named_as_text(open_page, data_of, workers):
    app = open_page(PAGE, lesson="phrases", phrases="iron horse = steam engine\n<i>one</i>")
    said = [str(one.value) for one in app.get("html") if "remark" in str(one.value)]
    assert any("Line 2 is left out" in one for one in said)
    groups = [trace["name"] for trace in figure(data_of, app, "phrases_now")["data"]]
    assert groups == ["animal", "food", "person", "thing", "steam engine"]
    finish(press(app, "begin_phrases"), "phrases")
    assert "of 17</b> phrases" in look(app)


def test_own_pairs_are_learned_shown_and_can_be_asked_for(open_page, workers):
    app = open_page(
        PAGE,
        lesson="translator",
        task="pairs",
        translator_steps="200",
        pairs="a <b>dog</b> = un chien\na cat = un chat",
        ask="a bird",
    )
    finish(press(app, "begin_translator"), "translator")
    assert not app.exception
    assert "2 of 2" in look(app)
    assert "It writes <b>un chien</b>, which is right." in texts(app)
    assert "It has never seen “bird”" in texts(app)
    assert "For “a bird” it writes" in texts(app)


def test_what_did_not_learn_is_said_with_the_setting_to_change():
    falling, still, jumping = [4 - n / 20 for n in range(60)], [2.0] * 60, [1.0, 9.0] * 30
    slowly = [3.25 - n / 240 for n in range(61)]
    for losses in (falling, slowly):
        assert "more steps" in remarks.suggest_setting(
            losses, can_train_longer=True, can_lower_rate=False
        )
        assert "steps" not in remarks.suggest_setting(
            losses, can_train_longer=False, can_lower_rate=True
        )
    assert "has stopped changing" in remarks.suggest_setting(
        still, can_train_longer=True, can_lower_rate=True
    )
    for losses in (jumping, [1.0, float("nan")]):
        assert "smaller learning rate" in remarks.suggest_setting(
            losses, can_train_longer=False, can_lower_rate=True
        )
        assert "rate" not in remarks.suggest_setting(
            losses, can_train_longer=True, can_lower_rate=False
        )


def test_a_penalty_that_cannot_be_smaller_is_not_advised():
    [untrained, *__] = snapshots = list(heads.train(heads.Settings(steps=1)))
    assert untrained.numbers["accuracy with"] < 0.9
    for penalty, advised in ((0.03, False), (0.1, True)):
        said = two_heads.describe_takeaway(heads.Settings(penalty), snapshots, has_ended=True)
        assert ("smaller penalty" in said) == advised


def test_attention_brings_nothing_where_no_more_is_right_than_from_the_first_word():
    settings = phrases.Settings(steps=60)
    for snapshot in list(phrases.train(settings))[1:]:
        said = ambiguous.describe_takeaway(settings, [snapshot, snapshot], has_ended=False)
        assert ("does the rest" in said) == (
            snapshot.numbers["accuracy"] > settings.first_word_accuracy
        )


@pytest.mark.parametrize(
    ("lesson", "settings"),
    [
        ("words", words.Settings()),
        ("phrases", phrases.Settings()),
        ("heads", heads.Settings()),
        ("translator", translator.Settings()),
    ],
)
def test_the_page_begins_with_the_settings_of_the_lesson(open_page, workers, lesson, settings):
    workers(rest=SOON)
    app = open_page(PAGE, lesson=lesson)
    press(app, f"begin_{lesson}")
    assert app.session_state[background.JOBS][lesson][0] == settings
    app = finish(press(app, f"stop_{lesson}"), lesson)
    assert "Not learned" not in look(app)  # it was not given the time
