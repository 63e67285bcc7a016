import torch

from ui.readings import session

HERE = "/encoder_stack?to=fr&source=The+cat+sleeps.&word=2"
LINK = f"{HERE}&sentences=watch&sections=which_words_become_similar"
DRAWN = """key => {
  const node = document.querySelector(`#plot-${key}`);
  return node.dataset.revision && node.data[0].z;
}"""


def test_another_word_repaints_the_cosines_in_place(visit):
    visitor = visit()
    page = visitor.open(LINK)
    stream = session.read("The cat sleeps.", "fr").trace.residual_stream("encoder")

    def wait_for(place):
        own = stream[:, place]
        expected = torch.cosine_similarity(own.unsqueeze(0), own.unsqueeze(1), dim=-1)
        page.wait_for_function(
            f"z => {{ const drawn = ({DRAWN})('between');"
            " return drawn && drawn.every((row, i) => row.every("
            "(v, j) => Math.abs(v - z[i][j]) < 1e-4)); }",
            arg=expected.tolist(),
        )

    wait_for(1)
    page.evaluate("document.querySelector('#plot-between').mine = true")
    page.locator(".tokens [role=radio]").nth(2).click()
    page.locator("#plot-between").scroll_into_view_if_needed()
    wait_for(2)
    page.wait_for_url("**word=3**")
    assert page.evaluate("document.querySelector('#plot-between').mine")
    assert page.get_by_text("They watch the children in the garden.").first.is_visible()
