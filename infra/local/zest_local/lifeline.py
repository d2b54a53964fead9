"""Ends child processes with their parent."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
_PARENT = "ZEST_PARENT_PID"


def environment() -> dict[str, str]:
    """Returns the environment variables that tell a child its parent."""
    return {_PARENT: str(os.getpid())}


def tie() -> None:
    """Asks the kernel to signal this process when its parent dies (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def end_with_parent() -> None:
    """Ties this process to the parent named in its environment. Exits if the parent has already ended."""
    parent = os.environ.get(_PARENT)
    if parent is None:
        return
    tie()
    if os.getppid() != int(parent):
        sys.exit("the launcher has exited")
