"""Runs Chromium with its own profile and the DevTools protocol."""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from zest_client.http import NotRunning

_STARTED_WITHIN_SECONDS = 30
_FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]


def path() -> str:
    """Returns the path of Chromium: the variable CHROMIUM, else Debian's Chromium, else Debian's headless shell."""
    installed = shutil.which("chromium") or "/usr/bin/chromium-headless-shell"
    return os.environ.get("CHROMIUM", installed)


@contextmanager
def chromium(profile: Path, *flags: str) -> Iterator[int]:
    """Starts a browser with this profile and yields its DevTools port. Raises NotRunning."""
    announced = profile / "DevToolsActivePort"
    announced.unlink(missing_ok=True)
    command = [path(), *_FLAGS, *flags, f"--user-data-dir={profile}", "--remote-debugging-port=0", "about:blank"]
    try:
        # Debian's program is a shell script, which a signal would end without the browser.
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    except OSError as error:
        raise NotRunning(f"the browser did not start ({error})") from error
    try:
        deadline = time.monotonic() + _STARTED_WITHIN_SECONDS
        while not announced.exists() or not announced.read_text().strip():
            if time.monotonic() > deadline or process.poll() is not None:
                raise NotRunning("the browser did not start")
            time.sleep(0.1)
        yield int(announced.read_text().splitlines()[0])
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)
