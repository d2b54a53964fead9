"""Starts a Zest for tests: fresh state, free port, and environment variables to find it.

`python -m zest_local.zest_for_tests NAME COMMAND…` runs a command against one; NAME names its state.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from zest_local import lifeline
from zest_local.deploy import REGION, Cloud
from zest_local.places import TOOLS, State

STATES = TOOLS / "test-state"
# All tests share one address and import far more per minute than a user, so limits are raised.
USES = (
    "addressImports",
    "uploadImports",
    "forms",
    "ownRecipes",
    "guestUploads",
    "feedback",
    "groceryLinks",
    "ownPictures",
    "wishes",
    "conversations",
    "tokenCalls",
    "sharedLists",
    "listChanges",
)
LIMITS = ",".join(f"{use}=1000000" for use in USES)
SHOTS = TOOLS / "shots"


@dataclass
class Zest:
    """A running Zest instance for tests."""

    origin: str
    cloud: Cloud
    state: Path

    def environment(self) -> dict[str, str]:
        """Returns the environment variables with which tests find this Zest."""
        # Screenshots are taken only on request.
        shots = {"SHOTS": str(SHOTS)} if os.environ.get("SHOTS") == "1" else {}
        return {
            **shots,
            "ZEST_ORIGIN": self.origin,
            "ZEST_STATE": str(self.state),
            "ZEST_PYTHON": sys.executable,
            "BASE_URL": self.origin,
            "GATEWAY_PID_FILE": str(self.state / "run" / "gateway.pid"),
            **self.cloud.environment(),
            "AWS_REGION": REGION,
        }


@contextmanager
def running_zest(name: str = "zest") -> Iterator[Zest]:
    """Yields a Zest with fresh state on a free port, and stops it at exit. Raises SystemExit if it does not start."""
    state = STATES / name
    shutil.rmtree(state, ignore_errors=True)
    if os.environ.get("SHOTS") == "1":
        shutil.rmtree(SHOTS, ignore_errors=True)
        SHOTS.mkdir(parents=True)
    print("\n--- Starting a Zest for the tests", flush=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "zest_local", "--no-build", "--port", "0", "--limits", LIMITS, "--state", str(state)],
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
            raise SystemExit("The Zest for the tests did not start; see its message above.")
        yield Zest(origin, Cloud.of(State(state)), state)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()


def main() -> int:
    """Runs the command against a Zest; returns its exit code."""
    name, *command = sys.argv[1:]
    with running_zest(name) as zest:
        return subprocess.run(command, env={**os.environ, **zest.environment()}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
