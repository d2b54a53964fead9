"""The HTTP server on 127.0.0.1."""

import json
import re
import secrets
import socket
import sys
import threading
import time
import traceback
import urllib.parse
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from bedrock import eventstream
from bedrock.answer import Answer, events, message, usage, within_limits
from bedrock.checking import MAX_BYTES, read
from bedrock.config import MODEL_ID, Config
from bedrock.conversation import Conversation
from bedrock.errors import Refused, invalid
from bedrock.misbehaving import misbehaved
from bedrock.model import decide
from bedrock.switches import On, Switches

# Accepted host names. This prevents DNS rebinding.
NAMES = ("localhost", "127.0.0.1")
# Total size of recorded requests in bytes from which on the oldest are dropped. Tests that run in parallel share it.
KEPT_BYTES = 64 * 1024 * 1024
MAX_KEPT_BYTES = 1024 * 1024
MAX_CONTROL_BYTES = 64 * 1024
_SIGNATURE = re.compile(
    r"AWS4-HMAC-SHA256 Credential=[^/\s,]+/\d{8}/[a-z0-9-]+/bedrock/aws4_request,"
    r" *SignedHeaders=[^,\s]+, *Signature=[0-9a-f]{64}"
)
_MODEL = re.compile(r"/model/([^/]+)/(converse|converse-stream)")


@dataclass(frozen=True)
class Request:
    """A recorded request: the last 20 texts of the user, JSON body (only its size if it is large) and client port."""

    said: list[str]
    body: bytes
    port: int


class StandIn(ThreadingHTTPServer):
    """A server with recorded requests and switches. `wait` is called with the seconds of each pause."""

    daemon_threads = True
    # The listen backlog allows many conversations to start at the same time.
    request_queue_size = 128

    def __init__(self, config: Config, wait: Callable[[float], None] = time.sleep):
        self.config = config
        self.switches = Switches()
        self.wait = wait
        self.calls = 0
        self._requests: deque[Request] = deque()
        self._kept_bytes = 0
        self._lock = threading.Lock()
        super().__init__(("127.0.0.1", config.port), _Handler)

    @property
    def origin(self) -> str:
        """Returns the origin, `http://127.0.0.1:PORT`."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def note(self, conversation: Conversation, body: bytes, port: int) -> None:
        """Records a request for tests."""
        kept = body if len(body) <= MAX_KEPT_BYTES else json.dumps({"tooLargeToKeep": len(body)}).encode()
        with self._lock:
            self.calls += 1
            self._requests.append(Request(conversation.said_by_user()[-20:], kept, port))
            self._kept_bytes += len(kept)
            while self._kept_bytes > KEPT_BYTES:
                self._kept_bytes -= len(self._requests.popleft().body)

    def asked(self, said: str) -> list[Request]:
        """Returns the recorded requests whose user text contains `said`."""
        with self._lock:
            kept = list(self._requests)
        return [request for request in kept if any(said in text for text in request.said)]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores disconnects. Logs other errors without the content of the request."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            traceback.print_exc()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "zest-stand-in"
    timeout = 120
    # Sends each frame immediately, without waiting for an acknowledgement.
    disable_nagle_algorithm = True
    server: StandIn

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Writes no access log."""

    def _answer(self, handle: Callable[[], None]) -> None:
        self._has_begun = False
        try:
            self._check_caller()
            handle()
        except Refused as refused:
            self._refuse(refused)
        except (ConnectionError, TimeoutError):
            self.close_connection = True
        except Exception:
            traceback.print_exc()
            if self._has_begun:
                return self._hang_up()
            self._refuse(Refused("InternalServerException", "The stand-in has made a mistake; its log says where."))

    def _check_caller(self) -> None:
        host = self.headers.get("host", "")
        if host.rpartition(":")[0] not in NAMES and host not in NAMES:
            self._leave_body()
            raise Refused("ValidationException", "The stand-in has no such name.", 421)
        origin = self.headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            self._leave_body()
            raise Refused("AccessDeniedException", "Other pages do not speak to the stand-in.")

    def _get(self) -> None:
        path = urllib.parse.urlsplit(self.path)
        if path.path == "/healthz":
            return self._json(200, {"isStandIn": True})
        self._check_key()
        if path.path == "/local/switches":
            return self._json(200, {"switches": self.server.switches.shown()})
        if path.path == "/local/requests":
            said = dict(urllib.parse.parse_qsl(path.query)).get("said", "")
            asked = self.server.asked(said)
            told = {"requests": [json.loads(one.body) for one in asked], "ports": [one.port for one in asked]}
            return self._json(200, {"calls": self.server.calls, **told})
        raise Refused("ResourceNotFoundException", "There is no such address.")

    def _post(self) -> None:
        path = urllib.parse.urlsplit(self.path).path
        if path == "/local/switches":
            self._check_key()
            return self._set_switches()
        # A model id may be an ARN with encoded slashes.
        if (match := _MODEL.fullmatch(path)) is None:
            self._leave_body()
            raise Refused("ResourceNotFoundException", "There is no such address.")
        body = self._body(MAX_BYTES)
        self._check_signature()
        if urllib.parse.unquote(match[1]) != MODEL_ID:
            raise invalid("The provided model identifier is invalid.")
        self._converse(body, is_stream=match[2] == "converse-stream")

    def _set_switches(self) -> None:
        try:
            request = json.loads(self._body(MAX_CONTROL_BYTES))
        except (ValueError, RecursionError) as error:
            raise invalid("Not JSON.") from error
        self._json(200, {"switches": self.server.switches.set(request)})

    def _converse(self, body: bytes, is_stream: bool) -> None:
        begun = time.monotonic()
        conversation = read(body)
        self.server.note(conversation, body, self.client_address[1])
        on = self.server.switches.take(conversation)
        if "exception" in on:
            raise _told_to(on["exception"]["exception"])
        if "slow" in on:
            self.server.wait(on["slow"]["seconds"])
        answer = within_limits(misbehaved(decide(conversation), conversation, on), conversation)
        if is_stream:
            return self._stream(answer, conversation, on, begun)
        if "streamException" in on:
            raise _told_to("ModelErrorException")
        if "cut" in on:
            return self._hang_up()
        self._json(
            200,
            {
                "output": {"message": message(answer, conversation)},
                "stopReason": answer.stop_reason,
                "usage": usage(answer, conversation),
                "metrics": {"latencyMs": _since(begun)},
            },
        )

    def _stream(self, answer: Answer, conversation: Conversation, on: On, begun: float) -> None:
        self.send_response(200)
        self.send_header("content-type", eventstream.CONTENT_TYPE)
        self.send_header("transfer-encoding", "chunked")
        self._end_headers()
        self._has_begun = True
        pause = on["pause"]["milliseconds"] if "pause" in on else self.server.config.pause_milliseconds
        frames = [eventstream.event(kind, payload) for kind, payload in _on_its_way(answer, conversation, on)]
        # If both are on, only the cut takes effect.
        end = next((name for name in ("cut", "streamException") if name in on), None)
        for frame in frames if end is None else frames[: int(on[end]["after"])]:
            if pause > 0:
                self.server.wait(pause / 1000)
            self._chunk(frame)
        if end == "cut":
            if on["cut"]["where"] == "midFrame":
                broken = frames[min(int(on["cut"]["after"]), len(frames) - 1)]
                self._chunk(broken[: len(broken) // 2])
            return self._hang_up()
        if end == "streamException":
            self._chunk(eventstream.exception(on[end]["exception"], "The stand-in was told to."))
        else:
            used = {"usage": usage(answer, conversation), "metrics": {"latencyMs": _since(begun)}, "p": "abc"}
            self._chunk(eventstream.event("metadata", used))
        self._chunk(b"")

    def _chunk(self, content: bytes) -> None:
        self.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")
        self.wfile.flush()

    def _hang_up(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def _check_signature(self) -> None:
        """Requires a signature in AWS's format, but does not verify it: there are no secrets."""
        if not self.headers.get("authorization") or not self.headers.get("x-amz-date"):
            raise Refused("MissingAuthenticationTokenException", "Missing Authentication Token", 403)
        if not _SIGNATURE.fullmatch(self.headers["authorization"]):
            raise Refused("IncompleteSignatureException", "The Authorization header is no signature for bedrock.", 403)

    def _check_key(self) -> None:
        shown = self.headers.get("authorization", "").encode()
        if not secrets.compare_digest(shown, f"Bearer {self.server.config.key}".encode()):
            self._leave_body()
            raise Refused("AccessDeniedException", "The key is another.", 401)

    def _body(self, most: int) -> bytes:
        length = self.headers.get("content-length", "")
        if not length.isascii() or not length.isdigit():
            self.close_connection = True
            raise invalid("The request must name its length (Content-Length).")
        if int(length) > most:
            self._pass_over(int(length), most)
            raise invalid(f"The request is too large: at most {most} bytes are taken.")
        return self.rfile.read(int(length))

    def _pass_over(self, length: int, most: int) -> None:
        """Reads and drops a rejected body, because a client that is still sending does not read the response."""
        left = min(length, 4 * most)
        while left > 0 and (read := self.rfile.read(min(left, 1024 * 1024))):
            left -= len(read)
        # Unread bytes would be parsed as the next request, so the connection is closed.
        self.close_connection = self.close_connection or left > 0 or length > 4 * most

    def _leave_body(self) -> None:
        length = self.headers.get("content-length", "0")
        self._pass_over(int(length) if length.isascii() and length.isdigit() else 0, MAX_CONTROL_BYTES)

    def _refuse(self, refused: Refused) -> None:
        self._json(refused.status, {"message": refused.message}, refused.kind)

    def _json(self, status: int, content: Any, error: str | None = None) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        if error is not None:
            self.send_header("x-amzn-errortype", error)
        if self.close_connection:
            self.send_header("connection", "close")
        self._end_headers()
        self.wfile.write(body)

    def _end_headers(self) -> None:
        self.send_header("x-amzn-requestid", secrets.token_hex(16))
        self.end_headers()


def _on_its_way(answer: Answer, conversation: Conversation, on: On) -> list[tuple[str, dict[str, Any]]]:
    """Returns the stream events, with empty or duplicate deltas if they are switched on."""
    listed = []
    for kind, payload in events(answer, conversation):
        times = 2 if "duplicateDeltas" in on and kind == "contentBlockDelta" else 1
        listed += [(kind, payload)] * times
        if "emptyDeltas" in on and kind == "contentBlockDelta":
            empty = {"text": ""} if "text" in payload["delta"] else {"toolUse": {"input": ""}}
            listed.append((kind, {**payload, "delta": empty}))
    return listed


def _told_to(kind: str) -> Refused:
    busy = "Too many requests, please wait before trying again."
    return Refused(kind, busy if kind == "ThrottlingException" else "It was told to.")


def _since(begun: float) -> int:
    return round((time.monotonic() - begun) * 1000)
