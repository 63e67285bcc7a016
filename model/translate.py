"""Translate texts: ``python -m model.translate --to fr "I like cats."``.

Without a text, the lines of standard input are translated. Each text gives one line, an empty text
an empty line.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NoReturn

import torch

from model import storage
from model.config import MAX_PIECES
from model.decoding import Candidate, beam_search, rank_hypotheses
from model.passes import record_pass
from model.storage import MODEL
from model.tensors import write_trace_npz
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

BATCH = 64
CHUNK = 16 * BATCH  # lines read at a time, to batch similar lengths
WIDEST = 100


@dataclass(frozen=True)
class Translation:
    """The result of a search for one text.

    Args:
        text: the best translation.
        source: token ids of the source, the end token included.
        hypotheses: all that ended, best first.
    """

    text: str
    source: list[int]
    hypotheses: list[Candidate]


def translate(
    model: Transformer,
    tokenizer: Tokenizer,
    texts: Sequence[str],
    languages: Sequence[str],
    *,
    width: int = 4,
    alpha: float = 0.6,
    advance: Callable[[int], object] = lambda count: None,
) -> list[Translation]:
    """Translate each text into its language, the one of the same index, by beam search.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        texts: one sentence each; of more than 128 pieces, the first 128 are read.
        languages: code of the language to translate each text into.
        width: beam width.
        alpha: exponent of the length penalty.
        advance: called after each batch with the number of texts in it.
    """
    asked = map(tokenizer.source_text, texts, languages)
    sources = [[*tokenizer.encode(text)[:MAX_PIECES], EOS] for text in asked]
    result: dict[int, Translation] = {}
    by_length = sorted(range(len(texts)), key=lambda i: len(sources[i]))
    for first in range(0, len(texts), BATCH):
        options = by_length[first : first + BATCH]
        starts = [tokenizer.start(languages[i]) for i in options]
        ranked = rank_hypotheses(
            beam_search(model, [sources[i] for i in options], starts, width), alpha
        )
        for place, i in enumerate(options):
            text = tokenizer.decode(ranked[place][0].tokens)
            result[i] = Translation(text, sources[i], ranked[place])
        advance(len(options))
    return [result[i] for i in range(len(texts))]


def main(arguments: Sequence[str] | None = None) -> int:
    """Translate the texts of the command line or standard input; return the exit code."""
    parser = _build_parser()
    # A usage message would bury the one sentence that helps.
    parser.error = partial(_exit_with_error, parser)  # type: ignore[method-assign]
    options = parser.parse_args(arguments)
    try:
        _translate_all(options)
    except BrokenPipeError:  # the reader closed the pipe, as "| head" does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        parser.error(f"{error.filename or 'the output'}: {error.strerror}")
    except ValueError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        return 130
    return 0


def _exit_with_error(parser: argparse.ArgumentParser, message: str) -> NoReturn:
    """Print a one-line error and exit with code 2; unlike argparse, without usage."""
    parser.exit(2, f"{parser.prog}: {message}\n")


def _build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m model.translate", description=__doc__)
    parser.add_argument("text", nargs="*", help="what to translate; else standard input's lines")
    parser.add_argument("--to", default="fr", help="code of the language (fr)")
    parser.add_argument("--model", type=Path, default=MODEL, help="its folder (assets/model)")
    parser.add_argument("--beam", type=int, default=4, help="width of the beam (4)")
    parser.add_argument("--alpha", type=float, default=0.6, help="of the length penalty (0.6)")
    parser.add_argument("--trace", type=Path, help="file (.npz) for all tensors of one sentence")
    return parser


def _translate_all(options: argparse.Namespace) -> None:
    """Translate the texts of the command line, or standard input, and print the results."""
    if not 1 <= options.beam <= WIDEST:
        raise ValueError(f"--beam {options.beam} must lie between 1 and {WIDEST}")
    if not 0 <= options.alpha <= 10:
        raise ValueError(f"--alpha {options.alpha} must lie between 0 and 10")
    model, tokenizer = storage.load(options.model)
    tokenizer.start(options.to)  # fails for an unknown language, before anything is read
    texts = iter(options.text) if options.text else _decode_lines(sys.stdin.buffer)
    # Matrices this small gain little from a second thread and lose much on a busy machine.
    torch.set_num_threads(1)
    if isinstance(sys.stdout, io.TextIOWrapper):  # else a test reads it, as text
        sys.stdout.reconfigure(encoding="utf-8")
    if options.trace:
        _write_trace_of_one(model, tokenizer, list(islice(texts, 2)), options)
        return
    size = 1 if sys.stdin.isatty() else CHUNK  # interactively, each line is answered at once
    done = 0
    with _progress_bar() as advance:
        while chunk := list(islice(texts, size)):
            lengths = [
                _count_pieces(tokenizer, text, options.to, done + i)
                for i, text in enumerate(chunk, 1)
            ]
            full = [text for text, length in zip(chunk, lengths, strict=True) if length]
            found = iter(_translate_batch(model, tokenizer, full, options, advance))
            lines = [next(found).text if length else "" for length in lengths]
            sys.stdout.write("".join(f"{line}\n" for line in lines))
            sys.stdout.flush()
            done += len(chunk)


def _write_trace_of_one(
    model: Transformer, tokenizer: Tokenizer, texts: list[str], options: argparse.Namespace
) -> None:
    """Translate and print a single text, and write its pass's tensors to a .npz file."""
    if len(texts) != 1 or not _count_pieces(tokenizer, texts[0], options.to, 1):
        raise ValueError("--trace needs exactly one text that is not empty")
    [translation] = _translate_batch(model, tokenizer, texts, options)
    tokens = [token for token in translation.hypotheses[0].tokens if token != EOS]
    target = [tokenizer.start(options.to), *tokens]
    trace = record_pass(model, translation.source, target)
    with options.trace.open("wb") as file:  # numpy would append ".npz" to a path
        write_trace_npz(file, trace, tokenizer, (translation.source, target))
    sys.stdout.write(f"{translation.text}\n")
    sys.stdout.flush()


def _translate_batch(
    model: Transformer,
    tokenizer: Tokenizer,
    texts: list[str],
    options: argparse.Namespace,
    advance: Callable[[int], object] = lambda count: None,
) -> list[Translation]:
    """Translate texts with the language, beam and alpha of the command line."""
    languages, width, alpha = [options.to] * len(texts), options.beam, options.alpha
    return translate(model, tokenizer, texts, languages, width=width, alpha=alpha, advance=advance)


def _count_pieces(tokenizer: Tokenizer, text: str, target_language: str, text_number: int) -> int:
    """Return a text's number of pieces; warn on standard error if it has too many for the model."""
    if not tokenizer.encode(text):
        return 0
    length = len(tokenizer.encode(tokenizer.source_text(text, target_language)))
    if length > MAX_PIECES:
        print(f"text {text_number} has {length} pieces; cut to {MAX_PIECES}", file=sys.stderr)
    return length


def _decode_lines(stream: Iterable[bytes]) -> Iterator[str]:
    """Yield the lines of a stream, decoded as UTF-8."""
    for number, line in enumerate(stream, 1):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ValueError(f"line {number} of the input is not UTF-8") from error
        yield text


@contextmanager
def _progress_bar() -> Iterator[Callable[[int], object]]:
    """Yield ``advance(count)`` of a progress bar, drawn if only standard error is a terminal."""
    if sys.stdout.isatty() or not sys.stderr.isatty() or find_spec("tqdm") is None:
        yield lambda count: None
        return
    from tqdm import tqdm  # optional

    with tqdm(unit=" texts") as bar:
        yield bar.update


if __name__ == "__main__":
    sys.exit(main())
