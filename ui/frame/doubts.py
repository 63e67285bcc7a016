"""How sure the model was of each word of its translation, and possible reasons for doubt.

A word's probability is that of its own tokens: a full stop after it counts as its own word.
"""

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from model.measures import certainty
from model.tokenizer import BYTES, SPACE, decode_byte_pieces
from ui.messages import _, ngettext
from ui.readings import session
from ui.readings.reading import Reading, Token
from ui.words import format_percent, in_quotes, join_names

SURE, DOUBTFUL = 0.8, 0.4  # word probabilities below which the underline changes
UNLIKELY = 0.1  # word probability below which a remark names the word
NAMED = 3  # words that a remark names; it counts the others
MANY_PIECES = 3  # threshold: a word of so many pieces is rare
LONG = 20  # words; in 3.4 % of the training pairs a sentence has more
ENDS = ".!?…:;\"'»”)"
GAP = "□"  # stands for the unknown token in a translation


@dataclass(frozen=True)
class TranslatedWord:
    """One word of a translation and its probability.

    Args:
        text: the word as written.
        probability: product of the probabilities of its tokens.
        joined: whether it follows the previous word without a space, like a full stop.
    """

    text: str
    probability: float
    joined: bool = False

    @property
    def underline_class(self) -> str:
        """CSS class of the underline for the word's probability: "sure", "doubtful" or "unsure"."""
        if self.probability >= SURE:
            return "sure"
        return "doubtful" if self.probability >= DOUBTFUL else "unsure"


def list_output_words(reading: Reading) -> list[TranslatedWord]:
    """Return the words of a translation with their probabilities; □ for an unknown token."""
    parts: list[list[tuple[str, float]]] = []
    for token, node in zip(reading.output, reading.hypotheses[0].path, strict=True):
        if token.special:
            continue
        for place, part in enumerate(_display_text(token).split(" ")):
            if parts and token.joined and not place:
                parts[-1].append((part, node.log_probability))
            else:
                parts.append([(part, node.log_probability)])
    return [word for pieces in parts for word in _split_punctuation(pieces)]


def _split_punctuation(pieces: Sequence[tuple[str, float]]) -> list[TranslatedWord]:
    """Return the word and the punctuation marks in (text, log-probability) pieces."""
    found: list[TranslatedWord] = []
    for part in certainty.split_punctuation([text for text, _p in pieces]):
        if text := decode_byte_pieces("".join(text for text, _p in pieces[part])):
            p = math.exp(sum(log_p for _text, log_p in pieces[part]))
            found.append(TranslatedWord(text, p, joined=bool(found)))
    return found


def _display_text(token: Token) -> str:
    """Return a token's text with spaces, not ▁; □ for the unknown token."""
    return token.text.replace(SPACE, " ") if token.known else GAP


def name_unlikely_words(words: Sequence[TranslatedWord]) -> str:
    """Return the words below probability 0.1 as text, such as “a”, “b” and 2 more; or ""."""
    lost = [one for one in words if one.probability < UNLIKELY and any(map(str.isalpha, one.text))]
    all_names = [*dict.fromkeys(in_quotes(one.text.strip(ENDS + ",¿¡(«")) for one in lost)]
    names = all_names[:NAMED]
    if (more := len(all_names) - NAMED) > 0:
        names.append(_("{count} more").format(count=more))
    return join_names(names) if names else ""


def describe_underlines(words: Sequence[TranslatedWord]) -> list[str]:
    """Return the legend of the probability underlines, as HTML; empty if all words are likely."""
    doubtful, unsure, end = '<span class="doubtful">', '<span class="unsure">', "</span>"
    gaps = {"sure": format_percent(SURE), "likely": format_percent(DOUBTFUL), "end": end}
    gaps |= {"dashed": doubtful, "wavy": unsure}
    match sorted({word.underline_class for word in words} - {"sure"}):
        case ["doubtful", "unsure"]:
            line = _(
                "{dashed}Dashed line{end}: the model was less than {sure} sure of this word. "
                "{wavy}Wavy{end}: less than {likely}."
            )
        case ["doubtful"]:
            line = _("{dashed}Dashed line{end}: the model was less than {sure} sure of this word.")
        case ["unsure"]:
            line = _("{wavy}Wavy line{end}: the model was less than {likely} sure of this word.")
        case _nothing:
            return []
    return [f'<span class="legend">{line.format(**gaps)}</span>']


def describe_doubts(reading: Reading, counts: session.DoubtCounts | None) -> list[str]:
    """Return, as one HTML text in a list, why a translation may be wrong; [] if nothing says so, or
    if the model is changed.

    The text says how often marked translations were wrong, names the unlikely words, and gives
    possible reasons.

    Args:
        reading: the reading of the sentence.
        counts: numbers of marked and of wrong test translations (see ``session.doubt_counts``);
            None if this translation is not marked as doubtful.
    """
    parts = []
    if counts is not None:
        parts.append(
            _(
                "The model is unsure here. A reader checked {count:,} translations marked like "
                "this one and found {wrong:,} of them wrong."
            ).format(count=counts.count, wrong=counts.wrong)
        )
    if unlikely := name_unlikely_words(list_output_words(reading)):
        unsure = _("The model is unsure of {words}, which got less than {share}.")
        parts.append(unsure.format(words=unlikely, share=format_percent(UNLIKELY)))
    if not parts or reading.changes:
        return []
    if known := list_doubt_reasons(reading.text, reading.source):
        # Translators: the reasons are the clauses that begin with "it ..." or name rare words.
        because, both = _("One reason might be that {reasons}."), _("{reason}; and {others}")
        said = reduce(lambda one, other: both.format(reason=one, others=other), known)
        parts.append(because.format(reasons=said))
    return [html.escape(" ".join(parts))]


def words_with_underlines_html(words: Sequence[TranslatedWord]) -> str:
    """Return a translation as HTML, each word underlined by its probability."""
    return "".join(
        f'{" " * (place > 0 and not word.joined)}<span class="{word.underline_class}" '
        f'data-p="{format_percent(word.probability)}">{html.escape(word.text)}</span>'
        for place, word in enumerate(words)
    )


def list_doubt_reasons(text: str, source: Sequence[Token]) -> list[str]:
    """Return likely reasons why the model doubts a translation, found in the source sentence.

    Args:
        text: the source sentence.
        source: its tokens.
    """
    found = []
    if any(not token.known for token in source):
        found.append(_("it contains a character that the vocabulary lacks"))
    if any(token.text in BYTES for token in source):
        found.append(_("it contains a character that has no token and is read byte by byte"))
    if session.glass().tokenizer.is_shouted(text):
        found.append(_("it's all in capitals, which splits words into unusual tokens"))
    elif rare := find_rare_words(source):
        cut = ngettext(
            "{words} is a rare word, split into {most} or more tokens",
            "{words} are rare words, split into {most} or more tokens each",
            len(rare),
        )
        names = ", ".join(map(in_quotes, rare[:3]))
        found.append(cut.format(words=names, most=MANY_PIECES))
    if (count := len(text.split())) > LONG:
        long = _("it has {count} words, and few of the training sentences had more than {most}")
        found.append(long.format(count=count, most=LONG))
    if is_cut_off(text):
        found.append(_("it ends without a full stop, as if it were cut off"))
    return found


def find_rare_words(source_tokens: Sequence[Token]) -> list[str]:
    """Return the source words that were split into three or more pieces."""
    groups: list[list[str]] = []
    for token in source_tokens:
        if token.special or not token.text.isalpha():
            groups.append([])
        elif token.joined and groups:
            groups[-1].append(token.text)
        else:
            groups.append([token.text])
    return ["".join(pieces) for pieces in groups if len(pieces) >= MANY_PIECES]


def is_cut_off(text: str) -> bool:
    """Whether a text of at least three words lacks final punctuation."""
    return len(text.split()) > 2 and text.rstrip()[-1:] not in ENDS
