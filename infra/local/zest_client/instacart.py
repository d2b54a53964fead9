"""Requests grocery links, and controls the Instacart stand-in."""

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
    """Requests a grocery link, by default for salt."""
    return call(origin, "POST", "/instacart/generate-url", token, {"ingredients": [SALT], **body})


@dataclass(frozen=True)
class Instacart:
    """A running stand-in and its configuration."""

    settings: Json

    @classmethod
    def of(cls, state: Path) -> "Instacart":
        """Returns the stand-in of a state folder."""
        return cls(json.loads((state / "run" / "instacart.json").read_text()))

    @property
    def origin(self) -> str:
        """Returns the origin of the stand-in."""
        return f"http://127.0.0.1:{self.settings['port']}"

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Answer:
        """Sends one request with the key of the stand-in or with another key."""
        headers = {"authorization": f"Bearer {self.settings['apiKey'] if key is None else key}"}
        return send(method, self.origin + path, headers, None if body is None else json.dumps(body).encode())

    def break_next(self, title: str, *faults: str) -> None:
        """Makes the next page requests with this title fail."""
        answer = self.ask("POST", "/local/faults", {"title": title, "next": faults})
        assert answer.status == 200, answer.body

    def pages(self, title: str) -> tuple[int, list[Json]]:
        """Returns the number of page requests with this title, and the documents of the created pages."""
        answer = self.ask("GET", f"/local/pages?{urllib.parse.urlencode({'title': title})}").json()
        return answer["calls"], answer["documents"]
