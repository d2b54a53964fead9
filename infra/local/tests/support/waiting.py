"""Polls for conditions; no fixed sleeps."""

import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

ASK_EVERY_SECONDS = 0.05


def eventually(ask: Callable[[], Found], what: str, seconds: float = 120) -> Found:
    """Calls `ask` until its answer is truthy, and returns that. After the deadline, fails with `what` and the last
    answer.
    """
    deadline = time.monotonic() + seconds
    while True:
        answer = ask()
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds:.0f} seconds: {what}; the last answer was {answer!r}")
        time.sleep(ASK_EVERY_SECONDS)
