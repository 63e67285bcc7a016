"""Robustness tests on what people type: careless or long texts, rare names and numbers."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path

import sacrebleu
import torch
from tqdm import tqdm

from model.data.corpora import Corpus, both_directions
from model.data.pairs import strip_accents, strip_final_punctuation
from model.languages import CARRIER_SENTENCES
from model.passes import record_pass
from model.robustness.long_texts import has_repeated_words, join_sentences, stops_early
from model.tokenizer import EOS, SPACE, Tokenizer
from model.transformer import Transformer
from model.translate import translate

SENTENCES = Path(__file__).parents[2] / "assets" / "sentences.tsv"  # a column for each language
DISTURBANCES: dict[str, Callable[[str], str]] = {
    "as it stands": str,
    "lower case": str.lower,
    "upper case": str.upper,
    "no accents": strip_accents,
    "no final stop": strip_final_punctuation,
    "no punctuation": lambda text: re.sub(r"[^\w\s']", "", text),
    "doubled spaces": lambda text: text.replace(" ", "  "),
    "typographic quotes": lambda text: text.replace("'", "\u2019"),
}

NAMES = (
    "Zephrine",
    "Kowalczyk",
    "Okonkwo",
    "Vrbová",
    "Tizoc",
    "Brynhild",
    "Quillfeather",
    "Thandiwe",
)
NUMBERS = ("4827", "319", "70,500", "1286", "93", "6.75", "20481", "508")

HARDEST = (
    "The animal didn't cross the street because it was too tired.",
    "The animal didn't cross the street because it was too wide.",
)


def bleu_by_disturbance(
    model: Transformer, tokenizer: Tokenizer, corpora: Sequence[Corpus], lines: int
) -> dict[str, dict[str, float]]:
    """Return the BLEU score (beam 4) for each kind of noise in the source, by direction.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        corpora: validation sentences; both directions of each are translated.
        lines: number of sentences of each direction that are used, from the first.

    Returns:
        Kind of noise (key of ``DISTURBANCES``, such as "lower case") -> direction, such as "en-fr"
        -> BLEU, from 0 to 100.
    """
    result: dict[str, dict[str, float]] = {}
    for name, change in tqdm(DISTURBANCES.items(), unit="disturbance"):
        for corpus in both_directions(corpora):
            sources, references = (side[:lines] for side in corpus.sentences)
            languages = [corpus.languages[1]] * len(sources)
            said = translate(model, tokenizer, [*map(change, sources)], languages)
            bleu = sacrebleu.corpus_bleu([t.text for t in said], [references]).score
            result.setdefault(name, {})[corpus.direction] = round(bleu, 2)
    return result


def count_long_failures(
    model: Transformer, tokenizer: Tokenizer, corpora: Sequence[Corpus], text_count: int
) -> dict[str, int]:
    """Translate long texts, made of several sentences, and count two kinds of failure.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        corpora: validation sentences, which are joined in their order.
        text_count: largest number of texts of each direction.

    Returns:
        "sentences": number of texts; "stop early": number of translations much shorter than the
        reference; "run in circles": number of translations that repeat the same words.
    """
    found = {"sentences": 0, "stop early": 0, "run in circles": 0}
    for corpus in both_directions(corpora):
        pairs = join_sentences(*corpus.sentences)[:text_count]
        languages = [corpus.languages[1]] * len(pairs)
        said = translate(model, tokenizer, [s for s, _ in pairs], languages)
        for translation, (_, reference) in zip(said, pairs, strict=True):
            found["sentences"] += 1
            found["stop early"] += stops_early(translation.text, reference)
            found["run in circles"] += has_repeated_words(translation.text)
    return found


def count_copied(model: Transformer, tokenizer: Tokenizer) -> dict[str, tuple[int, int]]:
    """Translate fixed sentences with a rare name or number in each; count those kept as they are.

    Returns:
        For "names" and for "numbers": (number kept, number tried).
    """
    result = {}
    known = [language for language in tokenizer.languages if language in CARRIER_SENTENCES]
    for kind, fillings, chosen in (("names", NAMES, slice(2)), ("numbers", NUMBERS, slice(2, 3))):
        texts, languages, looked_for = [], [], []
        for source in known:
            target = next((other for other in known if other != source), source)
            for sentence in CARRIER_SENTENCES[source][chosen]:
                for filling in fillings:
                    texts.append(sentence.format(filling))
                    languages.append(target)
                    looked_for.append(filling)
        said = translate(model, tokenizer, texts, languages)
        kept = sum(word in t.text for word, t in zip(looked_for, said, strict=True))
        result[kind] = (kept, len(texts))
    return result


def probe_pronoun(model: Transformer, tokenizer: Tokenizer, text: str) -> dict[str, object] | None:
    """Translate a sentence, and return how the encoder's heads attend from its word "it".

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        text: an English sentence that contains the words "it", "animal" and "street".

    Returns:
        "text"; "translations", by language; "strongest" and "weights": for each layer and head, the
        piece with the largest weight, and that weight; "to animal" and "to street": mean weight on
        this word over all heads. None if the model reads no English, or if its vocabulary splits
        one of the three words.
    """
    languages = [language for language in tokenizer.languages if language != "en"]
    ids = tokenizer.encode(text)
    pieces = [piece.strip(SPACE) for piece in tokenizer.pieces(ids)] + ["</s>"]
    if "en" not in model.config.read_languages or not {"it", "animal", "street"} <= {*pieces}:
        return None
    said = translate(model, tokenizer, [text] * len(languages), languages)
    trace = record_pass(model, [*ids, EOS], [tokenizer.start(languages[0])])
    place = pieces.index("it")
    rows = torch.stack(
        [trace[f"encoder.layers.{layer}.self_attention.weights"][0, :, place]
         for layer in model.config.layers("encoder")]
    )  # fmt: skip
    return {
        "text": text,
        "translations": dict(zip(languages, (t.text for t in said), strict=True)),
        "strongest": [[pieces[i] for i in row] for row in rows.argmax(dim=-1).tolist()],
        "weights": [[round(w, 3) for w in row] for row in rows.amax(dim=-1).tolist()],
        "to animal": round(rows[:, :, pieces.index("animal")].mean().item(), 4),
        "to street": round(rows[:, :, pieces.index("street")].mean().item(), 4),
    }


def scores_by_direction(
    model: Transformer, tokenizer: Tokenizer, sentences: Mapping[str, Sequence[str]]
) -> dict[str, dict[str, float]]:
    """Return BLEU and chrF (beam 4) for every pair of languages, including a language with itself.

    Translating a language into itself is what the model is asked to do if a visitor types in the
    wrong language. It was never trained to copy.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        sentences: language -> parallel sentences; languages that the model lacks are left out.

    Returns:
        Direction, such as "en-fr" or "en-en" -> {"bleu": ..., "chrf": ...}, both from 0 to 100.
    """
    result = {}
    known = [language for language in sentences if language in tokenizer.languages]
    for source, target in product(known, repeat=2):
        texts = [*sentences[source]]
        said = [t.text for t in translate(model, tokenizer, texts, [target] * len(texts))]
        references = [[*sentences[target]]]
        result[f"{source}-{target}"] = {
            "bleu": round(sacrebleu.corpus_bleu(said, references).score, 2),
            "chrf": round(sacrebleu.corpus_chrf(said, references).score, 2),
        }
    return result
