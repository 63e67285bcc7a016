"""Fetch sentence pairs, and write them as files for training and validation."""

import hashlib
import io
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from ssl import SSLError
from tempfile import TemporaryFile
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen
from urllib.response import addinfourl
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from tqdm import tqdm

from model.data.pairs import SentencePair, write_disjoint_pairs
from model.files import write_text
from model.languages import CODES

SOURCE = "https://www.manythings.org/anki"
ATTRIBUTION = (
    "Sentence pairs: Tatoeba (https://tatoeba.org), as distributed by manythings.org/anki "
    "(https://www.manythings.org/anki/), licence CC BY 2.0 FR "
    "(https://creativecommons.org/licenses/by/2.0/fr/).\n"
)

# The site refuses what names itself a program library.
USER_AGENT = "Mozilla/5.0 (compatible; GlassTransformer/1.0)"
TIMEOUT = 30  # seconds without a byte
BLOCK = 1 << 16
LARGEST_ARCHIVE = 100 << 20  # bytes; ten times what is expected
LARGEST_TEXT = 500 << 20
HELD_OUT = 0.02  # of the English sentences

_APOSTROPHES = str.maketrans("\u2018\u2019\u02bc", "'''")


def normalize_line(text: str) -> str:
    """Return a sentence in NFC, with straight apostrophes and single plain spaces."""
    composed = unicodedata.normalize("NFC", text).translate(_APOSTROPHES)
    return " ".join(composed.split())  # split knows every kind of space, no-break ones too


def is_held_out(english: str) -> bool:
    """Whether an English sentence is held out for validation; its hash alone decides."""
    digest = hashlib.sha256(english.encode("utf-8")).digest()
    return int.from_bytes(digest[:8], "big") < HELD_OUT * 2**64


def download(url: str, file: IO[bytes]) -> None:
    """Download a URL into a file, with a progress bar on a terminal.

    Args:
        url: the address.
        file: the open file that the content is written to.

    Raises:
        ValueError: if the download fails; the message is one sentence that can be shown to the
            user.
    """
    try:
        with urlopen(Request(url, headers={"User-Agent": USER_AGENT}), timeout=TIMEOUT) as response:
            _copy_with_progress(response, file, url)
    except HTTPError as error:
        raise ValueError(f"{url}: the site answers {error.code} {error.reason}") from error
    except URLError as error:
        reason = getattr(error.reason, "strerror", None) or error.reason
        raise ValueError(f"{url} cannot be reached: {reason}; is there a network?") from error
    except (HTTPException, ConnectionError, SSLError, TimeoutError) as error:
        raise ValueError(f"the download of {url} broke off: {error}") from error


def _copy_with_progress(response: HTTPResponse | addinfourl, file: IO[bytes], url: str) -> None:
    """Copy a response to a file with a progress bar; raise if it is too large or truncated."""
    expected = getattr(response, "length", None)  # None if the site does not say
    done = 0
    name = url.rpartition("/")[2]
    with tqdm(total=expected, desc=name, unit="B", unit_scale=True, disable=None) as bar:
        while block := response.read(BLOCK):
            done += len(block)
            if done > LARGEST_ARCHIVE:
                raise ValueError(f"{url} is larger than {LARGEST_ARCHIVE >> 20} MiB: not fetched")
            file.write(block)
            bar.update(len(block))
    if expected is not None and done < expected:
        raise ValueError(f"the download of {url} broke off after {done} of {expected} bytes")


def read_pairs(archive: IO[bytes], member: str) -> list[SentencePair]:
    """Return the distinct, normalized sentence pairs of a text file in a zip archive.

    Nothing else in the archive is read, and nothing is unpacked to the disk.

    Args:
        archive: the zip archive, open for reading.
        member: name of the text file; each line has two sentences, separated by a tab.

    Raises:
        ValueError: if the archive is damaged or has no such file, or if the file is too large, not
            UTF-8 text, or without sentence pairs.
    """
    pairs: dict[SentencePair, None] = {}
    try:
        with ZipFile(archive) as zip_file:
            info = _safe_member(zip_file, member)
            # A zip never yields more than its directory says, which was checked.
            with io.TextIOWrapper(zip_file.open(info), encoding="utf-8-sig", newline="\n") as lines:
                for line in lines:
                    # Older releases have no third column, the attribution.
                    pair = tuple(normalize_line(column) for column in line.split("\t")[:2])
                    if len(pair) == 2 and all(pair):
                        pairs[pair] = None
    except UnicodeDecodeError as error:
        raise ValueError(f"{member} is not UTF-8 text") from error
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as error:
        raise ValueError(f"the archive of {member} is damaged or no zip: {error}") from error
    if not pairs:
        raise ValueError(f"{member} holds no pair of sentences with a tab between them")
    return list(pairs)


def _safe_member(zip_file: ZipFile, member: str) -> ZipInfo:
    """Return a zip member, after checks of its directory entry that it is safe to read."""
    if member not in zip_file.namelist():
        raise ValueError(f"the archive has no file {member}")
    info = zip_file.getinfo(member)
    if info.file_size > LARGEST_TEXT:
        raise ValueError(f"{member} is larger than {LARGEST_TEXT >> 20} MiB: not read")
    if info.flag_bits & 1 or info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise ValueError(f"{member} is encrypted or packed in an unusual way")
    return info


def split_train_valid(
    pairs: Iterable[SentencePair],
) -> tuple[list[SentencePair], list[SentencePair]]:
    """Return the pairs for training and those for validation, split by ``is_held_out``.

    Args:
        pairs: sentence pairs, English first.
    """
    parts: tuple[list[SentencePair], list[SentencePair]] = ([], [])
    for pair in pairs:
        parts[is_held_out(pair[0])].append(pair)
    return parts


def fetch_pairs(folder: Path, languages: Sequence[str], source_url: str = SOURCE) -> dict[str, int]:
    """Download pairs of English with each language; write training and validation files.
    Return the number of pairs by file name.

    Pairs with a sentence that is now held out for validation are removed from all other pair files
    in the folder, except validation files ("valid..."). If a write is interrupted, no half-written
    file remains.

    Args:
        folder: where the files go; it is created if it does not exist.
        languages: language codes such as "fr". "en" may be among them, but makes no file of its
            own.
        source_url: address of the folder that holds the archives.

    Returns:
        Number of pairs in each file that was written, by the file's name.

    Raises:
        ValueError: if a language is unknown, or a download fails or holds no proper pairs.
        OSError: if the folder cannot be written to.
    """
    wanted = [language for language in dict.fromkeys(languages) if language not in ("en", "")]
    if unknown := [language for language in wanted if language not in CODES]:
        raise ValueError(f"no pairs for {', '.join(unknown)}, only for {', '.join(CODES)}")
    if not wanted:
        raise ValueError(f"no language to pair English with; there are {', '.join(CODES)}")
    folder.mkdir(parents=True, exist_ok=True)
    train, valid = {}, {}
    for language in wanted:
        pair = f"en-{language}.tsv.gz"
        train[f"train.{pair}"], valid[f"valid.{pair}"] = split_train_valid(
            _download_pairs(folder, language, source_url)
        )
    counts = write_disjoint_pairs(folder, train, valid)
    write_text(folder / "ATTRIBUTION.txt", ATTRIBUTION)
    return counts


def _download_pairs(folder: Path, language: str, source_url: str) -> list[SentencePair]:
    """Download one language's archive and return its pairs with English."""
    code = CODES[language]
    with TemporaryFile(dir=folder) as archive:  # vanishes, whatever happens
        download(f"{source_url.rstrip('/')}/{code}-eng.zip", archive)
        return read_pairs(archive, f"{code}.txt")
