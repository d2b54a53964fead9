"""Measures the time from a tick on one device to its arrival on another with the same shared list.

python -m measure.shared_lists
"""

import sys
import time

from zest_client import Guest, NotRunning, Refused, shared_lists

from measure import running
from measure.load import percentile

TICKS, ITEMS = 300, 40


def measure(origin: str, ticks: int = TICKS) -> list[float]:
    """Returns the milliseconds from sending each tick to its arrival through the other device's subscription."""
    owner, other = Guest.arrive(origin), Guest.arrive(origin)
    id = shared_lists.share(owner, *(f"thing {number}, 200 g" for number in range(ITEMS)))["id"]
    taken = []
    with other.changes(id, document=shared_lists.ON_CHANGE) as changes:
        for number in range(ticks):
            tick = {"id": f"{number % ITEMS:x}", "done": number // ITEMS % 2 == 0}
            begun = time.perf_counter()
            version = shared_lists.change(owner, id, tick)["version"]
            changes.until(lambda change, version=version: change["version"] == version)
            taken.append((time.perf_counter() - begun) * 1000)
            # Below the limit of thirty requests a second.
            time.sleep(0.04)
    return taken


def main() -> None:
    """Prints the percentiles."""
    try:
        with running.zest() as zest:
            measure(zest.origin, 20)
            taken = measure(zest.origin)
    except NotRunning as reason:
        sys.exit(f"Nothing was measured: {reason}.")
    except (Refused, TimeoutError) as reason:
        sys.exit(f"The measurement failed: {reason}")
    p50, p95 = (percentile(taken, share) for share in (0.5, 0.95))
    print(f"A tick on the other device, {len(taken)} ticks, milliseconds")
    print(f"  p50 {p50:.0f}   p95 {p95:.0f}   slowest {max(taken):.0f}")


if __name__ == "__main__":
    main()
