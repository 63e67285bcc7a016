"""Who comes next, where several wait for the same: no address, and no session of it, takes all.

What is shared by the order of arrival belongs to whoever asks most often. So it goes to the address
that holds least of it, then to the one that was served longest ago; among the sessions of an
address, a class behind one, likewise.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

LATELY = 60.0  # seconds for which an address counts as one that may ask again
MOST = 1_000  # addresses and sessions that are remembered


@dataclass(frozen=True)
class Owner:
    """The address and session that something belongs to.

    Args:
        address: of the network, as the server sees it; see ``FORWARDED_ALLOW_IPS`` in
            ``docs/hosting.md``. Empty for the machine's own.
        session: of the visitor.
    """

    address: str = ""
    session: str = ""


def owner() -> Owner:
    """Return the owner of the current thread's run."""
    run = get_script_run_ctx(suppress_warning=True)
    if run is None or not st.runtime.exists():
        return Owner()
    return Owner(st.context.ip_address or "", run.session_id)


@dataclass
class Fair:
    """A fair scheduler: chooses who is served next.

    Args:
        count: places that there are.
        clock: tells the time, in seconds.
    """

    count: int
    clock: Callable[[], float] = time.monotonic
    _served: dict[Owner, float] = field(default_factory=dict)

    def first(self, waiting: Sequence[Owner], holding: Sequence[Owner]) -> int | None:
        """Return the queue index of whoever is served next; None if nobody may be.

        The last place is kept for another address, if one was here lately: whoever has only short
        work need not wait for all the long work of somebody else.

        Args:
            waiting: who waits, in the order of arrival.
            holding: who has a place.
        """
        if len(holding) >= self.count or not waiting:
            return None

        def rank(place: int) -> tuple:
            one = waiting[place]
            address = Owner(one.address)
            held = sum(other.address == one.address for other in holding)
            return held, self._served.get(address, 0.0), self._served.get(one, 0.0), place

        place = min(range(len(waiting)), key=rank)
        held = rank(place)[0]
        kept = self.count > 1 and held >= self.count - 1 and self._others(waiting[place].address)
        return None if kept else place

    def ahead(self, waiting: Sequence[Owner], holding: Sequence[Owner], place: int) -> int:
        """Return how many are served before a given place of the queue."""

        def rank(at: int) -> tuple:
            one = waiting[at]
            held = sum(other.address == one.address for other in (*holding, *waiting[:at]))
            return held, self._served.get(Owner(one.address), 0.0), at

        return sum(rank(at) < rank(place) for at in range(len(waiting)))

    def serve(self, one: Owner) -> None:
        """Record that an owner was served."""
        if len(self._served) >= MOST:
            oldest = sorted(self._served, key=self._served.__getitem__)
            for each in oldest[: MOST // 2]:
                del self._served[each]
        self._served[one] = self._served[Owner(one.address)] = self.clock()

    def _others(self, address: str) -> bool:
        now = self.clock()
        return any(
            one.address != address and now - when < LATELY for one, when in self._served.items()
        )
