"""Saves the local cloud's state while it runs: ministack itself saves only at a clean stop.

After a crash at most SAVE_WITHIN_SECONDS of writes are lost. Only services that were written to are saved, and
what is large and changes only with a deployment (Lambda, AppSync, ...) is saved when the launcher asks for it.
"""

import asyncio
import json
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import ministack.app as ministack
from ministack.core import persistence
from ministack.services import stepfunctions, sts

SAVE_WITHIN_SECONDS = 1.5
# Ended executions are kept so long for whoever wants to look at them.
KEEP_EXECUTIONS_SECONDS = 3600

# The service in a signature's scope, or in an unsigned call's target, and the state that a write to it changes.
_STATES = {
    "dynamodb": ("dynamodb",),
    "s3": ("s3",),
    "states": ("stepfunctions",),
    "cognito-idp": ("cognito",),
    "cognito-identity": ("cognito",),
    "secretsmanager": ("secretsmanager",),
}
_TARGETS = {"AWSCognitoIdentityService": "cognito-identity", "AWSCognitoIdentityProviderService": "cognito-idp"}
_HOSTED_SIGN_IN = "/oauth2/"
_READS = ("Get", "Describe", "List", "Query", "Scan", "BatchGet")


class Snapshots:
    """What has been written since the last save, and the saving."""

    def __init__(self) -> None:
        self._written: set[str] = set()
        self._first_write: float | None = None
        self._saving = asyncio.Lock()

    def saw(self, method: str, path: str, raw_headers: list[tuple[bytes, bytes]]) -> None:
        """Notes a call that may have written something."""
        headers = {name.lower(): value.decode("latin-1") for name, value in raw_headers}
        target, _, operation = headers.get(b"x-amz-target", "").partition(".")
        service = _TARGETS.get(target.split("_")[0]) or _scope(headers.get(b"authorization", ""))
        reads = method in ("GET", "HEAD") or operation.startswith(_READS)
        # Handing out credentials makes a session, whatever its name says.
        makes_session = operation == "GetCredentialsForIdentity"
        states = _STATES.get(service, ())
        if path.startswith(_HOSTED_SIGN_IN):
            # A browser's GET makes the user that comes back from a provider.
            states, reads = _STATES["cognito-idp"], False
        if not states or (reads and not makes_session):
            return
        self._written.update(states)
        if service == "dynamodb":
            # A write to a table moves its stream and, behind it, the state machines.
            self._written.add("stepfunctions")
        if self._first_write is None:
            self._first_write = time.monotonic()

    async def save_if_due(self) -> None:
        """Saves what was written, if the oldest of it has waited long enough."""
        if self._first_write is None or time.monotonic() - self._first_write < SAVE_WITHIN_SECONDS:
            return
        await self._save(self._written)

    async def save_everything(self) -> None:
        """Saves all services; after a deployment."""
        await self._save(set(ministack._build_persistence_save_dict()))

    async def _save(self, names: set[str]) -> None:
        async with self._saving:
            self._written, self._first_write = set(), None
            _forget_old_executions()
            readers = ministack._build_persistence_save_dict()
            # Read on the event loop, where nothing can be written meanwhile; written to disk beside it.
            states = {name: readers[name]() for name in names if name in readers}
            sessions = dict(sts._sessions)
            await asyncio.to_thread(self._write, states, sessions)

    @staticmethod
    def _write(states: dict[str, Any], sessions: dict[str, Any]) -> None:
        for name, state in states.items():
            if state is not None:
                persistence.save_state(name, state)
        # ministack forgets sessions at a stop; a guest's open page would then be signed out.
        partial = _sessions_file().with_suffix(".partial")
        partial.write_text(json.dumps(sessions))
        os.replace(partial, _sessions_file())

    @staticmethod
    def restore_sessions() -> None:
        """Takes up the sessions of the last run that are still good."""
        if _sessions_file().exists():
            now = time.time()
            for key, session in json.loads(_sessions_file().read_text()).items():
                if session.get("Expiration", 0) > now:
                    sts.register_session(key, session)


def _sessions_file() -> Path:
    return Path(os.environ["STATE_DIR"]) / "sessions.json"


def _scope(authorization: str) -> str:
    # AWS4-HMAC-SHA256 Credential=<key>/<date>/<region>/<service>/aws4_request, ...
    credential = authorization.partition("Credential=")[2].partition(",")[0].split("/")
    return credential[3] if len(credential) == 5 else ""


def _forget_old_executions() -> None:
    horizon = datetime.now(UTC) - timedelta(seconds=KEEP_EXECUTIONS_SECONDS)
    for key, execution in list(stepfunctions._executions._data.items()):
        stopped = execution.get("stopDate")
        if stopped and datetime.fromisoformat(stopped) < horizon:
            del stepfunctions._executions._data[key]
