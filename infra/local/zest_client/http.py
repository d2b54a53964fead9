"""Sends HTTP requests to the front door, and defines their errors."""

import http.client
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

TIMEOUT_SECONDS = 30

# Source address and additional headers of requests; None outside `sent_from`.
_sender: ContextVar[tuple[str, dict[str, str]] | None] = ContextVar("_sender", default=None)


class _FromAddress(urllib.request.HTTPHandler):
    """A handler that connects from the address of `sent_from`."""

    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        sender = _sender.get()
        # With port 0 the system selects a free port.
        source = {"source_address": (sender[0], 0)} if sender else {}
        return self.do_open(http.client.HTTPConnection, request, **source)


# Requests to local ports use no proxy.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _FromAddress())


class NotRunning(Exception):
    """No server answers at the address of the app."""


class Refused(Exception):
    """The app answered with errors. The message is the first error's."""

    def __init__(self, status: int, errors: list[dict[str, Any]], data: dict[str, Any] | None = None):
        self.status = status
        self.errors = errors
        self.data = data
        super().__init__(str(errors[0].get("message", "")) if errors else f"HTTP status {status}")

    @property
    def kind(self) -> str:
        """Returns errorType of the first error, or an empty string."""
        return str(self.errors[0].get("errorType", "")) if self.errors else ""


@dataclass(frozen=True)
class Answer:
    """An HTTP response of any status."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)

    def json(self) -> Any:
        """Returns the body as JSON; None if it is not valid."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


@contextmanager
def sent_from(address: str, **headers: str) -> Iterator[None]:
    """Sends requests from a local address (any of 127.0.0.0/8), with additional headers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    token = _sender.set((address, named))
    try:
        yield
    finally:
        _sender.reset(token)


def send(method: str, url: str, headers: dict[str, str] | None = None, body: bytes | None = None) -> Answer:
    """Sends one request and returns a response of any status. Raises NotRunning if the connection fails."""
    _, more = _sender.get() or ("", {})
    request = urllib.request.Request(url, data=body, headers={**(headers or {}), **more}, method=method)
    try:
        with _opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
            return Answer(answer.status, answer.read(), _lower(answer.headers))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.read(), _lower(error.headers))
    except OSError as error:
        raise NotRunning(str(error)) from error


def post_form(form: dict[str, Any], content: bytes, **changed: str | None) -> Answer:
    """Uploads bytes with a form as a browser does. `changed` replaces form fields; None omits one."""
    fields = [(field["name"], changed.get(field["name"], field["value"])) for field in form["fields"]]
    known = {name for name, _ in fields}
    fields += [(name, value) for name, value in changed.items() if name not in known]
    return post_parts(form["url"], [*((name, value) for name, value in fields if value is not None), ("file", content)])


def post_parts(url: str, parts: list[tuple[str, str | bytes]]) -> Answer:
    """Sends a multipart form with these fields in this order. Bytes are sent as a file."""
    boundary = f"zest-{secrets.token_hex(16)}"
    body = bytearray()
    for name, value in parts:
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"'
        if isinstance(value, bytes):
            head += '; filename="blob"\r\nContent-Type: application/octet-stream'
        body += f"{head}\r\n\r\n".encode() + (value if isinstance(value, bytes) else value.encode()) + b"\r\n"
    body += f"--{boundary}--\r\n".encode()
    return send("POST", url, {"content-type": f"multipart/form-data; boundary={boundary}"}, bytes(body))


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
