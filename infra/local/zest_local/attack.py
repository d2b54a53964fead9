"""`make attack`: runs the security tests against their own Zest and reports the counts."""

import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from zest_local import say
from zest_local.checks import Report, forget_other_zests, install
from zest_local.layers import chosen
from zest_local.places import REPOSITORY
from zest_local.zest_for_tests import running_zest


def main() -> int:
    """Runs the tests marked `attack`, prints the counts in the last line, and returns the exit code."""
    forget_other_zests()
    *before, system = chosen("system")
    install([*before, system])
    report = Report()
    for layer in before:
        report.run(layer, {})
    if not report.passed(system.after):
        say.fail("the build failed; see the messages above.")
    with running_zest() as zest, tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.xml"
        command = [sys.executable, *system.command[1:], "-m", "attack", f"--junitxml={results}"]
        code = subprocess.run(command, cwd=REPOSITORY, env={**os.environ, **zest.environment()}, check=False).returncode
        cases, broken = count(results.read_text()) if results.exists() else (0, 0)
    print(f"attack: cases {cases} broken {broken}")
    return code


def count(junit: str) -> tuple[int, int]:
    """Returns the numbers of run and failed tests in pytest's JUnit report."""
    suites = list(ElementTree.fromstring(junit).iter("testsuite"))

    def total(what: str) -> int:
        return sum(int(suite.get(what, "0")) for suite in suites)

    return total("tests") - total("skipped"), total("failures") + total("errors")


if __name__ == "__main__":
    sys.exit(main())
