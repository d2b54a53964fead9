"""A guest of a running Zest, in Python: everything goes through the same front door as the browser's calls."""

from zest_client.guest import Guest, Imported
from zest_client.http import NotRunning, Refused
from zest_client.live import Changes

__all__ = ["Changes", "Guest", "Imported", "NotRunning", "Refused"]
