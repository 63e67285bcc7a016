"""The families of the page about history, and what to look for in the drawing of each."""

from collections.abc import Mapping, Sequence

from pages.start.history.computed.families import FAMILIES, KERNEL, WINDOW
from pages.start.history.views.families import Family
from ui.readings.reading import Reading


def families(prose: Mapping[str, str], reading: Reading) -> list[Family]:
    """Return the families of the timeline, drawn for this sentence.

    Args:
        prose: the page's text; each family's section has a title line and three paragraphs.
        reading: the sentence.
    """
    n, m = len(reading.source), max(1, len(reading.output))
    found = []
    for key, graph in FAMILIES.items():
        title, paper, added, stopped = prose[key].split("\n\n")
        name, year = title.split(" · ")
        verdict = "What it costs" if key == "transformer" else "What it could not do"
        found.append(Family(name, year, paper, added, stopped, verdict, graph(n, m)))
    return found


def look_for(shown: Sequence[Family], family: int, words: Sequence[str], place: int, N: int) -> str:
    """Say what the drawing of one family shows of this sentence.

    Args:
        shown: all families.
        family: place of the chosen one.
        words: tokens of the sentence.
        place: of the chosen token.
        N: layers of each stack of this model.
    """
    key, graph = list(FAMILIES)[family], shown[family].graph
    n, steps, far = len(words), graph.steps, graph.ways()[place][1]
    layers = len(graph.rows) - 1
    arrows = "one arrow" if far == 1 else f"{far} arrows"
    gates = n - 1 - place
    return {
        "feed_forward": "Everything is computed at once, but each unit sees at most "
        f"{WINDOW} tokens: **{_outside(n)}**.",
        "rnn": f"“{words[place]}” is **{arrows}** from the end, and the {steps} states come one "
        "after another: twice as long a sentence, twice as many states.",
        "lstm": f"Along the straight lane of cells “{words[place]}” passes "
        f"**{_forget_gates(gates)}** (×), and no weight matrix. There are as many steps as before.",
        "sequence_to_sequence": f"All of the sentence has to pass **one vector**. “{words[place]}” "
        f"is {arrows} from the last word of the translation, over {steps} steps.",
        "with_attention": f"Every source word is now **{far} arrows** from every word of the "
        f"translation. But both chains are still there: **{steps} steps**, as many as before.",
        "convolutions": f"**{_layers(layers)} {KERNEL**layers - 1} tokens back ({KERNEL} to the "
        f"power {layers}, less the token itself); the first of {n} is {n - 1} back. Within a layer "
        "nothing waits.",
        "transformer": f"Every word of the translation is {far} arrows from every source word, and "
        f"all are computed at once: **{steps} steps** "
        f"instead of {shown[family - 2].graph.steps}. All {N} layers of both stacks take {2 * N}, "
        "however long the sentence (in training; a new translation is written word by word).",
    }[key]


def _outside(n: int) -> str:
    """Say how many of n tokens lie outside of the last unit's window."""
    if n <= WINDOW:
        return f"enough for these {n}, but for no longer sentence"
    missed = n - WINDOW
    reach = "token never reaches" if missed == 1 else "tokens never reach"
    return f"the first {f'{missed} ' if missed > 1 else ''}{reach} the last unit"


def _layers(count: int) -> str:
    return "One layer** reaches" if count == 1 else f"{count} layers** reach"


def _forget_gates(count: int) -> str:
    return {0: "no forget gate", 1: "one forget gate"}.get(count, f"{count} forget gates")
