"""Saves what only deployments change (Lambda, AppSync, ...): ministack itself saves only at a clean stop.

What people write is in the journal before it is answered.
"""

import asyncio
from typing import Any

import ministack.app as ministack
from ministack.core import persistence


async def save_everything() -> None:
    """Saves all services; after a deployment."""
    # Read on the event loop, where nothing can be written meanwhile; written to disk beside it.
    states = {name: read() for name, read in ministack._build_persistence_save_dict().items()}
    await asyncio.to_thread(_write, states)


def _write(states: dict[str, Any]) -> None:
    for name, state in states.items():
        if state is not None:
            persistence.save_state(name, state)
