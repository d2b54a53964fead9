"""`make test`: runs the layers of `layers.py` concurrently and prints a summary."""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from zest_local import build, environment, lifeline, schedule
from zest_local.console import Console
from zest_local.layers import Layer, UnknownLayer, chosen
from zest_local.places import FRONTEND, LOCAL_CLOUD
from zest_local.schedule import FAILED, NOT_RUN, PASSED

# Lines of vitest, pytest, cargo and Playwright that name a failed test, and ANSI colours.
FAILED_TEST = re.compile(r"^\s*(?:FAIL(?:ED)?\s+\S.*|---- .+ ----|\d+\) \[\w+\] \u203a .+)$")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
NAMED_AT_MOST = 20
STOPPED = 130


class Commands:
    """The running commands."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._stopped = False

    def run(self, command: Iterable[str], folder: Path, variables: dict[str, str], show: Callable[[str], None]) -> int:
        """Runs a command and passes on its output lines. Returns the exit code when all its processes have ended."""
        with self._lock:
            if self._stopped:
                return STOPPED
            process = subprocess.Popen(
                [sys.executable, "-m", "zest_local.process_tree", *command],
                cwd=folder,
                env={"PYTHONPATH": str(LOCAL_CLOUD), **os.environ, **variables, **lifeline.environment()},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                # This process handles Ctrl-C.
                start_new_session=True,
            )
            self._running.add(process)
        with process:
            for line in process.stdout or ():
                show(line)
        with self._lock:
            self._running.remove(process)
        return process.returncode

    def stop(self) -> None:
        """Stops all commands with their processes, and refuses to run more."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                process.terminate()


class Report:
    """Runs layers, and records the result and duration of each."""

    def __init__(self) -> None:
        self.results: dict[str, tuple[Layer, str, float]] = {}
        self.failed_tests: dict[str, list[str]] = {}
        self._console = Console()
        self._commands = Commands()
        self._began = time.monotonic()

    def run(self, layer: Layer, variables: dict[str, str]) -> None:
        """Runs one layer."""
        self.start(layer)
        self.execute(layer, variables)

    def run_all(self, layers: list[Layer], at_once: int) -> None:
        """Runs layers concurrently."""
        try:
            schedule.run_all(layers, self, at_once)
        finally:
            self.results = {layer.name: self.results[layer.name] for layer in layers if layer.name in self.results}

    def starting(self) -> AbstractContextManager[None]:
        """Returns the context in which layers are started."""
        return self._console.starting()

    def start(self, layer: Layer) -> None:
        """Announces a layer."""
        self._console.start(layer)

    def execute(self, layer: Layer, variables: dict[str, str] | None = None) -> str:
        """Runs an announced layer; returns its result."""
        began = time.monotonic()
        failed = FailedTests()

        def show(line: str) -> None:
            self._console.line(layer, line)
            failed.read(line)

        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        code = self._commands.run(layer.whole_command, layer.folder, {**(variables or {}), "PATH": path}, show)
        result, seconds = PASSED if code == 0 else FAILED, time.monotonic() - began
        self.failed_tests[layer.name] = failed.named()
        self.results[layer.name] = (layer, result, seconds)
        self._console.end(layer, result, seconds)
        return result

    def skip(self, layer: Layer) -> None:
        """Records that a layer is not run."""
        self.results[layer.name] = (layer, NOT_RUN, 0.0)

    def progress(self) -> None:
        """Prints the running layers."""
        self._console.progress()

    def stop(self) -> None:
        """Stops the running layers."""
        self._commands.stop()

    def passed(self, names: Iterable[str]) -> bool:
        """Returns whether all of these layers passed."""
        return all(self.results[name][1] == PASSED for name in names)

    def close(self) -> int:
        """Prints the summary and returns the exit code."""
        print("\n=== Summary", flush=True)
        for layer, result, seconds in self.results.values():
            print(f"  {result:7}  {seconds:6.1f} s  {layer.title} ({layer.name})")
            for line in self.failed_tests.get(layer.name, [])[:NAMED_AT_MOST] if result == FAILED else []:
                print(f"    {line}")
        together = sum(seconds for _, _, seconds in self.results.values())
        print(f"  in all   {time.monotonic() - self._began:6.1f} s  ({together:.1f} s in sequence)", flush=True)
        return 0 if self.passed(self.results) else 1


class FailedTests:
    """Collects failed tests from a log, each with the next line, which states the reason. They are printed again at the
    end, because some CI views truncate long logs.
    """

    def __init__(self) -> None:
        self._failed: list[str] = []
        self._why_follows = False

    def read(self, line: str) -> None:
        """Processes a line."""
        plain = COLOURS.sub("", line).rstrip()
        if FAILED_TEST.match(plain):
            self._failed.append(plain.strip())
            self._why_follows = True
        elif plain and self._why_follows:
            self._failed[-1] += f": {plain.strip()[:200]}"
            self._why_follows = False

    def named(self) -> list[str]:
        """Returns the failed tests without duplicates."""
        return list(dict.fromkeys(self._failed))


def main() -> int:
    """Runs the chosen layers. If one fails, only the layers that depend on it are skipped."""
    forget_other_zests()
    parser = argparse.ArgumentParser(prog="checks")
    parser.add_argument("--only", default="", help="the layers to run, separated by commas; empty for all")
    parser.add_argument("--jobs", type=int, default=default_jobs(), help="how many to run at the same time")
    arguments = parser.parse_args()
    try:
        layers = chosen(arguments.only)
    except UnknownLayer as reason:
        print(f"Nothing was checked: {reason}", file=sys.stderr)
        return 2
    return run(layers, arguments.jobs)


def run(layers: list[Layer], jobs: int) -> int:
    """Runs layers, prints the summary and returns the exit code."""
    end_on_signals()
    report = Report()
    try:
        install(layers)
        report.run_all(layers, jobs)
    except (environment.Missing, build.BuildFailed) as reason:
        print(f"Nothing was checked: {reason}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return STOPPED
    return report.close()


def end_on_signals() -> None:
    """Makes termination signals raise KeyboardInterrupt, because shells ignore SIGINT for background jobs. Leaves
    SIGHUP ignored under `nohup`.
    """

    def end(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, end)
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        signal.signal(signal.SIGHUP, end)


def default_jobs() -> int:
    """Returns the number of cores plus one, because most layers wait part of the time."""
    return (os.cpu_count() or 1) + 1


def forget_other_zests() -> None:
    """Removes settings that would make tests use another Zest or cloud."""
    for name in [name for name in os.environ if name.startswith(("AWS_", "ZEST_"))]:
        del os.environ[name]


def install(layers: list[Layer]) -> None:
    """Installs the Debian and npm packages that the layers need in addition."""
    for layer in layers:
        if layer.packages and shutil.which(layer.packages[0]) is None:
            environment.install(list(layer.packages))
    if any(layer.folder == FRONTEND for layer in layers):
        build.install_packages()


if __name__ == "__main__":
    sys.exit(main())
