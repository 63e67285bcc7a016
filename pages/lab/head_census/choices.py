"""What the page lets people choose: an order, a group, how many heads, one head."""

import re
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from model.census.orders import GROUPS, list_heads, silenced_prefix_length
from model.changes.kinds import SilencedHead
from pages.lab.head_census import cached
from ui.choices import controls, link
from ui.messages import N_, _
from ui.readings import session
from ui.readings.reading import Reading

_NAMES = (N_("all"), N_("encoder"), N_("decoder"), N_("cross"))
GROUP_NAMES = dict(zip(GROUPS, _NAMES, strict=True))
ORDERS = {
    "silencing": N_("effect when off"),
    "gradient": N_("gradient"),
    "sentence": N_("this sentence only"),
}


@dataclass(frozen=True)
class Choices:
    """The chosen importance measure, group and head, and the resulting order of heads.

    Args:
        reading: sentence and translation, with all model changes.
        group: a member of ``GROUPS``.
        measure: a key of ``ORDERS``.
        importance: importance of all heads under that measure.
        order: heads of the group, least important first.
        head: head whose card is shown.
    """

    reading: Reading
    group: str
    measure: str
    importance: Float[Tensor, "attention layer head"]
    order: tuple[SilencedHead, ...]
    head: SilencedHead

    @property
    def silenced_heads(self) -> tuple[SilencedHead, ...]:
        """The heads that are silenced now."""
        return self.reading.silenced_heads

    @property
    def pruned_count(self) -> int | None:
        """The number of silenced heads, if they are exactly the first ones of ``order``, as the
        slider silences them; None if other heads were silenced by hand.
        """
        return silenced_prefix_length(self.order, self.silenced_heads)

    @property
    def sentence(self) -> tuple[str, str]:
        """The source text and the code of the target language."""
        return self.reading.text, self.reading.language


def choose(reading: Reading) -> Choices:
    """Show the widgets for a group of heads and the measure that ranks them; return the choices.

    Args:
        reading: the sentence and its translation, with the active changes of the model.
    """
    names = {group: _(name) for group, name in GROUP_NAMES.items()}
    group = controls.choose_option("heads_of", _("Switch off"), names, "all")
    known = {
        order: _(name)
        for order, name in ORDERS.items()
        if order == "sentence" or cached.load_head_statistics() is not None
    }
    measure = controls.choose_option("census_order", _("ranked by"), known, next(iter(known)))
    text, language = reading.text, reading.language
    order = cached.order_heads(measure, group, text, language)
    everyone = cached.order_heads(measure, "all", text, language)
    importance = cached.get_head_importance(measure, text, language)
    return Choices(reading, group, measure, importance, order, restore_chosen_head(everyone[-1]))


def restore_chosen_head(default: SilencedHead) -> SilencedHead:
    """Return the head that is selected on this page, or ``default`` if none is.

    Its code, such as "encoder-0-3", is kept as "census_head" in the session and in the page's link.
    """
    by_code = {one.code: one for one in list_heads(session.glass().config)}

    def parse(text: str) -> str | None:
        """Return the text if it is a head's code, such as "encoder-0-3"; else None."""
        return text if re.fullmatch(r"[a-z]{1,10}-[0-9]{1,3}-[0-9]{1,3}", text) else None

    found = link.restore_control("census_head", parse, default.code, by_code.__contains__)
    link.store_control("census_head", found, default.code)
    return by_code[found]
