"""Load test with many guests: counts refusals and acknowledgements, and checks that acknowledged imports end.

python -m measure.load --imports 300 --guests 10 --connections 60

Like the app, a client sends a throttled import again later with the same id.
"""

import argparse
import itertools
import os
import queue
import random
import statistics
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime

from zest_client import Changes, Guest, NotRunning, Refused
from zest_client.guest import has_ended, new_id

from measure import running
from measure.imports import PAGES, everything

# Start of the messages for throttling: of the app, of AppSync, and of Lambda when AppSync calls it.
KINDLY = ("Zest is busy.", "Rate exceeded", "Rate Exceeded.", "LIMIT_REACHED")
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.5, 8.0


@dataclass
class Load:
    """The outcome of many simultaneous imports."""

    imports: int
    guests: int
    connections: int
    created: dict[str, float] = field(default_factory=dict)
    """Time of each acknowledgement (`time.time`)."""
    create_ms: list[float] = field(default_factory=list)
    """Latency of each successful create call."""
    live_ms: list[float] = field(default_factory=list)
    """Milliseconds from an import's end to its event."""
    ended: dict[str, float] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    seconds: float = 0.0

    @property
    def slowest_end(self) -> float:
        """Returns the seconds from acknowledgement to end of the slowest import."""
        return max((self.ended[id] - at for id, at in self.created.items() if id in self.ended), default=0.0)

    @property
    def unended(self) -> int:
        """Returns the number of acknowledged imports that have not ended."""
        return len(self.created.keys() - self.ended.keys())


def load(origin: str, imports: int, guests: int, connections: int, seconds: float) -> Load:
    """Imports demo pages as `guests` over `connections`. Waits until all imports have ended, at most `seconds`."""
    result = Load(imports, guests, connections)
    people = [Guest.arrive(origin) for _ in range(guests)]
    lock = threading.Lock()
    deadline = time.monotonic() + seconds
    started = time.monotonic()
    jobs: queue.SimpleQueue[tuple[Guest, str]] = queue.SimpleQueue()
    for guest, page, _ in zip(itertools.cycle(people), itertools.cycle(PAGES), range(imports), strict=False):
        jobs.put((guest, f"{origin}/demo/{page}"))
    done = threading.Event()
    with ExitStack() as stack:
        watching = [
            threading.Thread(target=_watch, args=(stack.enter_context(guest.changes()), result, lock, done, deadline))
            for guest in people
        ]
        for thread in watching:
            thread.start()
        try:
            with ThreadPoolExecutor(connections) as pool:
                for _ in range(connections):
                    pool.submit(_send_all, jobs, result, lock, deadline)
            while result.unended and time.monotonic() < deadline:
                done.wait(0.1)
        finally:
            done.set()
            for thread in watching:
                thread.join()
    result.seconds = time.monotonic() - started
    cards = {card["id"]: card for guest in people for card in everything(guest)}
    result.lost = len(result.created.keys() - cards.keys())
    result.statuses = Counter(
        card["errorCode"] if card["status"] == "FAILED" else card["status"] for card in cards.values()
    )
    return result


def _send_all(
    jobs: "queue.SimpleQueue[tuple[Guest, str]]", result: Load, lock: threading.Lock, deadline: float
) -> None:
    while time.monotonic() < deadline:
        try:
            guest, url = jobs.get_nowait()
        except queue.Empty:
            return
        _send(guest, url, result, lock, deadline)


def _send(guest: Guest, url: str, result: Load, lock: threading.Lock, deadline: float) -> None:
    id, wait = new_id(), FIRST_WAIT_SECONDS
    while time.monotonic() < deadline:
        begun = time.perf_counter()
        try:
            guest.create(url, id=id)
        except (Refused, NotRunning) as reason:
            with lock:
                if not is_kind(reason):
                    result.errors[str(reason)] += 1
                    return
                result.refused += 1
            time.sleep(wait * random.uniform(0.5, 1.0))
            wait = min(2 * wait, LONGEST_WAIT_SECONDS)
            continue
        with lock:
            result.create_ms.append((time.perf_counter() - begun) * 1000)
            result.created[id] = time.time()
        return
    with lock:
        result.errors["never taken"] += 1


def is_kind(reason: Exception) -> bool:
    """Returns whether a refusal is throttling; then the request is sent again."""
    return str(reason).startswith(KINDLY)


def _watch(changes: Changes, result: Load, lock: threading.Lock, done: threading.Event, deadline: float) -> None:
    while not done.is_set() and time.monotonic() < deadline:
        for change in changes.within(0.5):
            card = change["card"]
            if card is None or not has_ended(card):
                continue
            now = time.time()
            with lock:
                if change["id"] not in result.ended:
                    result.ended[change["id"]] = now
                    result.live_ms.append((now - datetime.fromisoformat(card["updatedAt"]).timestamp()) * 1000)


def percentile(values: list[float], share: float) -> float:
    """Returns a quantile of the values; 0 if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def header() -> str:
    """Returns the header of the table."""
    return (
        "imports guests conns | acknowledged refused errors lost | ended INTERNAL slowest s total s |"
        " create p50 p95 ms | live p50 p95 ms"
    )


def row(load: Load) -> str:
    """Returns a row of the table."""
    return (
        f"{load.imports:7} {load.guests:6} {load.connections:5} | {len(load.created):12} {load.refused:7} "
        f"{sum(load.errors.values()):6} {load.lost:4} | {len(load.ended):5} {load.statuses['INTERNAL']:8} "
        f"{load.slowest_end:9.1f} {load.seconds:7.1f} | {statistics.median(load.create_ms or [0]):10.0f} "
        f"{percentile(load.create_ms, 0.95):6.0f} | {statistics.median(load.live_ms or [0]):8.0f} "
        f"{percentile(load.live_ms, 0.95):6.0f}"
    )


def main() -> None:
    """Prints a row per number of connections. Only the last one uses all imports and guests."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        del os.environ[name]
    parser = argparse.ArgumentParser(prog="load")
    parser.add_argument("--imports", type=int, default=300)
    parser.add_argument("--guests", type=int, default=10)
    parser.add_argument("--connections", type=int, nargs="+", default=[1, 10, 60])
    parser.add_argument("--seconds", type=float, default=600, help="timeout of one row of the table")
    parser.add_argument("--profile", default="release")
    arguments = parser.parse_args()
    try:
        with running.zest(arguments.profile, limits="off") as zest:
            print(header(), flush=True)
            broken = False
            for connections in arguments.connections:
                # Rows with few connections measure latency, which needs fewer imports.
                is_last = connections == arguments.connections[-1]
                imports = arguments.imports if is_last else min(arguments.imports, 30 * connections)
                guests = arguments.guests if is_last else min(arguments.guests, connections)
                found = load(zest.origin, imports, guests, connections, arguments.seconds)
                print(row(found), flush=True)
                for reason, count in found.errors.items():
                    print(f"    {count} x {reason}")
                broken |= bool(found.errors or found.lost or found.unended or found.statuses["INTERNAL"])
    except NotRunning as reason:
        sys.exit(f"Nothing was measured: {reason}.")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
