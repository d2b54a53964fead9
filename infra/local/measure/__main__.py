"""Runs all measurements and prints each result when it is available."""

import os
import sys
from collections import Counter

from zest_client import NotRunning, Refused

from measure import binaries, imports, running, uploads
from measure.yardstick import NotMeasured

WARM_UP, ONE_BY_ONE, TIMED, AT_ONCE, THREADS = 10, 200, 20, 200, 32


def main() -> None:
    """Runs all measurements."""
    # Removes the developer's AWS settings, which the local cloud must not use.
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        del os.environ[name]
    try:
        with running.zest() as zest:
            _processor_time(zest)
            _uploads(zest)
            _milliseconds(zest)
            _burst(zest)
            _binaries(zest)
    except NotRunning as reason:
        sys.exit(f"Nothing was measured: {reason}.")
    except (Refused, TimeoutError) as reason:
        sys.exit(f"The measurement failed: {reason}")


def _processor_time(zest: running.Running) -> None:
    costs = imports.processor_time(zest, WARM_UP, ONE_BY_ONE)
    _say_costs("a page", costs, ONE_BY_ONE)
    if costs["fn-fetch"].invocations != ONE_BY_ONE:
        print(f"  (log lines are missing: fn-fetch has {costs['fn-fetch'].invocations} of {ONE_BY_ONE})")


def _uploads(zest: running.Running) -> None:
    """Measures uploads: HTML pages, the same pages as PDF, and pictures with and without damage."""
    try:
        pages, documents, pictures = uploads.saved_pages(), uploads.documents(), uploads.pictures()
    except NotMeasured as reason:
        print(f"\nUploads were not measured: {reason}.")
        return
    for name, kind, files in (
        ("a saved page", "FILE", pages),
        ("a PDF", "FILE", documents),
        ("a picture", "PICTURE", pictures),
    ):
        costs, ended = imports.processor_time_of_uploads(zest, kind, files)
        _say_costs(name, costs, len(files))
        print("  ended as " + ", ".join(f"{status} {count}" for status, count in sorted(Counter(ended).items())))


def _say_costs(what: str, costs: dict[str, imports.Cost], count: int) -> None:
    print(f"\nProcessor time of one import of {what}, mean of {count} one after the other, milliseconds")
    for name, cost in sorted(costs.items(), key=lambda item: -item[1].cpu_ms):
        print(f"  {name:<14} {cost.cpu_ms / count:8.2f}   in {cost.invocations / count:.2f} invocations")
    print(f"  {'in all':<14} {sum(cost.cpu_ms for cost in costs.values()) / count:8.2f}")


def _milliseconds(zest: running.Running) -> None:
    taken = imports.milliseconds(zest, TIMED)
    print(f"\nFrom mutation to SUCCESS, {TIMED} imports, milliseconds")
    print(f"  median {imports.median(taken):.0f}   fastest {min(taken):.0f}   slowest {max(taken):.0f}")


def _burst(zest: running.Running) -> None:
    burst = imports.burst(zest, AT_ONCE, THREADS)
    print(f"\n{burst.submitted} imports of one guest at once ({THREADS} threads)")
    print(f"  submitted after {burst.submitted_seconds:.1f} s, all ended after {burst.ended_seconds:.1f} s")
    print(f"  lost {burst.lost}   " + "   ".join(f"{status} {n}" for status, n in sorted(burst.by_status.items())))


def _binaries(zest: running.Running) -> None:
    print("\nRelease binaries: size, and time from exec to the first request for an event (median of 5)")
    for found in binaries.measure(zest):
        print(f"  {found.name:<14} {found.bytes:>12,} bytes {found.start_ms:8.1f} ms")


if __name__ == "__main__":
    main()
