"""Runs a command. Ends all its descendants when it exits or this process receives a signal to end.

`python -m zest_local.process_tree COMMAND…` exits with the code of the command.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from zest_local import lifeline

_PR_SET_CHILD_SUBREAPER = 36
# Seconds from SIGTERM to SIGKILL. A local cloud saves its state before it exits.
GRACE_SECONDS = 20


def main() -> int:
    """Runs the command and returns its exit code, or 128 plus the signal number."""
    lifeline.end_with_parent()
    for name in lifeline.environment():
        os.environ.pop(name, None)
    # Orphaned descendants become children of this process, so it finds them in any session and process group.
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    try:
        code = subprocess.Popen(sys.argv[1:]).wait()
    except KeyboardInterrupt:
        code = -signal.SIGTERM
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        end_descendants()
    return code if code >= 0 else 128 - code


def descendants(pid: int) -> list[int]:
    """Returns the process ids of all descendants that are not zombies."""
    children: dict[int, list[int]] = defaultdict(list)
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = file.read_text().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        if state != "Z":
            children[int(parent)].append(int(file.parent.name))
    found = [pid]
    for each in found:
        found += children[each]
    return found[1:]


def end_descendants(grace: float = GRACE_SECONDS) -> None:
    """Sends SIGTERM to all descendants, and SIGKILL after the grace period."""
    _signal_descendants(signal.SIGTERM)
    deadline = time.monotonic() + grace
    while descendants(os.getpid()) and time.monotonic() < deadline:
        time.sleep(0.05)
    while _signal_descendants(signal.SIGKILL):
        time.sleep(0.05)


def _signal_descendants(number: signal.Signals) -> bool:
    pids = descendants(os.getpid())
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            continue
    return bool(pids)


def _end(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
