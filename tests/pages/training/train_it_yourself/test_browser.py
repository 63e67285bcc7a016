LOSS = "document.querySelector('#plot-words_loss')"
STOP = "document.querySelector('.st-key-stop_words button').click()"


def test_the_curve_grows_in_place_until_stop_is_pressed(visit):
    visitor = visit()
    page = visitor.open("/train_it_yourself?lesson=words&words_steps=1000")
    page.wait_for_function(f"() => {LOSS}?._fullData?.[0].x.length === 1")
    page.evaluate(f"{LOSS}.mine = true")
    page.locator(".st-key-begin_words button").click()
    # At once, by the page itself: the training goes on for a few seconds only.
    page.wait_for_function(f"() => {LOSS}?._fullData?.[0].x.length > 4 && ({STOP}, true)")
    page.locator(".st-key-begin_another button").wait_for()
    visitor.settle()
    assert "Stopped: step" in page.locator(".st-key-job-words").inner_text()
    assert page.evaluate(f"{LOSS}.mine === true")
    seen = page.evaluate(f"{LOSS}._fullData[0].x.length")
    assert 4 < seen < 61  # it stood still before the end


def test_a_choice_inside_the_living_part_is_in_the_link_too(visit):
    visitor = visit()
    page = visitor.open("/train_it_yourself?lesson=translator&task=copy")
    page.locator(".st-key-inline-example button").nth(2).click()
    page.wait_for_function("() => new URLSearchParams(location.search).get('example') === '3'")
    page.locator(".st-key-inline-example button").first.click()
    page.wait_for_function("() => !location.search.includes('example')")
