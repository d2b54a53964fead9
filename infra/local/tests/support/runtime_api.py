"""Lambda Runtime API for one invocation, like `sam local invoke`."""

import json
import os
import subprocess
import threading
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from zest_local.deploy import REGION

SECONDS = 30


@dataclass(frozen=True)
class Answer:
    """A function's response payload, or its error type; and the lines of its log."""

    payload: Any
    error: str | None
    lines: tuple[str, ...] = ()


def invoke(program: Path, event: Path, variables: dict[str, str]) -> Answer:
    """Starts a program with only these environment variables, sends one event, and stops it."""
    with _RuntimeApi(event.read_bytes()) as api:
        # shutdown() waits for one poll interval.
        threading.Thread(target=api.serve_forever, args=(0.01,), daemon=True).start()
        host, port = api.server_address[:2]
        environment = {
            **variables,
            "PATH": os.environ["PATH"],
            "AWS_LAMBDA_RUNTIME_API": f"{host}:{port}",
            "AWS_LAMBDA_FUNCTION_NAME": program.name,
            "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "128",
            "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
            "AWS_LAMBDA_LOG_GROUP_NAME": "local",
            "AWS_LAMBDA_LOG_STREAM_NAME": "local",
            "AWS_REGION": REGION,
        }
        function = subprocess.Popen([str(program)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            assert api.answered.wait(SECONDS), f"{program.name} has not answered"
        finally:
            function.kill()
            logged = function.communicate()[0]
            api.asked_again.set()
            api.shutdown()
    assert api.answer is not None
    return replace(api.answer, lines=tuple(logged.decode().splitlines()))


class _RuntimeApi(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, event: bytes):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.event: bytes | None = event
        self.answer: Answer | None = None
        self.answered = threading.Event()
        self.asked_again = threading.Event()

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignores errors: a function that is stopped while polling drops its connection."""


class _Handler(BaseHTTPRequestHandler):
    server: _RuntimeApi
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        event, self.server.event = self.server.event, None
        if event is None:
            # No second event: block until the function is stopped.
            self.server.asked_again.wait()
            self.close_connection = True
            return
        self.send_response(200)
        self.send_header("Lambda-Runtime-Aws-Request-Id", "00000000-0000-4000-8000-000000000001")
        self.send_header("Lambda-Runtime-Deadline-Ms", "4102444800000")
        self.send_header("Lambda-Runtime-Invoked-Function-Arn", f"arn:aws:lambda:{REGION}:000000000000:function:local")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(event)))
        self.end_headers()
        self.wfile.write(event)

    def do_POST(self) -> None:
        told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        failed = self.path.endswith("/error")
        self.server.answer = Answer(None if failed else told, told["errorType"] if failed else None)
        self.send_response(202)
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.server.answered.set()

    def log_message(self, format: str, *args: object) -> None:
        pass
