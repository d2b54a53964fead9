"""Copies saved pages as text, as "select all" and copy in a browser without scripts and network."""

import base64
import itertools
import json
import tempfile
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from zest_client.http import NotRunning

from measure import browser

# Pages have a foreign origin, so that their requests do not reach this machine.
_ORIGIN = "https://pages.invalid/"
_ANSWERED_WITHIN_SECONDS = 60
_WINDOW = "--window-size=1280,900"
# `copied` is the plain text of the clipboard. Some programs use innerText instead.
FORMS = ("copied", "innerText")
_COPY = """(() => {
  document.activeElement?.blur()
  document.execCommand('selectAll')
  return [getSelection()?.toString() ?? '', document.body?.innerText ?? '']
})()"""

Message = dict[str, Any]


def copy(pages: Iterable[tuple[Path, Path]]) -> None:
    """Writes one file per form of FORMS into the folder of each page. Raises NotRunning."""
    with _tab() as tab:
        for page, folder in pages:
            texts = tab.copy(page.read_bytes())
            folder.mkdir(parents=True, exist_ok=True)
            for form, text in zip(FORMS, texts, strict=True):
                (folder / f"{form}.txt").write_text(text, encoding="utf-8")


def is_copied(folder: Path) -> bool:
    """Returns whether all forms of a page exist."""
    return all((folder / f"{form}.txt").is_file() for form in FORMS)


@contextmanager
def _tab() -> Iterator["_Tab"]:
    folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with folder as profile, browser.chromium(Path(profile), _WINDOW) as port:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
            tabs = json.load(answer)
        address = next(tab["webSocketDebuggerUrl"] for tab in tabs if tab["type"] == "page")
        try:
            with connect(address, max_size=None, proxy=None) as socket:
                yield _Tab(socket)
        except (WebSocketException, TimeoutError) as error:
            raise NotRunning(f"the browser did not answer ({error})") from error


class _Tab:
    """A tab without scripts. Only the request for the page succeeds; all others fail."""

    def __init__(self, socket: ClientConnection):
        self._socket = socket
        self._numbers = itertools.count(1)
        self._page = b""
        self._call("Emulation.setScriptExecutionDisabled", value=True)
        self._call("Page.enable")
        self._call("Fetch.enable")

    def copy(self, page: bytes) -> list[str]:
        """Returns the text of a page in each form of FORMS."""
        self._page = page
        self._send("Page.navigate", url=_ORIGIN)
        self._receive_until(lambda message: message.get("method") == "Page.loadEventFired")
        answer = self._call("Runtime.evaluate", expression=_COPY, returnByValue=True)
        texts: list[str] = answer["result"]["value"]
        return texts

    def _call(self, method: str, **parameters: object) -> Message:
        number = self._send(method, **parameters)
        answer = self._receive_until(lambda message: message.get("id") == number)
        if "error" in answer:
            raise NotRunning(f"the browser refuses {method}: {answer['error'].get('message')}")
        result: Message = answer["result"]
        return result

    def _send(self, method: str, **parameters: object) -> int:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        return number

    def _receive_until(self, is_awaited: Callable[[Message], bool]) -> Message:
        while True:
            message: Message = json.loads(self._socket.recv(timeout=_ANSWERED_WITHIN_SECONDS))
            if message.get("method") == "Fetch.requestPaused":
                self._answer_request(message["params"])
            if is_awaited(message):
                return message

    def _answer_request(self, paused: Message) -> None:
        """Serves the page at its address and aborts all other requests."""
        request = paused["requestId"]
        if paused["request"]["url"] != _ORIGIN or not self._page:
            self._send("Fetch.failRequest", requestId=request, errorReason="Aborted")
            return
        headers = [{"name": "Content-Type", "value": "text/html" + _charset(self._page)}]
        body, self._page = base64.b64encode(self._page).decode(), b""
        self._send("Fetch.fulfillRequest", requestId=request, responseCode=200, responseHeaders=headers, body=body)


def _charset(page: bytes) -> str:
    """Returns UTF-8 if the bytes are valid UTF-8, whatever the page declares; otherwise the browser detects the
    encoding.
    """
    try:
        page.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "; charset=utf-8"
