"""Numbers on the screen, once more from the weights' file, by a network that is written anew here.

It is plain torch in double precision, one sentence at a time. Nothing of it is the app's: only the
tokenizer, and the seeded random numbers of the control.
"""

import re

import pytest
import torch
from safetensors.numpy import load_file

from model import storage
from pages.lab.steer_it import cached
from ui.readings import session

H, END, STEPS = 8, 2, 14
RIVER = "We sat on the bank of the river."


class Network:
    """The paper's Transformer, from the weights' file alone."""

    def __init__(self):
        file = load_file(storage.MODEL / "weights.safetensors")
        self.w = {
            name: torch.tensor(values).double()
            * torch.tensor(file.get(f"{name}.scale", [1]))
            .double()
            .view(-1, *[1] * (values.ndim - 1))
            for name, values in file.items()
        }  # whole numbers, times the scale of their row
        self.E = self.w["E.weight"]
        self.memories = {}  # by text's ids; the tests share them

    def embed(self, ids):
        position, pair = torch.arange(len(ids)).double()[:, None], torch.arange(128)[None]
        angle = position / 10_000 ** (2 * pair / 256)
        encoding = torch.empty(len(ids), 256, dtype=torch.float64)
        encoding[:, 0::2], encoding[:, 1::2] = angle.sin(), angle.cos()
        return self.E[list(ids)] * 16 + encoding  # 16 is the root of 256

    def attend(self, at, x, memory, causal=False):
        q, k, v = (
            (y @ self.w[f"{at}.W_{name}.weight"].T).reshape(len(y), H, 32).swapaxes(0, 1)
            for name, y in (("Q", x), ("K", memory), ("V", memory))
        )
        scores = q @ k.swapaxes(1, 2) / 32**0.5
        if causal:
            scores = scores + torch.full((len(x), len(x)), -torch.inf).triu(1)
        weights = softmax(scores)
        heads = (weights @ v).swapaxes(0, 1).reshape(len(x), 256)
        return heads @ self.w[f"{at}.W_O.weight"].T, weights

    def norm(self, at, x):
        x = x - x.mean(1, keepdim=True)
        x = x / ((x**2).mean(1, keepdim=True) + 1e-5).sqrt()
        return x * self.w[f"{at}.norm.weight"] + self.w[f"{at}.norm.bias"]

    def feed(self, at, x):
        hidden = (x @ self.w[f"{at}.W_1.weight"].T + self.w[f"{at}.W_1.bias"]).clamp(min=0)
        return hidden @ self.w[f"{at}.W_2.weight"].T + self.w[f"{at}.W_2.bias"]

    def depths(self, ids):
        """The embedding, then the output of each layer of the encoder."""
        found = [self.embed(ids)]
        for layer in range(4):
            at, x = f"encoder.layers.{layer}", found[-1]
            x = self.norm(f"{at}.add_and_norm_1", x + self.attend(f"{at}.self_attention", x, x)[0])
            found.append(self.norm(f"{at}.add_and_norm_2", x + self.feed(f"{at}.feed_forward", x)))
        return found

    def memory(self, ids):
        if tuple(ids) not in self.memories:
            self.memories[tuple(ids)] = self.depths(ids)[-1]
        return self.memories[tuple(ids)]

    def decode(self, ids, memory):
        """Vectors after the last layer, and cross-attention's weights: layer, head, row, column."""
        x, crosses = self.embed(ids), []
        for layer in range(4):
            at = f"decoder.layers.{layer}"
            own, __ = self.attend(f"{at}.self_attention", x, x, causal=True)
            x = self.norm(f"{at}.add_and_norm_1", x + own)
            across, weights = self.attend(f"{at}.cross_attention", x, memory)
            crosses.append(weights)
            x = self.norm(f"{at}.add_and_norm_2", x + across)
            x = self.norm(f"{at}.add_and_norm_3", x + self.feed(f"{at}.feed_forward", x))
        return x, torch.stack(crosses)

    def log_p(self, memory, start, tokens):
        """ln p of a translation, the end token included."""
        x, __ = self.decode([start, *tokens[:-1]], memory)
        rows = softmax(x @ self.E.T)
        return sum(row[token].log().item() for row, token in zip(rows, tokens, strict=True))

    def greedy(self, memory, start):
        ids = [start]
        while len(ids) <= STEPS and ids[-1] != END:
            ids.append(int((self.E @ self.decode(ids, memory)[0][-1]).argmax()))
        return [token for token in ids[1:] if token != END]


def softmax(x):
    e = (x - x.max(-1, keepdim=True).values).exp()
    return e / e.sum(-1, keepdim=True)


@pytest.fixture(scope="module")
def network():
    return Network()


def rows_of(file, direction):
    text = (storage.MODEL.parent / "steering" / file).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return [row[1:] for row in rows if direction in ("", row[0])]


def ids_of(text):
    return [*session.glass().tokenizer.encode(text), END]


def direction_of(network, name):
    differences = [
        network.memory(ids_of(plus)).mean(dim=0) - network.memory(ids_of(minus)).mean(dim=0)
        for minus, plus in rows_of("pairs.tsv", name)
    ]
    return torch.stack(differences).mean(dim=0)


def drawn_like(v):
    """The control: as long as ``v``, by the seeded draw that the page speaks of."""
    drawn = torch.randn(len(v), generator=torch.Generator().manual_seed(1)).double()
    return drawn / drawn.norm() * v.norm()


def texts(app):
    written = [*app.get("html"), *app.get("markdown"), *app.latex, *app.info, *app.text]
    return " ".join(
        re.sub("<.*?>|[*]", "", str(getattr(one, "value", "") or one.proto.body)) for one in written
    )


@pytest.mark.parametrize(
    ("text", "to", "name"),
    [
        ("Where do you live?", "de", "polite"),
        ("The flower is red.", "es", "plural"),
        ("She writes a letter.", "de", "past"),
    ],
)
def test_length_log_probabilities_and_distances_are_those_of_another_network(
    open_page, data_of, monkeypatch, network, text, to, name
):
    kept = []
    along = cached.translate_along_direction
    monkeypatch.setattr(
        cached,
        "translate_along_direction",
        lambda experiment: kept.append(along(experiment)) or kept[-1],
    )
    asked = {"source": text, "to": to, "direction_added": name, "sections": "distance"}
    app = open_page("steer_it", **asked, steer_alpha="3.0")
    assert not app.exception
    tokenizer, shown = session.glass().tokenizer, data_of(app, "steer_strip")["rows"]
    v = direction_of(network, name)
    memory, start = network.memory(ids_of(text)), tokenizer.start(to)
    assert rf"\lVert v \rVert = {v.norm():.2f}" in texts(app)

    rows = kept[-1].steered, kept[-1].random
    for added, row, steered in zip((v, drawn_like(v)), shown, rows, strict=True):
        for cell, one in zip(row["said"], steered, strict=True):
            assert cell["alpha"] == one.alpha
            assert " ".join(word for word, __ in cell["words"]) == tokenizer.decode(one.tokens)
            there = memory + one.alpha * added
            log_p = network.log_p(there, start, one.tokens)
            assert cell["log_p"] == pytest.approx(log_p, abs=1e-3)

    others = {one for file in ("pairs.tsv", "held_out.tsv") for one in pairs_in(file)} - {text}
    real = torch.cat([network.memory(ids_of(one)) for one in sorted(others)])
    plain, steered, random = (distance(memory + far, real) for far in (0, 3 * v, 3 * drawn_like(v)))
    assert f"lie {plain:.2f} from the nearest" in texts(app)
    assert f"grows to {steered:.2f}; with the random direction, to {random:.2f}" in texts(app)


def pairs_in(file):
    """The two sentences that end each row of a file."""
    return [text for row in rows_of(file, "") for text in row[-2:]]


def distance(rows, real):
    return torch.stack([((real - row) ** 2).sum(dim=1).sqrt().min() for row in rows]).mean()


@pytest.mark.parametrize("name", ["polite", "question", "plural", "past", "negation"])
def test_the_table_has_the_length_of_each_direction(network, name):
    table = session.load_measurements(storage.STEERING)
    length = direction_of(network, name).norm().item()
    assert table["directions"][name]["length"] == pytest.approx(length, abs=1e-4)


def without_repetition(ids):
    """The ids before a run that comes three times, or again until the end; found by trying."""
    for end in range(1, len(ids)):
        for run in range(1, end + 1):
            rest, again = ids[end:], ids[end - run : end] * len(ids)
            thrice = rest[: 2 * run] == again[: 2 * run]
            if thrice or (len(rest) >= run and rest == again[: len(rest)]):
                return ids[:end], " …"
    return ids, ""


def cells(body):
    return [
        re.findall("<t[dh][^>]*>(?:<span[^>]*>)?(.*?)(?:</span>)?</t[dh]>", row)
        for row in re.findall("<tr.*?</tr>", body)
    ]


def alone(network, vector, language):
    tokenizer = session.glass().tokenizer
    kept, more = without_repetition(network.greedy(vector[None], tokenizer.start(language)))
    words = tokenizer.decode(kept).replace("'", "&#x27;")
    return words + more if words else "(nothing)"


def test_one_vector_alone_says_what_another_network_writes_from_it(open_page, network):
    app = open_page("encoder_stack", source=RIVER, to="fr", sections="alone")
    [body] = [h.proto.body for h in app.get("html") if 'class="alone-table"' in h.proto.body]
    __, *rows, whole = cells(body)
    depths = network.depths(ids_of(RIVER))
    for place, row in enumerate(rows):
        assert row[1:] == [alone(network, x[place], "fr") for x in depths]
    assert whole[-1] == session.read(RIVER, "fr").translation

    app = open_page("cross_attention", source=RIVER, to="fr", compare="de", sections="alone")
    [body] = [h.proto.body for h in app.get("html") if 'class="alone-table"' in h.proto.body]
    for place, row in enumerate(cells(body)[1:]):
        vector = depths[-1][place]
        assert row[1:] == [alone(network, vector, language) for language in ("fr", "de")]


def test_the_end_tokens_share_is_that_of_another_network(open_page, network):
    app = open_page("cross_attention", source=RIVER, to="fr", sections="end", layer="3")
    reading = session.read(RIVER, "fr")
    __, weights = network.decode(
        reading.target_ids[: len(reading.output)], network.memory(ids_of(RIVER))
    )
    given = reading.layers("cross", "weights")[:, :, : len(reading.output)].double()
    torch.testing.assert_close(given, weights, atol=1e-4, rtol=0)
    said = re.search(
        r"your sentence, (\d+)% of all .*?; in layer (\d), it.{1,6}s (\d+)%. .*? gives .*? (\d+)%",
        texts(app),
    )
    of_all, layer, of_layer, of_row = map(int, said.groups())
    step, head = app.session_state["step"] - 1, app.session_state["head"] - 1
    wanted = weights[..., -1], weights[layer - 1, ..., -1], weights[layer - 1, head, step, -1]
    assert [of_all, of_layer, of_row] == [round(100 * some.mean().item()) for some in wanted]
