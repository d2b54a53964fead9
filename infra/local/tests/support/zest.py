"""A running local instance of Zest. All tests share one, or a test starts, kills and restarts its own."""

import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zest_client import Guest
from zest_local import lifeline
from zest_local.deploy import Cloud
from zest_local.places import LOCAL_CLOUD, REPOSITORY, State
from zest_local.zest_for_tests import LIMITS

START_SECONDS = 120


class DidNotStart(Exception):
    """The launcher exited before it was ready. The message is its output."""


@dataclass
class Zest:
    origin: str
    state: Path

    @property
    def demo(self) -> str:
        """Returns the base URL of the demo kitchen with a trailing slash."""
        return f"{self.origin}/demo/"

    @property
    def port(self) -> int:
        return int(self.origin.rsplit(":", 1)[1])

    @property
    def outputs(self) -> dict[str, str]:
        outputs: dict[str, str] = json.loads((self.state / "run" / "stack.json").read_text())
        return outputs

    def client(self, service: str) -> Any:
        return self.cloud.client(service)

    @property
    def cloud(self) -> Cloud:
        return Cloud.of(State(self.state))

    def guest(self) -> Guest:
        return Guest.arrive(self.origin)

    def function(self, name: str) -> str:
        """Returns the deployed name of a function from its logical id, such as FnFetch."""
        return self.cloud.function(name)

    def invoke(self, name: str, event: Any) -> tuple[Any, str | None]:
        """Invokes a function by its logical id. Returns the payload and None, or None and the error type."""
        answer = self.client("lambda").invoke(FunctionName=self.function(name), Payload=json.dumps(event).encode())
        payload = json.loads(answer["Payload"].read() or b"null")
        return (None, payload["errorType"]) if "FunctionError" in answer else (payload, None)


@dataclass
class OwnZest(Zest):
    process: subprocess.Popen[str] = field(repr=False)

    @classmethod
    def start(cls, state: Path, port: int = 0, *arguments: str, limits: str = LIMITS) -> "OwnZest":
        """Starts the launcher and waits until it is ready. Raises DidNotStart."""
        process = launch("--port", str(port), "--state", str(state), "--limits", limits, *arguments)
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if ready := re.search(r"Zest is ready: (\S+)", line):
                return cls(ready.group(1), state, process)
        process.wait(START_SECONDS)
        process.stdout.close()
        raise DidNotStart("".join(said))

    def exit_report(self) -> str | None:
        """Returns the exit code and the last output of a launcher that has exited."""
        if self.process.poll() is None:
            return None
        output = self.process.stdout
        said = output.read().strip() if output is not None and not output.closed else ""
        return f"the launcher exited with {self.process.returncode}: {said or 'no output'}"

    def stop(self, number: int = signal.SIGINT) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()
        # Ends processes that a faulty launcher has left, so that a failing test leaves none.
        _kill(self.children())
        if self.process.stdout is not None:
            self.process.stdout.close()

    def kill(self) -> None:
        """Kills the launcher and its children at the same time with SIGKILL, like a power failure."""
        # Stop the launcher first, so that it neither restarts its children nor stops them in order.
        self.process.send_signal(signal.SIGSTOP)
        _kill(self.children())
        self.process.kill()
        self.process.wait(30)

    def kill_launcher(self) -> None:
        self.process.kill()
        self.process.wait(30)

    def children(self) -> list[int]:
        """Returns the processes that the launcher supervises, the cloud first. Functions end with the cloud."""
        files = sorted((self.state / "run").glob("*.pid"), key=lambda file: file.stem != "cloud")
        pids = [int(file.read_text()) for file in files]
        return [pid for pid in pids if runs(pid)]


def runs(pid: int) -> bool:
    """Returns whether a process exists and is not a zombie."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def _kill(pids: list[int]) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def launch(*arguments: str, **variables: str) -> subprocess.Popen[str]:
    """Starts the launcher without a build. It ends with this process."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "ZEST_"))}
    environment |= {"PYTHONPATH": str(LOCAL_CLOUD), **lifeline.environment(), **variables}
    return subprocess.Popen(
        [sys.executable, "-m", "zest_local", "--no-build", *arguments],
        cwd=REPOSITORY,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def end_of(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Returns exit code and output of a launcher that should exit by itself. Fails if it does not."""
    with process:
        try:
            output, _ = process.communicate(timeout=START_SECONDS)
        except subprocess.TimeoutExpired as still_running:
            # After SIGTERM the launcher stops its children.
            process.terminate()
            said = (still_running.stdout or b"").decode(errors="replace")
            raise AssertionError(f"it has started, and should not have: {said}") from None
        return process.returncode, output


def processes_of(text: str) -> list[int]:
    """Returns the other processes whose command line contains a text."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and int(folder.name) != os.getpid():
            try:
                command = (folder / "cmdline").read_bytes().decode(errors="replace")
            except OSError:
                continue
            if text in command:
                found.append(int(folder.name))
    return found
