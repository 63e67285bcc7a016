import re

LINK = "/cheat_sheet?to=fr&source=The+cat+sleeps+because+it+is+tired.&sections=all"


def test_the_sheet_is_printed_on_one_page(visit):
    page = visit(color_scheme="dark").open(LINK)
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    page.emulate_media(media="print")
    for gone in (".stSidebar", ".st-key-bar", ".prediction", ".sizes"):
        assert not page.locator(gone).first.is_visible()
    for shown in (".st-key-sheet .katex", ".shape", ".st-key-block-lab-head_census"):
        assert page.locator(shown).first.is_visible()
    colours = page.evaluate(
        "() => ['.stApp', '.shape b'].map((s, i) => getComputedStyle(document.querySelector(s))"
        "[i ? 'color' : 'backgroundColor'])"
    )
    assert colours == ["rgb(255, 255, 255)", "rgb(21, 32, 43)"]
