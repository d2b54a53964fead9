"""Journals Cognito's pools, users, identities and sessions."""

import time
from typing import Any

from ministack.services import cognito, sts

from zest_local.journal.stores import Entries, Members, Parents, Store


class Users:
    """The journalled state of accounts and guests."""

    def __init__(self) -> None:
        self._user_pools = Parents("user-pool", "user", cognito._user_pools, "_users")
        self._identity_pools = Parents("identity-pool", "identity", cognito._identity_pools, "_identities")

    def stores(self) -> list[Store]:
        """Returns one journalled store per kind of entry: pools, sessions, codes and tokens."""
        return [
            self._user_pools,
            self._identity_pools,
            Entries("pool-domain", cognito._pool_domain_map, reads=False),
            Entries("challenge", cognito._challenge_sessions),
            Entries("authorization-code", cognito, "_authorization_codes"),
            Entries("federation-code", cognito, "_auth_codes"),
            Entries("refresh-token", cognito, "_refresh_tokens"),
            Members("revoked-token", cognito, "_revoked_tokens"),
            # Sessions never change, and every signed call reads one, so a read is not recorded.
            Entries("session", sts, "_sessions", reads=False, still_good=_lasts),
        ]

    def note(self) -> None:
        """Records possible changes after a service call."""
        self._user_pools.note()
        self._identity_pools.note()


def _lasts(session: dict[str, Any]) -> bool:
    return float(session.get("Expiration", 0)) > time.time()
