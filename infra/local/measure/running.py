"""The Zest to measure: a new one, or a running one."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zest_client.http import NotRunning
from zest_local import lifeline
from zest_local.deploy import Cloud
from zest_local.places import REPOSITORY, TOOLS, State

STATE = TOOLS / "bench-state"


@dataclass(frozen=True)
class Running:
    """A running Zest and its state folder."""

    origin: str
    state: Path

    def client(self, service: str) -> Any:
        """Returns a boto3 client of its local cloud with root credentials."""
        return Cloud.of(State(self.state)).client(service)


@contextmanager
def zest(profile: str = "release", limits: str = "off") -> Iterator[Running]:
    """Yields the Zest at BENCH_PORT with the state BENCH_STATE (default: the state of `make run`). Without BENCH_PORT,
    starts a Zest and stops it at the end.
    """
    if port := os.environ.get("BENCH_PORT"):
        yield Running(f"http://localhost:{port}", Path(os.environ.get("BENCH_STATE") or TOOLS / "state"))
        return
    shutil.rmtree(STATE, ignore_errors=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "zest_local", "--profile", profile, "--port", "0", "--state", str(STATE)],
        cwd=REPOSITORY,
        env={**os.environ, **lifeline.environment(), "LIMITS": limits},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Running(ready(process), STATE)
    finally:
        process.terminate()
        process.wait(60)


def ready(process: subprocess.Popen[str]) -> str:
    """Waits for a launcher that was just started, and returns the origin. Raises NotRunning."""
    assert process.stdout is not None
    for line in process.stdout:
        print(line, end="", flush=True)
        if ready := re.search(r"Zest is ready: (\S+)", line):
            return ready.group(1)
    raise NotRunning("Zest did not start; see its message above")
