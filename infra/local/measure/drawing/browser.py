"""Controls Chromium over the debugging pipe, without a server or package."""

import base64
import contextlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from measure.yardstick import NotMeasured

PIXELS_PER_INCH = 96
# A4 paper, and Chromium's margins.
PAPER_INCHES = 8.27
PAPER_RATIO = 1.414
MARGIN_INCHES = 0.4
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe")


class Browser:
    """A page in a browser."""

    def __init__(self, give: int, take: int):
        self._give, self._take = give, take
        self._rest, self._number, self._session = b"", 0, ""
        target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = self._ask("Target.attachToTarget", {"targetId": target, "flatten": True})
        self._session = attached["sessionId"]
        self._frame = self._ask("Page.getFrameTree", {})["frameTree"]["frame"]["id"]

    def _ask(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        rest = memoryview(json.dumps(message).encode() + b"\0")
        while rest:
            rest = rest[os.write(self._give, rest) :]
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise NotMeasured(f"the browser refused {method}: {answer['error'].get('message')}")
                return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            some = os.read(self._take, 1 << 20)
            if not some:
                raise NotMeasured("the browser ended")
            self._rest += some
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def run(self, script: str) -> Any:
        """Evaluates a script and waits for its value."""
        asked = {"expression": script, "awaitPromise": True, "returnByValue": True}
        answer = self._ask("Runtime.evaluate", asked)
        if "exceptionDetails" in answer:
            raise NotMeasured(f"a script failed in the browser: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def picture(self, html: str, scale: float) -> str:
        """Returns a screenshot of a whole page, as wide as its body, as PNG in base64."""
        metrics = {"width": 1400, "height": 800, "deviceScaleFactor": scale, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", metrics)
        self._ask("Page.setDocumentContent", {"frameId": self._frame, "html": html})
        self.run("document.fonts.ready.then(() => true)")
        width, height = self.run("[document.body.offsetWidth, document.body.offsetHeight]")
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
        shot = {"format": "png", "clip": clip, "captureBeyondViewport": True}
        return self._ask("Page.captureScreenshot", shot)["data"]

    def document(self, html: str, has_header: bool = False) -> bytes:
        """Returns a page as wide as its body, printed to PDF, on request with the browser's header and footer."""
        self._ask("Page.setDocumentContent", {"frameId": self._frame, "html": html})
        self.run("document.fonts.ready.then(() => true)")
        inches = max(PAPER_INCHES, self.run("document.body.offsetWidth") / PIXELS_PER_INCH + 2 * MARGIN_INCHES)
        wanted = {"printBackground": True, "displayHeaderFooter": has_header}
        wanted |= {"paperWidth": inches, "paperHeight": inches * PAPER_RATIO}
        return base64.b64decode(self._ask("Page.printToPDF", wanted)["data"])


@contextmanager
def browser(fonts: Path) -> Iterator[Browser]:
    """Starts a browser that has the fonts of a folder in addition to the installed ones."""
    program = shutil.which("chromium") or shutil.which("chromium-headless-shell") or shutil.which("google-chrome")
    if program is None:
        raise NotMeasured("chromium is missing (Debian's name: chromium)")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        configuration = Path(folder) / "fonts.conf"
        configuration.write_text(
            '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
            f"<include>/etc/fonts/fonts.conf</include><dir>{fonts}</dir></fontconfig>"
        )
        their_in, our_out = os.pipe()
        our_in, their_out = os.pipe()
        # Chromium uses file descriptors 3 and 4 for the pipe.
        command = f'exec "$@" 3<&{their_in} 4>&{their_out}'
        child = subprocess.Popen(
            ["/bin/sh", "-c", command, "sh", program, *FLAGS, f"--user-data-dir={folder}/profile"],
            pass_fds=(their_in, their_out),
            env={**os.environ, "FONTCONFIG_FILE": str(configuration)},
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(their_in)
        os.close(their_out)
        try:
            yield Browser(our_out, our_in)
        finally:
            # Debian's program is a shell script, which a signal would end without the browser.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            os.close(our_out)
            os.close(our_in)
