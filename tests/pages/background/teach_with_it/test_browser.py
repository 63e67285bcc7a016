"""The page for teachers in a browser: the results of a class, a lecture that arrow keys walk."""

from playwright.sync_api import expect

from ui.frame.tour.lecture import pack_lecture, parse_lecture
from ui.result_code import QuestionResult, Result, encode_result

# What the browser says to the server, as text: the name of a student may not be in it.
OVERHEARD = """() => {
  window.said = [];
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    window.said.push(new TextDecoder("latin1").decode(data));
    return send.call(this, data);
  };
}"""


def link(number: int) -> str:
    answers = [
        QuestionResult(
            "5", "scaled_dot_product", "1" if number % 4 else "0", "ab"[number % 4 == 0]
        ),
        QuestionResult("13", "masking", "1")
        if number % 2
        else QuestionResult("13", "masking", "0", "c", "Which word?", "“dog”"),
    ]
    result = Result(f"Student {number:02}", "2026-03-02 10:05", 9, "<b>A dog.</b>", "1", answers)
    return f"https://school.example/questions?questions=5,13&result={encode_result(result)}"


def test_forty_results_make_a_table_and_nothing_of_them_leaves_the_browser(visit):
    visitor = visit()
    page = visitor.open("/teach_with_it?sections=results")
    links = [link(number) for number in range(38)]
    lines = [*links, links[5], links[6]]
    lines[0], lines[1], lines[2] = lines[0][:-3], lines[1][:90], lines[2][:60]
    code = links[3].rpartition("result=")[2]
    lines[3] = lines[3].replace(code, code[:30] + ("A" if code[30] != "A" else "B") + code[31:])
    page.evaluate(OVERHEARD)
    asked = len(visitor.fetched)
    page.get_by_label("Your students' links or codes").fill("\n".join(lines))
    expect(page.locator(".class_results .count")).to_have_text("34 results.")
    rows = page.locator(".class_results tbody tr")
    expect(rows).to_have_count(34)
    faults = page.locator(".class_results .faults li")
    expect(faults).to_have_count(6)
    expect(rows.first.locator("th")).to_have_text("Student 04")
    expect(rows.first).to_contain_text("<b>A dog.</b>")
    page.get_by_role("button", name="Name or code").click()
    expect(rows.first.locator("th")).to_have_text("Student 37")
    missed = page.locator(".class_results .missed li").first
    expect(missed).to_contain_text("Question 13 “Which word?”: 17 of 34 got it wrong")
    expect(missed).to_contain_text("answer “dog”.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as CSV").click()
    assert download.value.suggested_filename == "results.csv"
    assert not any("Student" in said for said in page.evaluate("window.said"))
    assert not [one for one in visitor.fetched[asked:] if not one.startswith("blob:")]
    missed.get_by_role("link").click()
    page.wait_for_url("**/masking*")


# Its first picture begins below the bar, and high enough to be seen.
PICTURE_IN_SIGHT = """() => {
  const picture = document.querySelector('.stMain .stElementContainer:has(.taken-away)');
  const top = picture.getBoundingClientRect().top;
  return top >= 0 && top < 0.45 * innerHeight;
}"""


def test_arrow_keys_walk_through_a_lecture_and_not_through_the_menu(visit):
    stops, _ = parse_lecture("/masking?layer=2\nLook <i>here</i>\n\n/next_token\nThen here")
    visitor = visit(1280, 720)
    page = visitor.open(f"/masking?present=true&tour={pack_lecture(stops)}&sections=none")
    expect(page.locator(".tour_strip .task")).to_have_text("Look <i>here</i>")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/next_token?*")
    expect(page.locator(".tour_strip .task")).to_have_text("Then here")
    visitor.settle()
    page.wait_for_function(PICTURE_IN_SIGHT)
    page.locator(".tour_strip .card").focus()  # it has the focus when a stop begins
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/masking?*")
    assert "layer=2" in page.url


def test_a_plan_is_read_on_a_phone(visit):
    visitor = visit(390, 844)
    page = visitor.open("/teach_with_it?sections=all")
    expect(page.locator(".plan").first).to_be_visible()
    assert visitor.width_to_spare() >= 0


def test_a_printed_plan_has_all_its_columns_and_no_empty_field(visit):
    visitor = visit(703, 1000)  # A4, less its margins
    page = visitor.open("/teach_with_it?sections=all")
    page.emulate_media(media="print")
    table = page.locator(".plan").first
    spare = "table => table.closest('.stHtml').clientWidth - table.scrollWidth"
    assert table.evaluate(spare) >= 0
    goal = table.locator("td").last
    assert goal.evaluate("cell => cell.scrollWidth <= cell.clientWidth")
    expect(goal).to_be_visible()
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    assert table.locator(".reply").evaluate_all(cut) == 0
    size = "all => new Set(all.map(one => getComputedStyle(one).fontSize)).size"
    assert table.locator("td, .reply").evaluate_all(size) == 1
    for field in (".st-key-lecture_lines textarea", ".class_results textarea"):
        expect(page.locator(field)).to_be_hidden()
