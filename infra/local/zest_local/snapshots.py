"""Saves the state that only deployments change (Lambda, AppSync, ...). ministack saves it only at a clean stop.

The journal contains the data of users.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import ministack.app as ministack
from ministack.core import persistence

# Maximum attempts to copy the state of a service while threads change it.
ATTEMPTS = 100


async def save_everything() -> None:
    """Saves all services; called after a deployment."""
    # Read the state on the event loop, where no request interferes, and write it to disk in a thread.
    states = {name: copied(read) for name, read in ministack._build_persistence_save_dict().items()}
    await asyncio.to_thread(_write, states)


def copied(read: Callable[[], Any]) -> Any:
    """Returns the state of a service. Threads, such as those that write logs, may change it while it is copied."""
    for _ in range(ATTEMPTS - 1):
        try:
            return read()
        except RuntimeError:
            # Python reports that a collection changed during iteration.
            continue
    return read()


def _write(states: dict[str, Any]) -> None:
    for name, state in states.items():
        if state is not None:
            persistence.save_state(name, state)
