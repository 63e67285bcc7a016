"""What careless and hostile people type, link, say and send, and a run of very many of all.

``python -m tests.hostile --texts 10000 --links 3000 --said 5`` sends them to a real server over
real connections, on random pages, and counts exceptions on the pages and tracebacks in the log:
texts, links, nonsense said with each view and each control, messages and requests that no page
sends. Servers whose files beside the weights are damaged are looked at, too. Then scripts and
markup go into every field and parameter of every page in Chromium (``--no-markup`` for not): none
of it may be executed or rendered.
"""

import argparse
import random
import string
import tempfile
from urllib.parse import urlencode

from hypothesis import strategies as st

from tests import hostile_files, hostile_protocol, hostile_views
from tests.hostile_markup import all_taken
from tests.protocol import Visitor
from tests.server import serve
from ui.contents import FRONT
from ui.contents import PAGES as TABLE
from ui.frame.connection import PAGE_REQUEST_TIMEOUT

PAGES = [page.name for page in TABLE]
ADDRESSES = ["" if page == FRONT else page for page in PAGES]
CODES = "abcdefghiklmnoprstuwx-=_0123456789. "  # of which the codes of edits are made
MARKUP = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</div><h1>", "{{7*7}}", "%s%n%d",
    "$\\frac{1}{0}$", "[a](javascript:alert(1))", "![](https://example.org/x.png)", "**bold**",
    "'; DROP TABLE words; --", "../../etc/passwd", ":material/home:", ":red[text]", "`code`",
)  # fmt: skip
ODD = (
    "\0", "\u200b", "\u202eabc", "e" + "\u0301" * 200, "\U0001f469\u200d\U0001f467" * 5, "\ud83d",
    "½ ¼ ①", "ﷺ", "שלום", "مرحبا", "漢字かな交じり文", "\t\r\n", "…", "a" * 4_000, "the " * 900,
    "! ? , .", "-0.0 1e309 NaN",
)  # fmt: skip
# What a link may hold: controls of all pages, with values that make sense and that make none.
KEYS = (
    "source", "from", "to", "layer", "head", "word", "step", "edits", "silenced", "attention",
    "beam", "alpha", "begin", "temperature", "top_k", "top_p", "seed", "key", "unit", "position",
    "dimension", "put", "reference", "beside", "instead", "length", "pair", "k", "causal", "lesson",
    "steps", "rate", "phrases", "pairs", "example", "view", "open", "questions", "tour", "embed",
    "own", "who", "reveal", "result", "s", "exercise_began", "tour_took",
)  # fmt: skip
VALUES = (
    "", "0", "1", "-1", "3", "8", "999999999999999999999", "1.5", "-0", "NaN", "inf", "True", "en",
    "fr", "xx", "encoder", "cross", "no-mask", "encoder-1-1", "row-cross-1-1-1=1_0.5", "shuffled=3",
)  # fmt: skip

NONSENSE = {
    "from": "Klingon", "to": "", "layer": "99", "head": "-1", "word": "1e9", "key": "x",
    "attention": "<b>", "silenced": "encoder-9-9 what cross-1-1-1 decoder-0-1",
    "edits": "no-sense row-encoder-1-1-99=1_1 unit-decoder-9-1 temperature-cross=0 row-of-1=99999",
}  # fmt: skip


def texts() -> st.SearchStrategy[str]:
    """Texts of all kinds: any characters, odd ones, markup, and mixtures of them."""
    parts = st.one_of(st.text(max_size=40), st.sampled_from(ODD), st.sampled_from(MARKUP))
    return st.lists(parts, min_size=1, max_size=3).map(" ".join)


def link() -> st.SearchStrategy[dict[str, str]]:
    """Parameters of links: our own keys with any values."""
    values = st.one_of(st.sampled_from(VALUES), st.text(max_size=20), st.text(CODES, max_size=30))
    sentence = st.just({"source": "A cat."})  # or each example would cost a translation
    others = st.dictionaries(st.sampled_from(KEYS[1:]), values, min_size=1, max_size=8)
    return st.builds(lambda one, more: one | more, sentence, others)


def text(chance: random.Random) -> str:
    """Draw a text without Hypothesis, for very many of them."""
    words = [*ODD, *MARKUP, *("".join(chance.choices(string.printable, k=9)) for _ in range(8))]
    anything = "".join(chr(chance.randrange(0x20, 0x2FFFF)) for _ in range(chance.randrange(1, 30)))
    return " ".join(
        [*chance.sample(words, chance.randrange(1, 3)), anything][: chance.choice([1, 3])]
    )


def query(chance: random.Random) -> str:
    """Draw what stands after a link's question mark, sometimes no list of parameters at all."""
    if chance.random() < 0.1:
        return "".join(chance.choices(string.printable, k=chance.randrange(1, 200)))
    pairs = [
        (chance.choice(KEYS), chance.choice([*VALUES, text(chance)]))
        for _ in range(chance.randrange(1, 9))
    ]
    return urlencode(pairs, errors="surrogatepass")


def typed_and_linked(address: str, options: argparse.Namespace) -> list[tuple[str, str]]:
    """Type texts and follow links; return each page that failed, and at what."""
    chance, failed = random.Random(options.seed), []
    visitor = None
    for number in range(options.texts):
        if number % 25 == 0:  # one visitor types 25 texts on one page
            visitor and visitor.close()
            visitor, page = Visitor(address), chance.choice(PAGES)
            visitor.open("" if page == FRONT else page)
        typed = text(chance)[:2_000].encode("utf-8", "ignore").decode()
        if visitor.type("source", typed).failed:
            failed.append((page, typed))
    for _ in range(options.links):
        page, asked = chance.choice(PAGES), query(chance)
        visitor = Visitor(address)
        if visitor.ask("" if page == FRONT else page, asked).failed:
            failed.append((page, asked))
        visitor.close()
    return failed


def sent(address: str) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Send what no page sends; return how many of each kind, and what was not refused."""
    messages, obeyed = hostile_protocol.obeyed(address)
    requests, answered = hostile_protocol.answered(address)
    _, staying = hostile_protocol.held(address, 20, PAGE_REQUEST_TIMEOUT + 5)
    found = [("obeyed", one) for one in obeyed] + [("answered", one) for one in answered]
    found += [("held", f"{staying} silent connections")] if staying else []
    if hostile_protocol.unfinished(address, 19_000_000):
        found.append(("held", "a message of 19 MB that does not come"))
    uploads = sum("upload_file" in one for one in hostile_protocol.REQUESTS)
    tried = {
        "messages": messages,
        "requests": requests - uploads,
        "uploads": uploads,
        "silent connections": 20,
    }
    return tried, found


def main() -> None:
    """Send all of it; print how many of each kind, and what failed.

    Raises:
        SystemExit: if a page showed an exception, the log has a traceback or markup was taken.
    """
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--texts", type=int, default=10_000)
    parser.add_argument("--links", type=int, default=3_000)
    parser.add_argument("--said", type=int, default=5, help="with each view and each control")
    parser.add_argument("--no-files", action="store_true")
    parser.add_argument("--no-markup", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryFile("w+") as log:
        process, address = serve(log=log)
        try:
            failed = typed_and_linked(address, options)
            tried, taken = sent(address)
            views, controls, unheard = hostile_views.say_nonsense(
                address, ADDRESSES, options.said, options.seed
            )
            failed += taken + unheard
            if not options.no_markup:
                keys = KEYS[:-1]  # embedded, a page has no fields
                failed += [("markup", one) for one in all_taken(address, keys)]
        finally:
            process.terminate()
            process.wait()
        log.seek(0)
        tracebacks = log.read().count("Traceback")
    files, lost = (0, []) if options.no_files else hostile_files.look_at(ADDRESSES)
    failed += lost
    for page, what in failed:
        print(f"{page}: {what!r}")
    counts = {"texts": options.texts, "links": options.links, **tried}
    counts |= {"said with views": views, "said with controls": controls, "damaged files": files}
    print(", ".join(f"{count:,} {kind}" for kind, count in counts.items()))
    print(f"{len(failed)} failures")
    print(f"{tracebacks} tracebacks in the log")
    if failed or tracebacks:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
