"""Child processes that never outlive us."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
_PARENT = "ZEST_PARENT_PID"


def environment() -> dict[str, str]:
    """What a child needs to know about us."""
    return {_PARENT: str(os.getpid())}


def end_with_parent() -> None:
    """Asks the kernel to end this process when its parent ends, even by kill -9 (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    parent = os.environ.get(_PARENT)
    if parent is not None and os.getppid() != int(parent):
        sys.exit("the launcher is gone")
