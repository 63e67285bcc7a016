"""Sentences about which key a query agrees with best, and whether it's mutual."""

from collections.abc import Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from ui.sentence import Remark, say
from ui.words import format_decimal

ROLES = ("Q", "K", "V")


@dataclass(frozen=True)
class Match:
    """A query and the keys of one head.

    Args:
        agreements: dot product of every query with every key; minus infinity for hidden keys.
        query: position of the query, from 0.
        names: display names of the queries' tokens, and of the keys'.
        kind: the attention: "encoder", "decoder" or "cross".
    """

    agreements: Float[Tensor, "query key"]
    query: int
    names: tuple[Sequence[str], Sequence[str]]
    kind: str

    @property
    def word(self) -> str:
        """Return the display name of the query's token."""
        return self.names[0][self.query]

    def find_best_key(self, query: int) -> int:
        """Return the position of the key that agrees best with a query."""
        return int(self.agreements[query].argmax())

    def list_visible_keys(self) -> list[int]:
        """Return the positions of the keys that the query may attend to."""
        return self.agreements[self.query].isfinite().nonzero().flatten().tolist()


def describe_match(match: Match) -> Remark:
    """Describe which key agrees best with the query, and which one least."""
    row, visible = match.agreements[match.query], match.list_visible_keys()
    if len(visible) == 1:
        return _describe_only_key(match, visible[0])
    best = match.find_best_key(match.query)
    worst = min(visible, key=lambda key: row[key].item())
    gaps = {
        "word": match.word,
        "best": match.names[1][best],
        "high": format_decimal(row[best].item()),
        "worst": match.names[1][worst],
        "low": format_decimal(row[worst].item()),
    }
    if match.kind != "cross" and best == match.query:
        return say(
            "In this head, the query of {word} agrees best with **its own key**: {high}. It agrees "
            "least with the key of {worst}: {low}.",
            **gaps,
        )
    return say(
        "In this head, the query of {word} agrees best with the key of **{best}**: {high}. It "
        "agrees least with the key of {worst}: {low}.",
        **gaps,
    )


def describe_way_back(match: Match) -> Remark:
    """Describe whether the token found finds the one that was looking for it."""
    visible, best = match.list_visible_keys(), match.find_best_key(match.query)
    if len(visible) == 1:
        return _describe_only_key(match, visible[0])
    gaps = {"word": match.word, "best": match.names[1][best]}
    if match.kind == "cross":
        return say(
            "{word} finds **{best}**. The query comes from the translation, the key from your "
            "sentence.",
            **gaps,
        )
    if best == match.query:
        return say(
            "{word} finds **itself**: no key here fits its query better than its own, although "
            "the two come from different matrices.",
            **gaps,
        )
    if not match.agreements[best, match.query].isfinite():
        return say(
            "{word} finds **{best}**, but not the other way round: in the decoder, words see only "
            "what comes before them.",
            **gaps,
        )
    back = match.find_best_key(best)
    if back == match.query:
        return say(
            "{word} and {best} **find each other**: the query of each fits the key of the other "
            "best.",
            **gaps,
        )
    if back == best:
        return say(
            "{word} finds **{best}**, whose query fits its own key best.",
            **gaps,
        )
    return say(
        "{word} finds **{best}**, but not the other way round. The query of {best} fits the key of "
        "{other} best.",
        other=match.names[1][back],
        **gaps,
    )


def _describe_only_key(match: Match, key: int) -> Remark:
    """Describe a query that may attend to a single key."""
    return say(
        "{word} can see only one token, {only}. With a single key, there's nothing to choose.",
        word=match.word,
        only=match.names[1][key],
    )
