from urllib.parse import quote_plus

import pytest

from model.measures.surprisal import kl_divergence
from pages.decoder.shifted_input import passes
from tests.close import near
from ui.readings import session
from ui.readings.token_input import TIE, token_label

SENTENCE, REFERENCE = "The cat is sleeping.", "Le chien noir dort."
LINK = (  # put_at=0: without the wrong word that the page begins with
    f"/shifted_input?to=fr&put_at=0&source={quote_plus(SENTENCE)}&reference={quote_plus(REFERENCE)}"
)


def words(page, row):
    return page.locator(f".shifted .cell.{row} .word").all_inner_texts()


def middles(page, row):
    return page.eval_on_selector_all(
        f".shifted .cell.{row}",
        "all => all.map(c => c.getBoundingClientRect()).map(r => r.left + r.width / 2)",
    )


def test_each_target_stands_one_column_before_the_step_that_reads_it(visit):
    page = visit().open(LINK)
    target, reads = words(page, "target"), words(page, "reads")
    length = target.index("</s>") + 1
    assert reads[:length] == ["<2fr>", *target[: length - 1]]
    assert middles(page, "target") == pytest.approx(middles(page, "reads"), abs=4)
    true = passes.run_reference(session.read(SENTENCE, "fr"), REFERENCE)
    right = true.logits.softmax(-1)[range(length), list(true.ids)].tolist()
    widths = page.eval_on_selector_all(
        ".shifted .cell.right i", "all => all.map(bar => parseFloat(bar.style.width) / 100)"
    )
    assert widths[:length] == near(right)
    assert page.locator(".shifted path.shift:not(.head)").count() == length - 1


def test_a_word_typed_into_the_decoders_input_moves_later_predictions_in_place(visit):
    visitor = visit()
    page = visitor.open(LINK)
    page.evaluate("document.querySelector('.shifted .sheet').mine = true")
    page.locator(".shifted .cell.reads").nth(2).click()
    field = page.locator(".shifted input")
    assert field.evaluate("field => field === document.activeElement")
    field.fill("sont")
    page.keyboard.press("Enter")
    page.wait_for_url("**put=sont**")
    page.wait_for_selector(".shifted .cell.put")
    assert words(page, "reads")[2] == "sont"
    reading = session.read(SENTENCE, "fr")
    true = passes.run_reference(reading, REFERENCE)
    other = passes.run_with_replaced_token(reading, true, 2, "sont")
    likeliest = token_label(session.load_model()[1], other.logits[2].argmax().item())
    assert words(page, "says")[2] == likeliest.removeprefix(TIE)
    bits = kl_divergence(true.logits, other.logits)
    assert bits[2:].max() > 0.01
    most = f"changes most at step {bits.argmax() + 1} ({bits.max():.2f} bits;"
    assert most in page.locator(".shifted .result").inner_text()
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(".shifted .cell.put", state="detached")
    assert words(page, "reads")[2] == "chien"
    assert page.evaluate("document.querySelector('.shifted .sheet').mine")


def test_arrow_keys_go_through_the_steps_and_the_link_follows(visit):
    visitor = visit()
    page = visitor.open(f"{LINK}&step=2")
    page.locator(".shifted .more summary").click()
    page.locator(".shifted .cell.reads[aria-checked=true]").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(".shifted .card.forced h4").inner_text().startswith("Step 3")
    page.wait_for_url("**step=3**")
    visitor.settle()
    assert page.locator(".shifted .cell.reads:focus").get_attribute("aria-checked") == "true"
    assert page.locator(".shifted .where").inner_text().startswith("step 3 of")
