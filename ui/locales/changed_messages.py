"""Translations of changed messages: carried over, and fuzzy until someone has reviewed them."""

from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import takewhile

from babel.messages.catalog import Catalog, Message

SIMILARITY_THRESHOLD = 0.6  # threshold: ``SequenceMatcher`` ratio of two messages
CHANGED_REMARK = "The English was: "  # begins the remark for translators


def is_translated(message: Message) -> bool:
    """Whether all plural forms of a message are translated."""
    forms = [message.string] if isinstance(message.string, str) else message.string
    return bool(forms) and all(forms or ())


def carry_over_translations(catalog: Catalog, removed: Iterable[Message]) -> None:
    """Give untranslated messages the translations of similar removed ones, marked as fuzzy.

    A message takes over the translation of the most similar removed message of the same file.
    Messages of other files, which may be similar by chance, are no candidates.

    Args:
        catalog: the catalogue, changed in place.
        removed: messages that the interface no longer has.
    """
    old = [message for message in removed if is_translated(message)]
    new = [message for message in catalog if message.id and not is_translated(message)]
    pairs = [
        (likeness, _english_text(ours), _english_text(theirs), ours, theirs)
        for ours in new
        for theirs in old
        if _can_replace(ours, theirs)
        and (likeness := _measure_similarity(ours, theirs)) >= SIMILARITY_THRESHOLD
    ]
    followed = set()
    for *__, before, ours, theirs in sorted(pairs, key=lambda pair: (-pair[0], *pair[1:3])):
        if is_translated(ours) or before in followed:
            continue
        followed.add(before)
        ours.string = theirs.string
        ours.flags |= {"fuzzy"}
        ours.user_comments = [CHANGED_REMARK + before]
    for message in catalog:
        if not message.fuzzy:  # reviewed
            own = takewhile(lambda one: not one.startswith(CHANGED_REMARK), message.user_comments)
            message.user_comments = list(own)


def _can_replace(new_message: Message, old_message: Message) -> bool:
    """Whether two messages share a file and a context, and agree in having plurals or not."""
    files = [{file for file, __ in one.locations} for one in (new_message, old_message)]
    same = (
        new_message.context == old_message.context
        and new_message.pluralizable == old_message.pluralizable
    )
    return same and bool(files[0] & files[1])


def _measure_similarity(new_message: Message, old_message: Message) -> float:
    """Return the similarity of two messages' English texts, from 0 to 1."""
    return SequenceMatcher(
        None, _english_text(old_message), _english_text(new_message), autojunk=False
    ).ratio()


def _english_text(message: Message) -> str:
    """Return a message's English text, in the singular."""
    return message.id if isinstance(message.id, str) else message.id[0]
