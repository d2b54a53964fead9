"""The process of the local cloud: ministack, extended with persistence and with what the gateway needs.

The supervisor starts it with the environment of `supervisor.cloud_environment`.
"""

import asyncio
import logging
import os
import socketserver
import sys
import time
from pathlib import Path

import ministack.app as ministack
from ministack.services import lambda_svc

from zest_local import lifeline, snapshots
from zest_local.deploy import REGION
from zest_local.journal import executions
from zest_local.journal.durability import Durability
from zest_local.journal.frames import Damaged

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import cloud_access
import cloud_attributes
import cloud_cognito
import cloud_environments
import cloud_executions
import cloud_functions
import cloud_identities
import cloud_lockouts
import cloud_logs
import cloud_queries
import cloud_random
import cloud_templates
import cloud_unknown_users
import cloud_uploads
import cloud_verifier

SAVE_PATH = "/_local/save"
RESUME_PATH = "/_local/resume"
CHECK_EVERY_SECONDS = 1
FORGET_EVERY_SECONDS = 60

_ministack_app = ministack.app
_durability: Durability
_watcher: asyncio.Task[None] | None = None


async def app(scope, receive, send):
    """ministack's ASGI app with a journal, three more paths and one more operation."""
    global _watcher
    if scope["type"] != "http":
        return await _ministack_app(scope, receive, send)
    if _watcher is None:
        _watcher = asyncio.get_running_loop().create_task(_watch())
    send = _durability.answering(scope, send)
    if scope["path"] == cloud_verifier.PATH:
        return await cloud_verifier.verify(scope, receive, send)
    if scope["path"] == SAVE_PATH:
        await snapshots.save_everything()
        _durability.commit_deployment()
        return await _no_content(send)
    if scope["path"] == RESUME_PATH:
        _durability.resume()
        return await _no_content(send)
    if cloud_identities.is_deletion(scope):
        return await cloud_identities.delete(scope, receive, send, REGION)
    return await _ministack_app(scope, receive, send)


async def _watch() -> None:
    forgotten = time.monotonic()
    while True:
        await asyncio.sleep(CHECK_EVERY_SECONDS)
        try:
            if time.monotonic() - forgotten > FORGET_EVERY_SECONDS:
                executions.forget_old()
                forgotten = time.monotonic()
            _durability.commit_others()
        except Exception:
            # A failed round must not end the loop; the next round tries again.
            logging.getLogger("zest").exception("what no call has changed was not journalled")


async def _no_content(send) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def main() -> None:
    """Serves until the supervisor stops it or has ended."""
    global _durability
    lifeline.end_with_parent()
    # The Lambda Runtime API sends header and body separately. Nagle's algorithm would delay each invocation by 40 ms.
    socketserver.StreamRequestHandler.disable_nagle_algorithm = True
    cloud_logs.install()
    cloud_random.install()
    cloud_queries.install()
    cloud_functions.install()
    cloud_environments.install()
    cloud_executions.install()
    cloud_cognito.install()
    cloud_identities.install()
    cloud_attributes.install()
    cloud_lockouts.install()
    # This wraps the lockouts, which count by the names that are normalised here.
    cloud_unknown_users.install()
    cloud_templates.install()
    cloud_uploads.install()
    # ministack saves positions in table streams but not the streams, which start again with the records of the journal.
    lambda_svc._restore_esm_positions = lambda store, positions: None
    try:
        _durability = Durability(Path(os.environ["STATE_DIR"]))
    except Damaged as damaged:
        sys.exit(str(damaged))
    except OSError as error:
        sys.exit(f"the local cloud's journal cannot be opened: {error}")
    ministack.app = cloud_access.guarded(app, cloud_access.secret())
    try:
        ministack.main()
    finally:
        _durability.close()


if __name__ == "__main__":
    main()
