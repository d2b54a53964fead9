"""Measures the size of each function's release binary, and the time from exec to its first request for an event."""

import os
import statistics
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from zest_local import lifeline, template
from zest_local.build import binary
from zest_local.deploy import Cloud
from zest_local.places import State

from measure import built
from measure.running import Running

_TIMES = 5
_GIVEN_UP_AFTER_SECONDS = 10.0


@dataclass(frozen=True)
class Binary:
    """The release binary of a function."""

    name: str
    bytes: int
    start_ms: float


class _RuntimeApi(ThreadingHTTPServer):
    """A Lambda Runtime API for a function that starts. It never delivers an event."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Asked)
        self.asked = threading.Event()
        self.ended = threading.Event()


class _Asked(BaseHTTPRequestHandler):
    server: _RuntimeApi

    def do_GET(self) -> None:
        """Handles `/invocation/next`: records the request and blocks."""
        if self.path.endswith("/invocation/next"):
            self.server.asked.set()
        self.server.ended.wait(_GIVEN_UP_AFTER_SECONDS)

    def log_message(self, format: str, *args: object) -> None:
        """Disables request logging."""


def measure(zest: Running) -> list[Binary]:
    """Measures every function of the template with the environment of its deployment."""
    built.build("functions", "--bins")
    cloud = Cloud.of(State(zest.state))
    found = []
    for name, body in template.load()["Resources"].items():
        if body["Type"] == "AWS::Serverless::Function":
            path = binary(Path(body["Properties"]["CodeUri"]).name, "release")
            deployed = cloud.client("lambda").get_function_configuration(FunctionName=cloud.function(name))
            settings = deployed.get("Environment", {}).get("Variables", {})
            start_ms = statistics.median(_start_ms(path, settings) for _ in range(_TIMES))
            found.append(Binary(path.name, path.stat().st_size, start_ms))
    return found


def _start_ms(path: Path, settings: dict[str, str]) -> float:
    with _runtime_api() as api:
        environment = {
            "PATH": os.environ["PATH"],
            "AWS_LAMBDA_FUNCTION_NAME": path.name,
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "256",
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_LOG_GROUP_NAME": "bench",
            "AWS_LAMBDA_LOG_STREAM_NAME": "bench",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "bench",
            "AWS_SECRET_ACCESS_KEY": "bench",
            **settings,
            "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{api.server_port}",
        }
        started = time.perf_counter()
        process = subprocess.Popen([str(path)], env=environment, preexec_fn=lifeline.tie)
        try:
            if not api.asked.wait(_GIVEN_UP_AFTER_SECONDS):
                raise RuntimeError(f"{path.name} did not ask for an event")
            return (time.perf_counter() - started) * 1000
        finally:
            process.kill()
            process.wait()


@contextmanager
def _runtime_api() -> Iterator[_RuntimeApi]:
    with _RuntimeApi() as api:
        thread = threading.Thread(target=api.serve_forever, daemon=True)
        thread.start()
        try:
            yield api
        finally:
            api.ended.set()
            api.shutdown()
