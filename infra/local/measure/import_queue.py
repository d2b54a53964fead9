"""Simulates imports on AWS as a queue: concurrency of functions, retries of the state machine, rate of starts.

Deterministic: time is simulated, and no service is called.
"""

import heapq
import itertools
import json
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from zest_local.places import REPOSITORY

_CLIENT_WAITS = (2, 4, 8, 16, 32, 60)
"""Seconds between the app's retries of a refused call."""
_SDK_TRIES = 3
_SWEEP_EVERY = 60
"""Seconds between two sweeps; see template.yaml."""
_SWEEP_QUIET = 120
"""Seconds a recipe must be idle before the sweep; see fn-sweep."""
_SWEEP_BATCH = 10_000
"""Recipes per sweep; see app::sweep."""
_SWEEP_AT_ONCE = 16
"""Recipes that a sweep handles at the same time; see app::sweep."""
_SWEEP_BUDGET = 45
"""Seconds after which a sweep starts no further recipes; see fn-sweep."""
_SWEEP_SECONDS = 0.02
"""Seconds per recipe, for two calls."""
_MACHINE_SECONDS = 300
_IMPORTING = ("fn-fetch", "fn-extract", "fn-picture")
"""Functions limited by ImportConcurrency that an address import uses."""


@dataclass
class Outcome:
    """The outcome of a simulated run."""

    refused: int = 0
    """Calls that were refused and retried by the app."""
    swept: int = 0
    """Imports whose start was refused and which the sweep started."""
    ended: list[float] = field(default_factory=list)
    """Seconds from click to end of each successful import."""
    failed: int = 0
    """Imports that ran out of retries while waiting for concurrency."""

    def at(self, share: float) -> float:
        """Returns a quantile of the seconds of successful imports."""
        ordered = sorted(self.ended)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


@dataclass
class Bucket:
    """A token bucket, full at the beginning."""

    a_second: float
    burst: float
    filled_at: float = 0.0

    def __post_init__(self) -> None:
        """Fills it."""
        self.tokens = self.burst

    def take(self, now: float) -> bool:
        """Takes a token. Returns whether there was one."""
        self.tokens = min(self.burst, self.tokens + (now - self.filled_at) * self.a_second)
        self.filled_at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


@dataclass
class Account:
    """Limits of an AWS account, and their use."""

    concurrency: int
    import_concurrency: int
    starts: Bucket
    seconds: dict[str, float]
    running: int = 0
    of_function: dict[str, int] = field(default_factory=dict)

    def enter(self, function: str) -> bool:
        """Takes a slot of the concurrency for a call. Returns whether one was free."""
        reserved = len(_IMPORTING) * self.import_concurrency
        if self.import_concurrency and function in _IMPORTING:
            if self.of_function.get(function, 0) >= self.import_concurrency:
                return False
        elif self.running >= self.concurrency - reserved:
            return False
        else:
            self.running += 1
        self.of_function[function] = self.of_function.get(function, 0) + 1
        return True

    def leave(self, function: str) -> None:
        """Releases the slot."""
        self.of_function[function] -= 1
        if not (self.import_concurrency and function in _IMPORTING):
            self.running -= 1


def throttle_retry(state: str = "Fetch") -> dict[str, Any]:
    """Returns the retry settings for throttling, from the definition of recipe-processing."""
    definition = json.loads((REPOSITORY / "statemachines/recipe-processing.asl.json").read_text())
    retriers = definition["States"][state]["Retry"]
    return next(one for one in retriers if "Lambda.TooManyRequestsException" in one["ErrorEquals"])


Process = Iterator[float]
"""Yields the seconds to wait."""


def simulate(account: Account, imports: int, connections: int, connections_per_second: float = math.inf) -> Outcome:
    """Simulates `imports` page imports over `connections` until all have ended. All connections open at once, or
    `connections_per_second`.
    """
    retry, chance, outcome = throttle_retry(), random.Random(11), Outcome()
    clock = [0.0]

    def call(function: str) -> Iterator[float]:
        yield account.seconds[function]
        account.leave(function)

    def task(function: str, until: float) -> Iterator[float]:
        """Simulates a state. The generator returns whether its function ran."""
        for tried in range(retry["MaxAttempts"] + 1):
            if account.enter(function):
                yield from call(function)
                return True
            if tried == retry["MaxAttempts"]:
                break
            longest = min(retry["IntervalSeconds"] * retry["BackoffRate"] ** tried, retry["MaxDelaySeconds"])
            yield chance.uniform(0, longest)
            if clock[0] > until:
                break
        return False

    def execution(clicked: float) -> Process:
        until = clock[0] + _MACHINE_SECONDS
        for function in ("fn-fetch", "fn-extract", "fn-finish"):
            if not (yield from task(function, until)):
                yield from task("fn-fail", clock[0] + _MACHINE_SECONDS)
                outcome.failed += 1
                return
        outcome.ended.append(clock[0] - clicked)
        for function in ("fn-picture", "fn-apply"):
            yield from task(function, clock[0] + _MACHINE_SECONDS)

    lost: list[tuple[float, float]] = []
    sending = connections

    def start(tries: int) -> Iterator[float]:
        """Simulates StartExecution with the retries of the SDK. The generator returns whether it was accepted."""
        for tried in range(tries):
            if tried:
                yield chance.uniform(0, tried)
            if account.starts.take(clock[0]):
                return True
        return False

    def connection(count: int, after: float, begin: Callable[[Process], None]) -> Process:
        nonlocal sending
        yield after
        clicked = clock[0]
        for _ in range(count):
            waits = itertools.chain(_CLIENT_WAITS, itertools.repeat(_CLIENT_WAITS[-1]))
            while not account.enter("fn-graphql"):
                outcome.refused += 1
                yield next(waits) * chance.uniform(0.5, 1)
            if (yield from start(_SDK_TRIES)):
                begin(execution(clicked))
            else:
                outcome.swept += 1
                lost.append((clock[0], clicked))
            yield from call("fn-graphql")
        sending -= 1

    def sweep(begin: Callable[[Process], None]) -> Process:
        """Simulates fn-sweep, which starts the executions of recipes that have none."""
        while sending or lost:
            yield _SWEEP_EVERY
            until = clock[0] + _SWEEP_BUDGET
            quiet = [one for one in lost if one[0] <= clock[0] - _SWEEP_QUIET][:_SWEEP_BATCH]
            for one in quiet:
                yield _SWEEP_SECONDS / _SWEEP_AT_ONCE
                if clock[0] > until:
                    break
                if (yield from start(_SDK_TRIES)):
                    lost.remove(one)
                    begin(execution(one[1]))

    counts = [imports // connections + (number < imports % connections) for number in range(connections)]
    _run(
        clock,
        [
            lambda begin, count=count, after=number / connections_per_second: connection(count, after, begin)
            for number, count in enumerate(counts)
        ]
        + [sweep],
    )
    return outcome


def _run(clock: list[float], beginnings: list[Callable[[Callable[[Process], None]], Process]]) -> None:
    """Resumes the processes in order of simulated time."""
    waiting: list[tuple[float, int, Process]] = []
    order = itertools.count()

    def begin(process: Process) -> None:
        heapq.heappush(waiting, (clock[0], next(order), process))

    for beginning in beginnings:
        begin(beginning(begin))
    while waiting:
        clock[0], _, process = heapq.heappop(waiting)
        wait = next(process, None)
        if wait is not None:
            heapq.heappush(waiting, (clock[0] + wait, next(order), process))
