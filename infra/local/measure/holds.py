"""`make bench-holds`: measures how much time holding and settling a credit adds to an import, by comparing members with
guests.
"""

import argparse
import os
import statistics
import time
from typing import NamedTuple

from zest_client import Guest, sign_up
from zest_client.credits import open_credits
from zest_client.guest import new_id
from zest_local.zest_for_tests import LIMITS

from measure.running import zest

# Number of welcome credits of a new member.
CREDITS = 10

PAGE = b"""<!doctype html><html lang="en"><title>Soup</title><h1>Soup</h1>
  <h2>Ingredients</h2><ul><li>2 leeks</li><li>1 l stock</li></ul>
  <h2>Method</h2><ol><li>Cut the leeks.</li><li>Simmer them in the stock.</li></ol>"""


class Import(NamedTuple):
    """The times of one import in milliseconds."""

    created: float
    succeeded: float


def main() -> None:
    """Imports alternately as guest and as member, and prints both times and the difference."""
    parser = argparse.ArgumentParser(prog="make bench-holds")
    parser.add_argument("--profile", default=os.environ.get("PROFILE", "dev"))
    parser.add_argument("--imports", type=int, default=30)
    arguments = parser.parse_args()
    with zest(arguments.profile, LIMITS) as running:
        guests: list[Import] = []
        members: list[Import] = []
        while len(members) < arguments.imports:
            guest, member = Guest.arrive(running.origin), sign_up(running.origin)
            open_credits(member)
            for _ in range(min(CREDITS, arguments.imports - len(members))):
                guests.append(_import(guest))
                members.append(_import(member))
    for name, column in (("createRecipe", 0), ("until SUCCESS is heard", 1)):
        free = [each[column] for each in guests]
        paid = [each[column] for each in members]
        print(
            f"{name}: guests p50 {_p50(free):.0f} p95 {_p95(free):.0f} ms, members p50 {_p50(paid):.0f} "
            f"p95 {_p95(paid):.0f} ms, a credit adds p50 {_p50(paid) - _p50(free):+.0f} "
            f"p95 {_p95(paid) - _p95(free):+.0f} ms"
        )


def _import(person: Guest) -> Import:
    submission, id = person.upload("FILE", PAGE), new_id()
    with person.changes() as changes:
        started = time.perf_counter()
        person.create_from("FILE", submission, id=id)
        created = time.perf_counter()
        changes.until(lambda change: change["id"] == id and (change["card"] or {}).get("status") == "SUCCESS")
        return Import((created - started) * 1000, (time.perf_counter() - started) * 1000)


def _p50(values: list[float]) -> float:
    return statistics.median(values)


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


if __name__ == "__main__":
    main()
