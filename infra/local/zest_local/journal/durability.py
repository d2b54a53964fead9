"""Journals ministack's state. A response is sent only when the changes it depends on are on disk.

Calls by functions do not wait: their results become visible only with the response of the invocation, which waits.
"""

import logging
import os
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import ministack.app as ministack
from ministack.services import dynamodb, secretsmanager, sts

from zest_local.journal import executions, noted, objects
from zest_local.journal.noted import Name
from zest_local.journal.stores import GONE, Entries, Store, decoded, encoded, key_of, name_of
from zest_local.journal.tables import Changes, Items, handling, stores
from zest_local.journal.users import Users
from zest_local.journal.writer import Journal

Send = Callable[[dict[str, Any]], Awaitable[None]]

FILE = "journal"
_CANNOT_WRITE = 74


class Durability:
    """The journal of a local cloud, hooked into ministack's stores."""

    def __init__(self, folder: Path):
        """Opens the journal before requests are served. Raises frames.Damaged and OSError."""
        self._journal = Journal(folder / FILE, _end)
        # A commit reads and appends entries atomically, so that a later append never has an earlier value.
        self._committing = threading.Lock()
        self._users = Users()
        self._executions = executions.Executions(lambda name: self._commit([name]))
        items, changes = Items(), Changes(self._journal.wait, self._commit)
        secrets = Entries("secret", secretsmanager._secrets)
        self._stores: list[Store] = [*stores(items, changes), *self._users.stores(), self._executions, secrets]
        self._by_name = {name: store for store in self._stores for name in store.names}
        dynamodb.handle_request = handling(dynamodb.handle_request, changes, self.commit)
        objects.sync_with_journal(self._journal.sync_with)
        objects.install()
        load = ministack._load_persisted_state

        def loaded() -> None:
            load()
            self._recover()

        ministack._load_persisted_state = loaded

    def _recover(self) -> None:
        """Replaces the last saved state with the content of the journal. A new journal starts with the saved state."""
        if self._journal.existed:
            entries: dict[str, list[tuple[Name, Any]]] = defaultdict(list)
            for key, value in self._journal.live.items():
                name = name_of(key)
                entries[str(name[0])].append((name, decoded(value)))
            for store in self._stores:
                store.restore([entry for name in store.names for entry in entries[name]])
        else:
            self.commit_deployment()
        noted.taken()
        self._journal.wait()

    def answering(self, scope: dict[str, Any], send: Send) -> Send:
        """Wraps `send`: the first byte waits until all changes that the call made or may have read are on disk."""
        noted.begin()

        async def sent(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                if _may_change_pools(scope):
                    self._users.note()
                self.commit()
                if not self._journal.is_durable() and not _is_from_function(scope):
                    await self._journal.durable()
            await send(message)

        return sent

    def commit(self) -> None:
        """Appends the changes of this call."""
        self._commit(noted.taken())

    def commit_others(self) -> None:
        """Appends changes that no call made, such as expired entries."""
        self._commit(noted.taken_from_others())

    def commit_deployment(self) -> None:
        """Appends changes by the threads of a deployment. Compares all entries to find them."""
        names = {name for store in self._stores for name in store.all()}
        self._commit(names | {name_of(key) for key in list(self._journal.live)})

    def _commit(self, names: Iterable[Name]) -> None:
        with self._committing:
            changes = {}
            for name in names:
                entry = self._by_name[str(name[0])].read(name)
                changes[key_of(name)] = None if entry is GONE else encoded(entry)
            if changes:
                self._journal.put(changes)

    def resume(self) -> None:
        """Resumes interrupted executions."""
        self._executions.resume()

    def close(self) -> None:
        """Writes remaining changes and closes the journal."""
        self.commit_others()
        self._journal.close()


def _is_from_function(scope: dict[str, Any]) -> bool:
    """Returns whether a function signed the call. Only sessions of functions have no expiry."""
    authorization = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
    key = authorization.partition(b"Credential=")[2].partition(b"/")[0].decode("latin-1")
    session = sts._sessions.get(key)
    return session is not None and "Expiration" not in session


def _may_change_pools(scope: dict[str, Any]) -> bool:
    """Returns whether a call may change Cognito's pools. Federated sign-in uses GET."""
    return scope["path"].startswith(("/oauth2/", "/login", "/saml2/")) or any(
        name == b"x-amz-target" and value.startswith(b"AWSCognitoIdentity") for name, value in scope["headers"]
    )


def _end(error: OSError) -> None:
    logging.getLogger("zest").error("The local cloud ends: its journal cannot be written (%s).", error.strerror)
    os._exit(_CANNOT_WRITE)
