"""`make test`: runs the layers of `layers.py` in their order, the last ones against a Zest of their own."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from zest_local import build, environment
from zest_local.layers import Layer, UnknownLayer, chosen
from zest_local.places import FRONTEND
from zest_local.zest_for_tests import Zest, running_zest

# How vitest, pytest, cargo and Playwright begin the line that names a test that failed, and how their terminal colours
# look.
FAILED_TEST = re.compile(r"^\s*(?:FAIL(?:ED)?\s+\S.*|---- .+ ----|\d+\) \[\w+\] \u203a .+)$")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
NAMED_AT_MOST = 20


@dataclass
class Report:
    """What passed, what failed, what could not be run, and how long each took."""

    results: dict[str, tuple[Layer, str, float]] = field(default_factory=dict)
    failed_tests: dict[str, list[str]] = field(default_factory=dict)

    def run(self, layer: Layer, variables: dict[str, str]) -> None:
        """Runs one layer with its output shown, and remembers which tests it says have failed."""
        print(f"\n=== {layer.title}", flush=True)
        started = time.monotonic()
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {**os.environ, **variables, "PATH": path}
        code, self.failed_tests[layer.name] = _run_shown(layer, environment)
        result = "passed" if code == 0 else "FAILED"
        self.results[layer.name] = (layer, result, time.monotonic() - started)

    def skip(self, layer: Layer) -> None:
        """Notes that there is nothing to run a layer on."""
        self.results[layer.name] = (layer, "not run", 0.0)

    def passed(self, names: Iterable[str]) -> bool:
        """Whether all of these did."""
        return all(self.results[name][1] == "passed" for name in names)

    def close(self) -> int:
        """Prints the summary; answers the exit code."""
        print("\n=== Summary", flush=True)
        for layer, result, seconds in self.results.values():
            print(f"  {result:7}  {seconds:6.1f} s  {layer.title} ({layer.name})")
            for line in self.failed_tests.get(layer.name, [])[:NAMED_AT_MOST] if result == "FAILED" else []:
                print(f"    {line}")
        print(f"  in all   {sum(seconds for _, _, seconds in self.results.values()):6.1f} s", flush=True)
        return 0 if self.passed(self.results) else 1


def _run_shown(layer: Layer, environment: dict[str, str]) -> tuple[int, list[str]]:
    """Runs a layer's command and shows its output as it comes; answers its exit code and the tests that failed, each
    with the line after its name, which says why. Of a long log, the end is all that is kept in some places."""
    failed: list[str] = []
    why_follows = False
    with subprocess.Popen(
        layer.command,
        cwd=layer.folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            plain = COLOURS.sub("", line).rstrip()
            if FAILED_TEST.match(plain):
                failed.append(plain.strip())
                why_follows = True
            elif plain and why_follows:
                failed[-1] += f": {plain.strip()[:200]}"
                why_follows = False
    return process.returncode, list(dict.fromkeys(failed))


def main() -> int:
    """Runs the chosen layers; one that failed stops only those that need what it makes."""
    forget_other_zests()
    parser = argparse.ArgumentParser(prog="checks")
    parser.add_argument("--only", default="", help="the layers to run, divided by commas; all for an empty list")
    try:
        layers = chosen(parser.parse_args().only)
        install(layers)
    except (UnknownLayer, environment.Missing, build.BuildFailed) as reason:
        print(f"Nothing was checked: {reason}", file=sys.stderr)
        return 2
    report = Report()
    with ExitStack() as stack:
        zest: Zest | None = None
        for layer in layers:
            if not report.passed(layer.after):
                report.skip(layer)
                continue
            if layer.zest and zest is None:
                zest = stack.enter_context(running_zest())
            report.run(layer, zest.environment() if layer.zest and zest is not None else {})
    return report.close()


def forget_other_zests() -> None:
    """Tests must not be led to another Zest or cloud by the environment of whoever calls."""
    for name in [name for name in os.environ if name.startswith(("AWS_", "ZEST_"))]:
        del os.environ[name]


def install(layers: list[Layer]) -> None:
    """What the layers need besides what `make run` installs."""
    for layer in layers:
        if layer.packages and shutil.which(layer.packages[0]) is None:
            environment.install(list(layer.packages))
    if any(layer.folder == FRONTEND for layer in layers):
        build.install_packages()


if __name__ == "__main__":
    sys.exit(main())
