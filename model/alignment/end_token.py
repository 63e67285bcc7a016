"""How much of cross-attention lies on the end token? ``python -m model.alignment.end_token``.

Translates sentences of our own from every language into every other one, and averages in each layer
the weight that cross-attention puts on the end token and on punctuation, over all steps and heads.
Then measures, on sentences that people aligned by hand (see ``python -m model.alignment``), the
alignment error rate of every head with the end token left out, and with it in: there, a word whose
largest weight lies on the end token is linked with nothing. Prints the tables and stores them
beside the weights.
"""

import argparse
import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor
from tqdm import tqdm

from model import storage
from model.alignment.aligned import AlignedPair, Links, read_pairs_by_direction
from model.alignment.error_rate import (
    alignment_error_rate,
    first_text_position,
    mean_over_directions,
    word_indices_of_tokens,
)
from model.data.own import ASSETS, COLUMNS, HELD_OUT, read_parallel_rows
from model.files import write_text
from model.measures.words import merge_pieces
from model.parts import ATTENTIONS
from model.passes import record_pass
from model.programs import exit_with_message
from model.tokenizer import EOS, SPACE, Tokenizer
from model.transformer import Transformer
from model.translate import translate

Shares = Mapping[str, list[float]]  # "end" and "marks" -> layer


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure how much cross-attention lies on </s>; write the table as JSON and print it.
    The table also has each head's alignment error rate, with and without </s>. This is the command
    line program ``python -m model.alignment.end_token FILE ...``.

    Args:
        arguments: the words after the program's name; None for those of this process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m model.alignment.end_token",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="aligned sentences")
    parser.add_argument("--model", type=Path, default=storage.MODEL, help="its folder")
    parser.add_argument("--lines", default=100, type=int, metavar="N", help="own sentences (100)")
    options = parser.parse_args(arguments)
    with exit_with_message(parser):
        table = _measure_table(options)
        text = json.dumps(table, ensure_ascii=False) + "\n"
        write_text(options.model / storage.END_TOKEN, text)
    print(format_table(table))


def _measure_table(options: argparse.Namespace) -> dict:
    """Return mean attention on </s> and punctuation by direction, and error rates by head."""
    if options.lines < 1:
        raise ValueError(f"--lines {options.lines} is no number of 1 or more")
    model, tokenizer = storage.load(options.model)
    torch.set_num_threads(1)
    rows = [
        dict(zip(COLUMNS, row, strict=True))
        for row in read_parallel_rows(ASSETS / "own" / HELD_OUT)
    ]
    some = rows[:: max(1, len(rows) // options.lines)][: options.lines]
    sources = [code for code in model.config.read_languages if code in COLUMNS]
    directions = [both for both in product(sources, model.config.languages) if both[0] != both[1]]
    with tqdm(unit=" sentences", disable=None) as bar:
        shares = {
            f"{source}-{target}": mean_shares(
                model, tokenizer, [row[source] for row in some], target, bar.update
            )
            for source, target in directions
        }
        pairs = read_pairs_by_direction(options.files, model.config) if options.files else {}
        errors = errors_by_head(model, tokenizer, pairs, bar.update)
    table = {"weights": storage.fingerprint(options.model), "sentences": len(some)}
    return {**table, "shares": shares, "errors": errors}


def mean_shares(
    model: Transformer,
    tokenizer: Tokenizer,
    sentences: Sequence[str],
    language: str,
    advance: Callable[[int], object] = lambda count: None,
) -> Shares:
    """Return the mean cross-attention weight on </s> and on punctuation, for each decoder layer.
    Each sentence is translated greedily. Its weights are averaged over decoding steps and heads,
    then over the sentences.

    Args:
        model: the trained network.
        tokenizer: the model's tokenizer.
        sentences: source sentences; each counts the same.
        language: code of the language to translate into.
        advance: called with 1 after each sentence, for a progress bar.

    Returns:
        "end": the weight on </s>; "marks": the weight on all punctuation pieces together. Each is
        a list with one number from 0 to 1 for each layer.
    """
    found: dict[str, list[Tensor]] = {"end": [], "marks": []}
    for one in translate(model, tokenizer, sentences, [language] * len(sentences), width=1):
        said = [token for token in one.hypotheses[0].tokens if token != EOS]
        trace = record_pass(model, one.source, [tokenizer.start(language), *said])
        weights = trace.layers(f"{ATTENTIONS['cross']}.weights")
        for name, share in end_and_punctuation_weights(
            weights, tokenizer.pieces(one.source)
        ).items():
            found[name].append(share.mean(dim=(1, 2)))
        advance(1)
    means = {name: torch.stack(some).mean(dim=0).tolist() for name, some in found.items()}
    return {name: [round(one, 4) for one in mean] for name, mean in means.items()}


def end_and_punctuation_weights(
    weights: Float[Tensor, "layer head target source"], pieces: Sequence[str]
) -> dict[str, Float[Tensor, "layer head target"]]:
    """Return how much cross-attention weight each target position puts on </s> and on punctuation.

    Args:
        weights: cross-attention weights; the last source position is </s>.
        pieces: the source's pieces, </s> included.

    Returns:
        "end": the weight on </s>; "marks": the weight on all punctuation pieces together.
    """
    marks = torch.tensor([is_punctuation(piece) for piece in pieces[:-1]] + [False])
    return {"end": weights[..., -1], "marks": weights[..., marks].sum(dim=-1)}


def is_punctuation(piece: str) -> bool:
    """Whether a piece consists of punctuation alone (Unicode category P)."""
    text = piece.replace(SPACE, "")
    return bool(text) and all(unicodedata.category(sign)[0] == "P" for sign in text)


def errors_by_head(
    model: Transformer,
    tokenizer: Tokenizer,
    pairs: Mapping[str, Sequence[AlignedPair]],
    advance: Callable[[int], object] = lambda count: None,
) -> list[dict[str, int | float]]:
    """Return the alignment error rate of each cross-attention head, with and without </s>.

    A target word is linked to the source word on which its attention weight is largest. The weights
    are those at the decoder positions that read the word as input, not those that predict it.
    "with": a word whose largest weight lies on </s> is linked to nothing. "without": </s> is left
    out of the comparison.

    Args:
        model: the trained network.
        tokenizer: the model's tokenizer.
        pairs: word-aligned sentence pairs by direction, such as "en-fr".
        advance: called with 1 after each sentence, for a progress bar.

    Returns:
        One dict for each head, the lowest "without" first, with the keys "layer" and "head" (from
        0), "without" and "with" (error rates from 0 to 1, averaged over directions).
    """
    rates: dict[tuple[int, int], dict[str, dict[str, float]]] = {}
    for direction, aligned in pairs.items():
        found: dict[tuple[int, int], dict[str, list[tuple[Links, Links]]]] = {}
        for pair in aligned:
            for head, links in _link_words_by_head(model, tokenizer, pair, direction.split("-")[1]):
                for how, some in links.items():
                    of_head = found.setdefault(head, {}).setdefault(how, [])
                    of_head.append((some, pair.links))
            advance(1)
        for head, by_way in found.items():
            for how, several in by_way.items():
                of_way = rates.setdefault(head, {}).setdefault(how, {})
                of_way[direction] = alignment_error_rate(several)
    rows = [
        {
            "layer": layer,
            "head": head,
            **{how: mean_over_directions(rate) for how, rate in ways.items()},
        }
        for (layer, head), ways in rates.items()
    ]
    return sorted(rows, key=lambda row: row["without"])


def _link_words_by_head(
    model: Transformer, tokenizer: Tokenizer, pair: AlignedPair, language: str
) -> Iterable[tuple[tuple[int, int], dict[str, Links]]]:
    """Yield each head with its word links: without </s> among the candidates, and with it."""
    asked = tokenizer.encode(tokenizer.source_text(" ".join(pair.source), language))
    target = tokenizer.encode_target(" ".join(pair.target))
    begin = first_text_position(tokenizer, asked)
    trace = record_pass(model, [*asked, EOS], [tokenizer.start(language), *target])
    sources, targets = (
        word_indices_of_tokens(tokenizer, asked[begin:]),
        word_indices_of_tokens(tokenizer, target),
    )
    end = sources[-1] + 1
    for layer in model.config.layers("cross"):
        weights = trace[f"{ATTENTIONS['cross'].format(layer)}.weights"][0, :, 1:, begin:]
        by_word = merge_pieces(weights, targets, [*sources, end])
        for head, rows in enumerate(by_word):
            both = {"without": rows[:, :end].argmax(dim=-1), "with": rows.argmax(dim=-1)}
            yield (
                (layer, head),
                {
                    how: frozenset((s, t) for t, s in enumerate(best.tolist()) if s != end)
                    for how, best in both.items()
                },
            )


def format_table(table: dict) -> str:
    """Format the stored table as text for the terminal.
    First come the mean weights on </s> and on punctuation, in percent, by direction and layer. Then
    come the ten heads with the lowest alignment error rates; layers and heads count from 1.

    Args:
        table: has "shares", by direction what ``mean_shares`` returns; and "errors", what
            ``errors_by_head`` returns.
    """
    layers = range(1, len(next(iter(table["shares"].values()))["end"]) + 1)
    lines = [f"{'':12}" + "".join(f"{f'layer {layer}':>12}" for layer in layers)]
    for direction, one in table["shares"].items():
        both = zip(one["end"], one["marks"], strict=True)
        lines.append(
            f"{direction:12}"
            + "".join(f"{100 * end:7.0f} /{100 * mark:3.0f}" for end, mark in both)
        )
    for row in table["errors"][:10]:
        name = f"{row['layer'] + 1}.{row['head'] + 1}"
        rates = f"{row['without']:.3f} without </s>, {row['with']:.3f} with it"
        lines.append(f"head {name:7}error rate {rates}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
