"""How many of the texts that visitors type first are translated rightly."""

from collections.abc import Sequence

from model.data.own import FirstText
from model.tokenizer import Tokenizer
from model.transformer import Transformer
from model.translate import translate


def count_right_first_texts(
    model: Transformer, tokenizer: Tokenizer, first_texts: Sequence[FirstText]
) -> dict[str, int | list[tuple[str, str, str]]]:
    """Translate what visitors often type first (beam 4), and count the right translations.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        first_texts: texts with right translations; languages that the model lacks are left out.

    Returns:
        "asked": number of translations; "right": number of right ones; "wrong": the others, each as
        (text, target language, translation).
    """
    known = set(tokenizer.languages)
    asked = [
        (first, language)
        for first in first_texts
        for language in first.answers
        if {first.language, language} <= known
    ]
    said = translate(
        model, tokenizer, [first.text for first, _ in asked], [language for _, language in asked]
    )
    wrong = [
        (first.text, language, translation.text)
        for (first, language), translation in zip(asked, said, strict=True)
        if not first.is_right(translation.text, language)
    ]
    return {"asked": len(asked), "right": len(asked) - len(wrong), "wrong": wrong}
