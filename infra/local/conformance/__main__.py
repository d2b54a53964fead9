"""Runs the cases and prints a table, or checks that no case is worse than recorded."""

import argparse
import json
import os
import shlex
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from zest_local import environment

from conformance import compare, readers
from conformance.cases import FOLDER, BadCase, Case, load
from conformance.compare import ARGUABLE, RIGHT, WRONG, Difference
from conformance.readers import Reader

VERDICTS = FOLDER / "verdicts.json"


@dataclass(frozen=True)
class Result:
    """The result of one reader for one case."""

    case: Case
    differences: list[Difference]

    @property
    def verdict(self) -> str:
        """Returns right, wrong or arguable."""
        return compare.verdict(self.case.expected, self.differences)


def main() -> None:
    """Prints or checks verdicts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", help="only cases whose name contains one of these; prints differences")
    parser.add_argument("--reader", help="command to run instead of Zest's")
    parser.add_argument("--peers", action="store_true", help="other readers too, on the cases that they claim")
    parser.add_argument("--record", action="store_true", help=f"write {VERDICTS.name}")
    parser.add_argument("--check", action="store_true", help=f"fail if a case is worse than in {VERDICTS.name}")
    wanted = parser.parse_args()
    try:
        cases = [case for case in load() if not wanted.cases or any(part in case.name for part in wanted.cases)]
        reader = Reader(wanted.reader, shlex.split(wanted.reader)) if wanted.reader else readers.ours()
        results = _run(reader, cases)
        if wanted.check:
            sys.exit(check(results))
        if wanted.cases:
            _print_differences(results)
        _print_table(results)
        if wanted.peers:
            _print_peers(results, cases)
        if wanted.record:
            _record(results)
    except (BadCase, environment.Missing) as reason:
        sys.exit(f"The conformance suite did not run: {reason}")


def _run(reader: Reader, cases: list[Case]) -> list[Result]:
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return list(threads.map(lambda case: Result(case, _differences(reader, case)), cases))


def _differences(reader: Reader, case: Case) -> list[Difference]:
    found = reader.read(case)
    match case.task:
        case "recipes":
            return compare.of_recipes(case.expected["recipes"], found)
        case "lines":
            return compare.of_lines(case.expected["lines"], found)
        case _:
            return compare.of_scaled(case.expected["scale"]["lines"], found)


def check(results: list[Result]) -> int:
    """Prints the cases that are worse or not recorded, and returns the exit code."""
    recorded = json.loads(VERDICTS.read_text(encoding="utf-8"))
    worse = [result for result in results if recorded.get(result.case.name) == RIGHT != result.verdict]
    _print_differences(worse)
    names = {result.case.name for result in results}
    stale = sorted(names ^ recorded.keys())
    for name in stale:
        print(f"{name}: {'no such case' if name in recorded else 'no recorded verdict'}; run make conformance RECORD=1")
    better = sum(recorded.get(result.case.name) != RIGHT == result.verdict for result in results)
    if better:
        print(f"{better} cases are better than recorded; run make conformance RECORD=1")
    failed = len(worse) + len(stale)
    print(f"{len(results) - len(worse)} passed, {failed} failed")
    return 1 if failed else 0


def _record(results: list[Result]) -> None:
    verdicts = json.loads(VERDICTS.read_text(encoding="utf-8")) if VERDICTS.exists() else {}
    verdicts.update({result.case.name: result.verdict for result in results})
    known = {case.name for case in load()}
    verdicts = {name: verdicts[name] for name in sorted(verdicts) if name in known}
    VERDICTS.write_text(json.dumps(verdicts, indent=1) + "\n", encoding="utf-8")


def _print_differences(results: list[Result]) -> None:
    for result in results:
        for difference in result.differences:
            print(f"{result.case.name}: {difference}")


def _print_table(results: list[Result]) -> None:
    counts = _by_kind(results)
    counts["all"] = sum(counts.values(), Counter())
    print(f"\n{'kind':<22}{RIGHT:>7}{WRONG:>7}{ARGUABLE:>10}")
    for kind, count in counts.items():
        print(f"{kind:<22}{count[RIGHT]:7}{count[WRONG]:7}{count[ARGUABLE]:10}")


def _by_kind(results: list[Result]) -> dict[str, Counter[str]]:
    kinds: dict[str, Counter[str]] = {}
    for result in results:
        kinds.setdefault(result.case.kind, Counter())[result.verdict] += 1
    return kinds


def _print_peers(ours: list[Result], cases: list[Case]) -> None:
    """Prints a Markdown table: how many of its claimed cases each reader gets right, and Zest's result for the same
    cases.
    """
    print("\n| reader | cases it claims | right | Zest, same cases |\n| --- | --- | --- | --- |")
    for peer in readers.peers():
        claimed = [case for case in cases if peer.claims(case)]
        right = sum(not result.differences for result in _run(peer, claimed))
        own = sum(not result.differences for result in ours if peer.claims(result.case))
        print(f"| {peer.name} | {len(claimed)} | {right} | {own} |", flush=True)


if __name__ == "__main__":
    main()
