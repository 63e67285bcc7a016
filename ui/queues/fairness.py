"""Fair scheduling among visitors: no network address, and no session of one, takes all slots.

Served in the order of arrival, a shared resource would belong to whoever asks most often. So it
goes to the address that holds least of it, then to the one that was served longest ago, and
likewise among the sessions of an address, such as a class behind one router.
"""

import ipaddress
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

LATELY = 60.0  # seconds for which an address is expected to ask again
MOST = 1_000  # addresses and sessions that are remembered


@dataclass(frozen=True)
class Owner:
    """The network address and session that a run or job belongs to.

    Args:
        address: network address as the server counts it (``countable_address``); see
            ``FORWARDED_ALLOW_IPS`` in ``docs/hosting.md``. Empty for the server's own work.
        session: id of the visitor's session.
    """

    address: str = ""
    session: str = ""


def current_owner() -> Owner:
    """Return the owner (address, session) of this thread's script run; an empty one if none."""
    run = get_script_run_ctx(suppress_warning=True)
    if run is None or not st.runtime.exists():
        return Owner()
    return Owner(countable_address(st.context.ip_address or ""), run.session_id)


def unmap_address(host: str) -> str:
    """Return an IP address as its client has it: "10.0.0.1" for "::ffff:10.0.0.1".

    A server that listens at "::" gets IPv4 clients in the second form.

    Args:
        host: IP address, or any other text, which is returned as it is.
    """
    try:
        mapped = ipaddress.IPv6Address(host).ipv4_mapped
    except ValueError:
        return host
    return str(mapped or host)


def countable_address(host: str) -> str:
    """Return what an IP address counts as: itself for IPv4, the /64 network for IPv6.

    Whoever has one IPv6 address has the 2⁶⁴ of its network, and could be as many clients.

    Args:
        host: IP address, or any other text, which is returned as it is.
    """
    host = unmap_address(host)
    try:
        return str(ipaddress.IPv6Network((int(ipaddress.IPv6Address(host)), 64), strict=False))
    except ValueError:
        return host


@dataclass
class FairScheduler:
    """A scheduler that gives a limited number of slots to owners in a fair order.

    Args:
        count: number of slots; one more is given where one address holds all.
        clock: returns the time in seconds.
    """

    count: int
    clock: Callable[[], float] = time.monotonic
    _served: dict[Owner, float] = field(default_factory=dict)

    def choose_next(self, waiting: Sequence[Owner], holding: Sequence[Owner]) -> int | None:
        """Return the index of the waiting owner who gets a slot next; None if nobody gets one now.

        The address that holds the fewest slots comes first, then the one served longest ago. Of
        two or more slots, no address gets all if another one was served in the last minute. Where
        one holds all nevertheless, another one gets a slot beyond their number at once.

        Args:
            waiting: owners in the queue, in the order of arrival; one for each run or job.
            holding: owners that hold a slot, likewise.
        """
        if not waiting or len(holding) > self.count:
            return None

        def priority(queue_index: int) -> tuple:
            """Return a waiting owner's sort key; the owner with the lowest key is served first."""
            one = waiting[queue_index]
            address = Owner(one.address)
            held = sum(other.address == one.address for other in holding)
            return held, self._served.get(address, 0.0), self._served.get(one, 0.0), queue_index

        place = min(range(len(waiting)), key=priority)
        if self.count == 1:
            return place if not holding else None
        held = priority(place)[0]
        if len(holding) == self.count:
            all_of_one = len({other.address for other in holding}) == 1
            return place if all_of_one and not held else None
        kept = held >= self.count - 1 and self._has_recent_other_address(waiting[place].address)
        return None if kept else place

    def count_ahead(
        self, waiting: Sequence[Owner], holding: Sequence[Owner], queue_index: int
    ) -> int:
        """Return how many owners in the queue will be served before the one at an index.

        Args:
            waiting: owners in the queue, in the order of arrival; one for each run or job.
            holding: owners that hold a slot, likewise.
            queue_index: index of the owner in ``waiting``.
        """

        def priority(candidate: int) -> tuple:
            """Return a waiting owner's sort key; the owner with the lowest key is served first."""
            one = waiting[candidate]
            held = sum(other.address == one.address for other in (*holding, *waiting[:candidate]))
            return held, self._served.get(Owner(one.address), 0.0), candidate

        return sum(priority(at) < priority(queue_index) for at in range(len(waiting)))

    def record_service(self, owner: Owner) -> None:
        """Record that an owner gets a slot now; others then come before this owner."""
        if len(self._served) >= MOST:
            oldest = sorted(self._served, key=self._served.__getitem__)
            for each in oldest[: MOST // 2]:
                del self._served[each]
        self._served[owner] = self._served[Owner(owner.address)] = self.clock()

    def _has_recent_other_address(self, address: str) -> bool:
        """Whether an address other than this one was served recently."""
        now = self.clock()
        return any(
            one.address != address and now - when < LATELY for one, when in self._served.items()
        )
