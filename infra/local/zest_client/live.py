"""A subscription with AppSync's WebSocket protocol, signed or with a token."""

import base64
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

from botocore.credentials import Credentials
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from zest_client.http import NotRunning, Refused
from zest_client.operations import ON_CHANGE
from zest_client.signing import signed_headers

Change = dict[str, Any]

_ACKNOWLEDGED_WITHIN_SECONDS = 15.0
_SUBSCRIPTION = "changes"


class Changes:
    """The live changes of one owner, from `start_ack` on."""

    def __init__(
        self,
        endpoint: str,
        region: str,
        credentials: Credentials,
        owner: str,
        token: str | None = None,
        document: str = ON_CHANGE,
    ):
        """Prepares a subscription, signed or with a token as in `Guest.graphql`. The document has one field and the
        variable `$owner`.
        """
        self._document = document
        self._token = token
        self._endpoint = endpoint
        self._region = region
        self._credentials = credentials
        self._owner = owner
        self._open = ExitStack()
        self._socket: ClientConnection | None = None

    def __enter__(self) -> Self:
        """Connects and subscribes. Raises Refused and NotRunning."""
        proof = self._proof(f"{self._endpoint}/connect", "{}")
        encoded = base64.urlsafe_b64encode(json.dumps(proof).encode()).rstrip(b"=").decode()
        url = self._endpoint.replace("http", "ws", 1) + "/realtime"
        subprotocols = [Subprotocol("graphql-ws"), Subprotocol(f"header-{encoded}")]
        try:
            self._socket = self._open.enter_context(connect(url, subprotocols=subprotocols, proxy=None))
        except OSError as error:
            raise NotRunning(str(error)) from error
        try:
            self._send({"type": "connection_init"})
            self._expect("connection_ack")
            data = json.dumps({"query": self._document, "variables": {"owner": self._owner}})
            proof = self._proof(self._endpoint, data)
            payload = {"data": data, "extensions": {"authorization": proof}}
            self._send({"id": _SUBSCRIPTION, "type": "start", "payload": payload})
            self._expect("start_ack")
        except BaseException:
            self._open.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def _proof(self, url: str, body: str) -> dict[str, str]:
        if self._token is None:
            return signed_headers(self._credentials, self._region, url, body)
        host = url.split("/")[2]
        return {"Authorization": self._token, "host": host} if self._token else {"host": host}

    def within(self, seconds: float) -> Iterator[Change]:
        """Yields the changes that arrive within `seconds`."""
        deadline = time.monotonic() + seconds
        while (change := self._next(deadline)) is not None:
            yield change

    def until(self, enough: Callable[[Change], bool], seconds: float = 30) -> list[Change]:
        """Returns the changes up to the first one for which `enough` is true. Raises TimeoutError."""
        seen: list[Change] = []
        for change in self.within(seconds):
            seen.append(change)
            if enough(change):
                return seen
        states = [(change.get("card") or {}).get("status", "no card") for change in seen]
        raise TimeoutError(f"timed out after {seconds:.0f} seconds; states seen: {states}")

    def _next(self, deadline: float) -> Change | None:
        while (message := self._receive(deadline)) is not None:
            if message["type"] == "data":
                [change] = message["payload"]["data"].values()
                told: Change = change
                return told
            if message["type"] == "error":
                raise Refused(200, message["payload"]["errors"])
        return None

    def _expect(self, kind: str) -> None:
        deadline = time.monotonic() + _ACKNOWLEDGED_WITHIN_SECONDS
        while (message := self._receive(deadline)) is not None:
            if message["type"] == kind:
                return
            if message["type"] in ("error", "connection_error"):
                raise Refused(200, message["payload"]["errors"])
        raise TimeoutError(f"no {kind} within {_ACKNOWLEDGED_WITHIN_SECONDS:.0f} seconds")

    def _receive(self, deadline: float) -> dict[str, Any] | None:
        assert self._socket is not None, "used outside of its with"
        try:
            message: dict[str, Any] = json.loads(self._socket.recv(max(0.0, deadline - time.monotonic())))
            return message
        except TimeoutError:
            return None
        except ConnectionClosed as error:
            raise NotRunning("the connection was closed") from error

    def _send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None, "used outside of its with"
        self._socket.send(json.dumps(message))
