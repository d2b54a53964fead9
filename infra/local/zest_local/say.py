"""What the launcher tells a person: one line a step, with the time since the start."""

import sys
import time
from typing import NoReturn

_started = time.monotonic()


def step(text: str) -> None:
    """Tells what is being done now."""
    print(f"  {time.monotonic() - _started:6.1f} s  {text}", flush=True)


def note(text: str) -> None:
    """Tells something that a person should know, without a time."""
    print(text, flush=True)


def fail(text: str) -> NoReturn:
    """Says in one plain line why it does not go on, and ends."""
    print(f"Zest did not start: {text}", file=sys.stderr, flush=True)
    sys.exit(1)
