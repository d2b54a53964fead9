"""Saves the state that only deployments change (Lambda, AppSync, ...). ministack saves it only at a clean stop.

The journal contains the data of users.
"""

import asyncio
from typing import Any

import ministack.app as ministack
from ministack.core import persistence


async def save_everything() -> None:
    """Saves all services; called after a deployment."""
    # Read the state on the event loop, where no write interferes, and write it to disk in a thread.
    states = {name: read() for name, read in ministack._build_persistence_save_dict().items()}
    await asyncio.to_thread(_write, states)


def _write(states: dict[str, Any]) -> None:
    for name, state in states.items():
        if state is not None:
            persistence.save_state(name, state)
