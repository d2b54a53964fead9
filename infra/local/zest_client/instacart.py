"""Grocery links, and the stand-in for Instacart that a running Zest has."""

import json
import urllib.parse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zest_client.http import Answer, send
from zest_client.rest import call

Json = dict[str, Any]
SALT = {"name": "salt", "quantity": "1", "unit": "tsp"}


def ask_for_groceries(origin: str, token: str | None, **body: Any) -> Answer:
    """Asks for a link; without other ingredients one to buy salt."""
    return call(origin, "POST", "/instacart/generate-url", token, {"ingredients": [SALT], **body})


@dataclass(frozen=True)
class Instacart:
    """A running stand-in and what it was told."""

    settings: Json

    @classmethod
    def of(cls, state: Path) -> "Instacart":
        """That of a running Zest's state."""
        return cls(json.loads((state / "run" / "instacart.json").read_text()))

    @property
    def origin(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.settings['port']}"

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Answer:
        """One request with its key, or another."""
        headers = {"authorization": f"Bearer {self.settings['apiKey'] if key is None else key}"}
        return send(method, self.origin + path, headers, None if body is None else json.dumps(body).encode())

    def break_next(self, title: str, *faults: str) -> None:
        """What becomes of the next requests for pages of this title."""
        answer = self.ask("POST", "/local/faults", {"title": title, "next": faults})
        assert answer.status == 200, answer.body

    def pages(self, title: str) -> tuple[int, list[Json]]:
        """How often pages of this title were asked for, and the documents of those that were made."""
        answer = self.ask("GET", f"/local/pages?{urllib.parse.urlencode({'title': title})}").json()
        return answer["calls"], answer["documents"]
