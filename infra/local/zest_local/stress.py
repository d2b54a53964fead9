"""`make stress`: runs the browser tests repeatedly under CPU load and prints a table."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zest_local import lifeline, say
from zest_local.checks import Report, forget_other_zests, install
from zest_local.layers import Layer, chosen
from zest_local.zest_for_tests import running_zest

# The load average is at least 8, plus the tests.
BUSY_PROCESSES = max(8, 2 * (os.cpu_count() or 1))
# Maximum seconds of a busy process. It also ends with this process.
BUSY_AT_MOST_S = 6 * 3_600
_BUSY = """
import sys, time
from zest_local import lifeline
lifeline.end_with_parent()
end = time.monotonic() + float(sys.argv[1])
while time.monotonic() < end:
    pass
"""


@dataclass
class Run:
    """Result of one run of the suite."""

    seconds: float
    passed: int
    failed: list[str]
    load: float
    """Load average of the last five minutes at its end."""

    @property
    def green(self) -> bool:
        """Returns whether tests ran and all of them passed."""
        return self.passed > 0 and not self.failed


def main() -> int:
    """Runs the suite repeatedly, prints one line per run, and returns the exit code."""
    forget_other_zests()
    parser = argparse.ArgumentParser(prog="stress")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument(
        "--busy", type=int, default=BUSY_PROCESSES, help="number of processes that use the CPU during the tests"
    )
    arguments = parser.parse_args()
    times, busy = arguments.times, arguments.busy
    *before, browser = chosen("browser")
    install([*before, browser])
    report = Report()
    for layer in before:
        report.run(layer, {})
    if not report.passed(browser.after):
        say.fail("the build failed; see the messages above.")
    runs: list[Run] = []
    with running_zest() as zest, busy_processes(busy):
        for number in range(1, times + 1):
            print(f"\n=== Run {number} of {times}, with {busy} busy processes", flush=True)
            runs.append(_run(browser, zest.environment()))
    print("\n  run  seconds  load  passed  failed")
    for number, run in enumerate(runs, 1):
        figures = f"{number:3}  {run.seconds:7.0f}  {run.load:4.1f}  {run.passed:6}  {len(run.failed):6}"
        print(f"  {figures}  {'; '.join(run.failed)}".rstrip())
    return 0 if runs and all(run.green for run in runs) else 1


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """Keeps `count` processes busy while the context is open."""
    environment = {**os.environ, **lifeline.environment()}
    command = [sys.executable, "-c", _BUSY, str(BUSY_AT_MOST_S)]
    processes = [subprocess.Popen(command, env=environment) for _ in range(count)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _run(browser: Layer, variables: dict[str, str]) -> Run:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.json"
        command = [*browser.command, "--", "--reporter=list,json"]
        environment = {**os.environ, **variables, "PLAYWRIGHT_JSON_OUTPUT_FILE": str(results)}
        subprocess.run(command, cwd=browser.folder, env=environment, check=False)
        read = json.loads(results.read_text()) if results.exists() else {}
    failed = [name for suite in read.get("suites", []) for name in _failed_of(suite)]
    # A file that does not load has no failed tests, only errors.
    failed += [error.get("message", "").partition("\n")[0] for error in read.get("errors", [])]
    return Run(time.monotonic() - started, read.get("stats", {}).get("expected", 0), failed, os.getloadavg()[1])


def _failed_of(suite: dict[str, Any]) -> Iterator[str]:
    """Yields the failed tests of a suite in Playwright's report, with their files."""
    for spec in suite.get("specs", []):
        if not spec["ok"]:
            yield f"{spec['file']}: {spec['title']}"
    for inner in suite.get("suites", []):
        yield from _failed_of(inner)


if __name__ == "__main__":
    sys.exit(main())
