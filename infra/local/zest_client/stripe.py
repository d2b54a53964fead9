"""Client of the Stripe stand-in, which also signs events."""

import hashlib
import hmac
import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zest_client.http import Answer, send


@dataclass(frozen=True)
class Stripe:
    """A running stand-in and its configuration."""

    settings: dict[str, Any]

    @classmethod
    def of(cls, state: Path) -> "Stripe":
        """Returns the stand-in of a state folder."""
        return cls(json.loads((state / "run" / "stripe.json").read_text()))

    @property
    def origin(self) -> str:
        """Returns the origin of the stand-in."""
        return f"http://127.0.0.1:{self.settings['port']}"

    def ask(self, path: str, body: bytes | None = None, key: str = "") -> tuple[int, Any]:
        """Returns status and JSON of a response. Sends a POST if there is a body."""
        request = urllib.request.Request(self.origin + path, body, {"authorization": f"Bearer {key}"} if key else {})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def get(self, path: str) -> Any:
        """Sends a GET with the key and asserts status 200."""
        status, answer = self.ask(path, key=self.settings["secretKey"])
        assert status == 200, answer
        return answer

    def post(self, path: str, body: Any) -> Any:
        """Sends a POST of JSON with the key and asserts status 200."""
        status, answer = self.ask(path, json.dumps(body).encode(), self.settings["secretKey"])
        assert status == 200, answer
        return answer

    def pay(self, url: str, card: str = "succeeds") -> str:
        """Pays on the page at this address and returns the session id."""
        session = url.rsplit("/", 1)[1]
        self.post(f"/local/sessions/{session}/pay", {"card": card})
        return session

    def event(self, kind: str, **of: str) -> Any:
        """Returns the newest event of a type whose object has these fields."""
        for event in self.get("/v1/events?limit=100")["data"]:
            if event["type"] == kind and of.items() <= event["data"]["object"].items():
                return event
        raise AssertionError(f"no event {kind} of {of}")

    def signed(self, body: bytes, at: float | None = None, secret: str | None = None) -> str:
        """Returns the Stripe-Signature header of an event."""
        second = int(time.time() if at is None else at)
        key = (self.settings["webhookSecret"] if secret is None else secret).encode()
        return f"t={second},v1={hmac.new(key, f'{second}.'.encode() + body, hashlib.sha256).hexdigest()}"

    def deliver(self, body: bytes, header: str | None = None) -> Answer:
        """Sends an event to the webhook, signed unless a header is given."""
        signature = self.signed(body) if header is None else header
        return send("POST", self.settings["webhookUrl"], {"stripe-signature": signature} if signature else {}, body)
