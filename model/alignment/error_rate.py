"""Does cross-attention align words? ``python -m model.alignment alignment.en-fr.jsonl.gz ...``.

Measures the alignment error rate of every layer, head and shift on sentences that people aligned by
hand (``aligned`` says in which format), in both directions of each file, prints the table and
stores it beside the weights.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from itertools import accumulate
from pathlib import Path

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from model import storage
from model.alignment.aligned import Aligned, Links, read_aligned
from model.tokenizer import EOS, SPACE, Tokenizer
from model.transformer import Transformer
from model.translate import MODEL, recorded_pass

TABLE = "alignment.json"
# Row i of cross-attention reads the target's token i and writes the next one. Which of the two is
# aligned with what the row looks at is to be measured.
SHIFTS = {"writes": slice(0, -1), "reads": slice(1, None)}

Way = tuple[int, int | None, str]  # layer, head (None for the mean of all heads), shift


def words(joined: Sequence[bool]) -> list[int]:
    """Return for each piece the number of its word, from 0.

    Args:
        joined: whether the piece continues the word before it.
    """
    return list(accumulate((not continues for continues in joined[1:]), initial=0))


def merged(
    weights: Float[Tensor, "*some target source"], targets: Sequence[int], sources: Sequence[int]
) -> Float[Tensor, "*some target_word source_word"]:
    """Turn weights between pieces into weights between words.

    A source word gets what its pieces get together; a target word looks where its pieces look on
    average. Words between which all weight is shared still have rows that sum to one.

    Args:
        weights: attention of target pieces to source pieces, without the end token.
        targets: number of each target piece's word.
        sources: number of each source piece's word.
    """
    source = F.one_hot(torch.tensor(sources)).to(weights)
    target = F.one_hot(torch.tensor(targets)).to(weights)
    return (target / target.sum(dim=0)).T @ weights @ source


def strongest(weights: Float[Tensor, "target_word source_word"]) -> Links:
    """Link each target word to the source word that it looks at most."""
    return frozenset((source, target) for target, source in enumerate(weights.argmax(-1).tolist()))


def diagonal(sources: int, targets: int) -> Links:
    """Link each target word to the source word at the same share of its sentence: a base line."""
    return frozenset(((2 * t + 1) * sources // (2 * targets), t) for t in range(targets))


def error_rate(pairs: Sequence[tuple[Links, Links]]) -> float:
    r"""Return the alignment error rate (Och and Ney, 2003), where all right links are sure.

    $$\mathrm{AER} = 1 - \frac{2\, |A \cap S|}{|A| + |S|}$$

    Args:
        pairs: for each sentence the links A that were found and the right ones, S.
    """
    shared = sum(len(found & right) for found, right in pairs)
    return 1 - 2 * shared / sum(len(found) + len(right) for found, right in pairs)


def found_links(
    model: Transformer, tokenizer: Tokenizer, pair: Aligned, language: str
) -> dict[Way, Links]:
    """Link the words of a pair in every way, in one teacher-forced pass over its translation.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        pair: its words are joined by spaces and cut into pieces; its links are not looked at.
        language: code of the target's language.

    Raises:
        ValueError: if the tokenizer does not see the same words.
    """
    source, target = (tokenizer.encode(" ".join(side)) for side in (pair.source, pair.target))
    trace = recorded_pass(model, [*source, EOS], [tokenizer.start(language), *target])
    sources, targets = _word_numbers(tokenizer, source), _word_numbers(tokenizer, target)
    if (sources[-1] + 1, targets[-1] + 1) != (len(pair.source), len(pair.target)):
        raise ValueError(f"a word of {' '.join(pair.source + pair.target)!r} is none as text")
    links = {}
    for layer in range(model.config.N):
        weights = trace[f"decoder.layers.{layer}.cross_attention.weights"][0, :, :, : len(source)]
        weights = torch.cat([weights, weights.mean(dim=0, keepdim=True)])
        for shift, rows in SHIFTS.items():
            for head, by_word in enumerate(merged(weights[:, rows], targets, sources)):
                links[layer, head if head < model.config.h else None, shift] = strongest(by_word)
    return links


def _word_numbers(tokenizer: Tokenizer, ids: Sequence[int]) -> list[int]:
    return words([not piece.startswith(SPACE) for piece in tokenizer.pieces(ids)])


def measure(
    model: Transformer,
    tokenizer: Tokenizer,
    pairs: dict[str, Sequence[Aligned]],
    advance: Callable[[int], object] = lambda count: None,
) -> dict[str, object]:
    """Return the table: the error rate of every way in every direction, and the best way.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        pairs: direction, such as "en-fr" -> its sentences.
        advance: told how many sentences were done.
    """
    base, found = {}, {}
    for direction, aligned in pairs.items():
        every = []
        for pair in aligned:
            every.append(found_links(model, tokenizer, pair, direction.split("-")[1]))
            advance(1)
        right = [pair.links for pair in aligned]
        lines = [diagonal(len(pair.source), len(pair.target)) for pair in aligned]
        base[direction] = round(error_rate(list(zip(lines, right, strict=True))), 4)
        for way in every[0]:
            links = [links[way] for links in every]
            rate = error_rate(list(zip(links, right, strict=True)))
            found.setdefault(way, {})[direction] = round(rate, 4)
    rows = [
        {"layer": layer, "head": head, "shift": shift, "aer": aer, "mean": _mean(aer)}
        for (layer, head, shift), aer in found.items()
    ]
    return {
        "sentences": {direction: len(aligned) for direction, aligned in pairs.items()},
        "diagonal": {"aer": base, "mean": _mean(base)},
        "best": min(rows, key=lambda row: row["mean"]),
        "rows": rows,
    }


def _mean(rates: dict[str, float]) -> float:
    return round(sum(rates.values()) / len(rates), 4)


def fingerprint(folder: Path) -> str:
    """Return what tells the weights of a folder from all others: a table belongs to its weights."""
    return hashlib.sha256((folder / storage.WEIGHTS).read_bytes()).hexdigest()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; anything that goes wrong ends in one sentence."""
    parser = argparse.ArgumentParser(
        prog="python -m model.alignment",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="aligned sentences")
    parser.add_argument("--model", type=Path, default=MODEL, help="its folder (assets/model)")
    parser.add_argument("--table", type=Path, help=f"where to write ({TABLE} beside the weights)")
    chosen = parser.parse_args(arguments)
    try:
        table = _measure_files(chosen.files, chosen.model)
        path = chosen.table or chosen.model / TABLE
        path.write_text(json.dumps(table, indent=1) + "\n")
    except ValueError as error:
        sys.exit(f"{parser.prog}: {error}")
    except OSError as error:
        sys.exit(f"{parser.prog}: {error.filename}: {error.strerror or error}")
    except KeyboardInterrupt:
        sys.exit(130)
    print(printed(table))


def _measure_files(files: Sequence[Path], folder: Path) -> dict[str, object]:
    pairs: dict[str, list[Aligned]] = {}
    for path in files:
        (a, b), aligned = read_aligned(path)
        pairs.setdefault(f"{a}-{b}", []).extend(aligned)
        pairs.setdefault(f"{b}-{a}", []).extend(pair.reverse for pair in aligned)
    model, tokenizer = storage.load(folder)
    torch.set_num_threads(1)
    from tqdm import tqdm  # the website, which merges words, too, does without

    with tqdm(total=sum(map(len, pairs.values())), unit=" sentences", disable=None) as bar:
        table = measure(model, tokenizer, pairs, bar.update)
    names = sorted({path.name for path in files})
    return {"files": names, "weights": fingerprint(folder), **table}


def printed(table: dict) -> str:
    """Return the table for people: percent, the best way first, layers and heads from 1."""
    directions = list(table["sentences"])
    lines = [("layer", "head", "shift", *directions, "mean")]
    for row in sorted(table["rows"], key=lambda row: row["mean"]):
        head = "mean" if row["head"] is None else row["head"] + 1
        lines.append((row["layer"] + 1, head, row["shift"], *_percent(row, directions)))
    lines.append(("diagonal", "", "", *_percent(table["diagonal"], directions)))
    return "\n".join("".join(f"{cell:>9}" for cell in line) for line in lines)


def _percent(row: dict, directions: Sequence[str]) -> list[str]:
    return [f"{100 * rate:.1f}" for rate in (*(row["aer"][d] for d in directions), row["mean"])]
