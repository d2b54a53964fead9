"""HTTP requests to the front door, and their errors."""

import json
import secrets
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any

TIMEOUT_SECONDS = 30

# No proxy for local ports.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class NotRunning(Exception):
    """No server at the app's address."""


class Refused(Exception):
    """The app answered with errors; the message is the first one's."""

    def __init__(self, status: int, errors: list[dict[str, Any]], data: dict[str, Any] | None = None):
        self.status = status
        self.errors = errors
        self.data = data
        super().__init__(str(errors[0].get("message", "")) if errors else f"HTTP status {status}")

    @property
    def kind(self) -> str:
        """errorType of the first error, or an empty string."""
        return str(self.errors[0].get("errorType", "")) if self.errors else ""


@dataclass(frozen=True)
class Answer:
    """An HTTP response of any status."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)

    def json(self) -> Any:
        """The body as JSON; None if invalid."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


def send(method: str, url: str, headers: dict[str, str] | None = None, body: bytes | None = None) -> Answer:
    """Sends one request; returns a response of any status. Raises NotRunning if the connection fails."""
    request = urllib.request.Request(url, data=body, headers=headers or {}, method=method)
    try:
        with _opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
            return Answer(answer.status, answer.read(), _lower(answer.headers))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.read(), _lower(error.headers))
    except OSError as error:
        raise NotRunning(str(error)) from error


def post_form(form: dict[str, Any], content: bytes, **changed: str | None) -> Answer:
    """Uploads bytes with a form, as a browser does. `changed` overrides form fields (None omits one)."""
    boundary = f"zest-{secrets.token_hex(16)}"
    body = bytearray()
    fields = [(field["name"], changed.get(field["name"], field["value"])) for field in form["fields"]]
    known = {name for name, _ in fields}
    fields += [(name, value) for name, value in changed.items() if name not in known]
    for name, value in fields:
        if value is not None:
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
            body += head.encode() + value.encode() + b"\r\n"
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="blob"\r\n'
    body += f"{head}Content-Type: application/octet-stream\r\n\r\n".encode() + content
    body += f"\r\n--{boundary}--\r\n".encode()
    return send("POST", form["url"], {"content-type": f"multipart/form-data; boundary={boundary}"}, bytes(body))


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
