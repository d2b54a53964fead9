"""`make test`: every check and test, in layers, the quick ones first, the last ones against a Zest of their own."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from zest_local import build, environment, lifeline, say
from zest_local.deploy import REGION
from zest_local.places import FRONTEND, LOCAL_CLOUD, REPOSITORY, TOOLS

STATE = TOOLS / "test-state"
SHOTS = TOOLS / "shots"


@dataclass
class Zest:
    """A running Zest, started for the tests."""

    origin: str
    endpoint: str

    def environment(self) -> dict[str, str]:
        """How the tests find it."""
        return {
            "ZEST_ORIGIN": self.origin,
            "ZEST_STATE": str(STATE),
            "ZEST_PYTHON": sys.executable,
            "BASE_URL": self.origin,
            "GATEWAY_PID_FILE": str(STATE / "run" / "gateway.pid"),
            "SHOTS": str(SHOTS),
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_REGION": REGION,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
        }


@dataclass
class Report:
    """What passed, what failed, and how long each took."""

    lines: list[tuple[str, bool, float]] = field(default_factory=list)

    def run(self, name: str, command: list[str], folder: Path = REPOSITORY, **variables: str) -> bool:
        """Runs one check with its output shown."""
        print(f"\n=== {name}", flush=True)
        started = time.monotonic()
        done = subprocess.run(command, cwd=folder, env={**os.environ, **variables}, check=False)
        self.lines.append((name, done.returncode == 0, time.monotonic() - started))
        return done.returncode == 0

    def close(self) -> int:
        """Prints the summary; answers the exit code."""
        print("\n=== Summary", flush=True)
        for name, passed, seconds in self.lines:
            print(f"  {'passed' if passed else 'FAILED'}  {seconds:6.1f} s  {name}")
        print(f"  in all  {sum(seconds for _, _, seconds in self.lines):6.1f} s", flush=True)
        return 0 if all(passed for _, passed, _ in self.lines) else 1


def main() -> int:
    """Runs all layers; a later layer is run even if an earlier one failed, unless there is nothing to run."""
    # `make test` itself must not be led to another Zest or cloud by its caller's environment.
    for name in [name for name in os.environ if name.startswith(("AWS_", "ZEST_"))]:
        del os.environ[name]
    report = Report()
    try:
        _install_browser()
        build.install_packages()
    except (environment.Missing, build.BuildFailed) as reason:
        say.fail(str(reason))
    report.run("Rust is formatted", ["cargo", "fmt", "--all", "--check"])
    report.run(
        "Python is formatted and clean", ["sh", "-c", "ruff check infra && ruff format --check infra"], PATH=_path()
    )
    report.run("Front end: Biome, messages, types", ["npm", "run", "--silent", "check"], FRONTEND)
    report.run("Front end: unit tests", ["npm", "test", "--silent"], FRONTEND)
    built = report.run("Rust builds", ["cargo", "build", "--workspace", "--locked"])
    report.run(
        "Clippy", ["cargo", "clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"]
    )
    if not built:
        return report.close()
    try:
        build.site()
    except build.BuildFailed as reason:
        say.fail(str(reason))
    with _zest() as zest:
        found = zest.environment()
        report.run("Rust tests", ["cargo", "test", "--workspace", "--locked", "--quiet", "--no-fail-fast"], **found)
        pytest = [sys.executable, "-m", "pytest", "-q", "--durations=5", str(LOCAL_CLOUD / "tests")]
        report.run("The whole system", pytest, **found)
        report.run("The newcomer's way, in a browser", ["npm", "run", "--silent", "e2e"], FRONTEND, **found)
    return report.close()


def _path() -> str:
    return f"{Path(sys.executable).parent}:{os.environ['PATH']}"


def _install_browser() -> None:
    if shutil.which("chromium") is None:
        environment.install(["chromium", "fonts-liberation"])


@contextmanager
def _zest() -> Iterator[Zest]:
    """A Zest with a fresh state on a free port; it ends with us, whatever happens."""
    shutil.rmtree(STATE, ignore_errors=True)
    shutil.rmtree(SHOTS, ignore_errors=True)
    SHOTS.mkdir(parents=True)
    print("\n=== Starting a Zest for the tests", flush=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "zest_local", "--no-build", "--port", "0", "--state", str(STATE)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **lifeline.environment()},
    )
    try:
        assert process.stdout is not None
        origin = None
        for line in process.stdout:
            print(line, end="", flush=True)
            if ready := re.search(r"Zest is ready: (\S+)", line):
                origin = ready.group(1)
                break
        if origin is None:
            say.fail("the Zest for the tests did not start; its own sentence stands above.")
        yield Zest(origin, (STATE / "run" / "endpoint").read_text())
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


if __name__ == "__main__":
    sys.exit(main())
