"""Child processes that never outlive us."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
_PARENT = "ZEST_PARENT_PID"


def environment() -> dict[str, str]:
    """What a child of ours needs to know about us, to see whether we are still there."""
    return {_PARENT: str(os.getpid())}


def tie() -> None:
    """Asks the kernel to end this process when its parent ends, even by kill -9 (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def end_with_parent() -> None:
    """Ties this process to the parent that has named itself, if one has; ends at once if that is gone already."""
    parent = os.environ.get(_PARENT)
    if parent is None:
        return
    tie()
    if os.getppid() != int(parent):
        sys.exit("the launcher is gone")
