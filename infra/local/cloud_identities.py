"""Adds DeleteIdentities of identity pools, which ministack lacks, and fixes concurrent sign-ins.

The launcher calls `delete` before ministack for requests for which `is_deletion` is true.
"""

import functools
import json

import cloud_http
import cloud_verifier
from ministack.services import cognito

TARGET = b"AWSCognitoIdentityService.DeleteIdentities"
ACTION = "cognito-identity:DeleteIdentities"
MAX_BODY_BYTES = 64 * 1024


def install():
    """Patches ministack. Call it before the cloud serves requests."""
    cognito._login_owner = _of_snapshot(cognito._login_owner)


def _of_snapshot(find):
    """Finds the owner in a copy, because a sign-in on another thread may change the identities."""

    @functools.wraps(find)
    def found(pool, logins):
        return find({**pool, "_identities": dict(pool["_identities"])}, logins)

    return found


def is_deletion(scope):
    """Returns whether a request is a call of DeleteIdentities."""
    return scope["method"] == "POST" and (b"x-amz-target", TARGET) in scope["headers"]


async def delete(scope, receive, send, region):
    """Deletes identities, if the role has the permission."""
    try:
        body = await cloud_http.body_of(receive, MAX_BODY_BYTES)
    except cloud_http.TooLargeError:
        return await _answer(send, 400, {"__type": "InvalidParameterException", "message": "Too large."})
    if body is None:
        return
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    caller = cloud_verifier.check(
        "POST", scope["path"], headers, body, region, ["*"], service="cognito-identity", action=ACTION
    )
    if not caller["ok"] or caller["denied"]:
        refused = {"__type": "AccessDeniedException", "message": f"Not authorized to perform: {ACTION}"}
        return await _answer(send, 400, refused)
    try:
        ids = [str(id) for id in json.loads(body)["IdentityIdsToDelete"]]
    except (ValueError, KeyError, TypeError):
        return await _answer(send, 400, {"__type": "InvalidParameterException", "message": "Which identities?"})
    for pool in cognito._identity_pools.values():
        for id in ids:
            pool["_identities"].pop(id, None)
    await _answer(send, 200, {"UnprocessedIdentityIds": []})


async def _answer(send, status, payload):
    await cloud_http.answer(send, status, payload, "application/x-amz-json-1.1")
