"""Python client of a running Zest for guests and members. It uses the same front door as a browser."""

from zest_client.guest import Guest, Imported
from zest_client.http import NotRunning, Refused
from zest_client.live import Changes
from zest_client.member import Member, sign_in, sign_up

__all__ = ["Changes", "Guest", "Imported", "Member", "NotRunning", "Refused", "sign_in", "sign_up"]
