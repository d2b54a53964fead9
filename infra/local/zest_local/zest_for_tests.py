"""A Zest of the tests' own: a fresh state, a free port, and how the tests find it."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from zest_local import lifeline, say
from zest_local.deploy import REGION, Cloud
from zest_local.places import TOOLS, State

STATE = TOOLS / "test-state"
# All tests come from one address, and import for hours in minutes.
USES = (
    "addressImports",
    "uploadImports",
    "forms",
    "ownRecipes",
    "guestUploads",
    "feedback",
    "groceryLinks",
    "wishes",
    "conversations",
)
LIMITS = ",".join(f"{use}=1000000" for use in USES)
SHOTS = TOOLS / "shots"


@dataclass
class Zest:
    """A running Zest, started for the tests."""

    origin: str
    cloud: Cloud

    def environment(self) -> dict[str, str]:
        """How the tests find it."""
        return {
            "ZEST_ORIGIN": self.origin,
            "ZEST_STATE": str(STATE),
            "ZEST_PYTHON": sys.executable,
            "BASE_URL": self.origin,
            "GATEWAY_PID_FILE": str(STATE / "run" / "gateway.pid"),
            "SHOTS": str(SHOTS),
            **self.cloud.environment(),
            "AWS_REGION": REGION,
        }


@contextmanager
def running_zest() -> Iterator[Zest]:
    """A Zest with a fresh state on a free port; it ends with us, whatever happens."""
    shutil.rmtree(STATE, ignore_errors=True)
    shutil.rmtree(SHOTS, ignore_errors=True)
    SHOTS.mkdir(parents=True)
    print("\n=== Starting a Zest for the tests", flush=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "zest_local", "--no-build", "--port", "0", "--limits", LIMITS, "--state", str(STATE)],
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
        yield Zest(origin, Cloud.of(State(STATE)))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
