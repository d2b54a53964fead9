"""Client of the Bedrock stand-in, for its switches and recorded requests."""

import json
import urllib.parse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zest_client.http import Answer, send

Json = dict[str, Any]


@dataclass(frozen=True)
class Bedrock:
    """A running stand-in and its configuration."""

    settings: Json

    @classmethod
    def of(cls, state: Path) -> "Bedrock":
        """Returns the stand-in of a state folder."""
        return cls(json.loads((state / "run" / "bedrock.json").read_text()))

    @property
    def origin(self) -> str:
        """Returns the origin of the stand-in, as in AWS_ENDPOINT_URL_BEDROCK_RUNTIME."""
        return f"http://127.0.0.1:{self.settings['port']}"

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Answer:
        """Sends one request with the key of the stand-in or with another key."""
        headers = {"authorization": f"Bearer {self.settings['key'] if key is None else key}"}
        return send(method, self.origin + path, headers, None if body is None else json.dumps(body).encode())

    def switch(self, said: str, *switches: Json) -> None:
        """Sets the switches for conversations in which the user says this text. Without switches, resets them."""
        answer = self.ask("POST", "/local/switches", {"said": said, "switches": switches})
        assert answer.status == 200, answer.body

    def requests(self, said: str) -> list[Json]:
        """Returns the last requests of conversations in which the user says this text."""
        listed: list[Json] = self._asked(said)["requests"]
        return listed

    def ports(self, said: str) -> list[int]:
        """Returns the client ports of the requests that `requests` returns."""
        listed: list[int] = self._asked(said)["ports"]
        return listed

    def _asked(self, said: str) -> Json:
        query = urllib.parse.urlencode({"said": said})
        answer: Json = self.ask("GET", f"/local/requests?{query}").json()
        return answer
