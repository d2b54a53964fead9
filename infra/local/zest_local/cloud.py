"""The local cloud's own process: ministack, with what it lacks for keeping state and for the gateway.

Started by the supervisor with the environment that `supervisor.cloud_environment` makes.
"""

import asyncio
import logging
import socketserver
import sys
from pathlib import Path

import ministack.app as ministack
from ministack.services import lambda_svc

from zest_local import lifeline
from zest_local.deploy import REGION
from zest_local.snapshots import Snapshots

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import cloud_access
import cloud_attributes
import cloud_cognito
import cloud_functions
import cloud_identities
import cloud_lockouts
import cloud_logs
import cloud_random
import cloud_templates
import cloud_unknown_users
import cloud_uploads
import cloud_verifier

SAVE_PATH = "/_local/save"
CHECK_EVERY_SECONDS = 0.25

_ministack_app = ministack.app
_snapshots = Snapshots()
_watcher: asyncio.Task[None] | None = None


async def app(scope, receive, send):
    """ministack with two more addresses and one more operation, watched for writes."""
    global _watcher
    if scope["type"] != "http":
        return await _ministack_app(scope, receive, send)
    if _watcher is None:
        _watcher = asyncio.get_running_loop().create_task(_watch())
    if scope["path"] == cloud_verifier.PATH:
        return await cloud_verifier.verify(scope, receive, send)
    if scope["path"] == SAVE_PATH:
        await _snapshots.save_everything()
        return await _no_content(send)
    if cloud_identities.is_deletion(scope):
        answer = await cloud_identities.delete(scope, receive, send, REGION)
    else:
        answer = await _ministack_app(scope, receive, send)
    # After the call, so that a snapshot that begins in between is followed by another.
    _snapshots.saw(scope["method"], scope["path"], scope["headers"])
    return answer


async def _watch() -> None:
    while True:
        await asyncio.sleep(CHECK_EVERY_SECONDS)
        try:
            await _snapshots.save_if_due()
        except Exception:
            # The next round tries again; state must not stop being saved because one save failed.
            logging.getLogger("zest").exception("a snapshot failed")


async def _no_content(send) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def main() -> None:
    """Serves until the supervisor ends it, or is gone itself."""
    lifeline.end_with_parent()
    # The Lambda runtime API writes head and body of an answer apart; with Nagle's algorithm the second waits
    # 40 ms for the first one's acknowledgement, at every invocation.
    socketserver.StreamRequestHandler.disable_nagle_algorithm = True
    cloud_logs.mend()
    cloud_random.mend()
    cloud_functions.mend()
    cloud_cognito.mend()
    cloud_attributes.mend()
    cloud_lockouts.mend()
    # Around the lock-outs: they count by the names that it makes the same.
    cloud_unknown_users.mend()
    cloud_templates.mend()
    cloud_uploads.mend()
    _snapshots.restore_sessions()
    # ministack keeps how far a table's stream was read, but not the stream: after a clean stop it would deliver
    # nothing until there were as many new changes as there had ever been.
    lambda_svc._restore_esm_positions = lambda store, positions: None
    ministack.app = cloud_access.guarded(app, cloud_access.secret())
    ministack.main()


if __name__ == "__main__":
    main()
