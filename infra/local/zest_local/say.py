"""Output of the launcher: one line per step, with the seconds since the start."""

import sys
import time
from typing import NoReturn

_started = time.monotonic()


def step(text: str) -> None:
    """Prints the current step."""
    print(f"  {time.monotonic() - _started:6.1f} s  {text}", flush=True)


def note(text: str) -> None:
    """Prints a message without time."""
    print(text, flush=True)


def fail(text: str) -> NoReturn:
    """Prints one line and exits with 1."""
    print(f"Zest did not start: {text}", file=sys.stderr, flush=True)
    sys.exit(1)
