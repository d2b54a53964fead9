"""Verifies SigV4 signatures for the gateway. Runs in the local cloud, because only ministack's memory has the
credentials of sessions.
"""

import hashlib
import json

import cloud_http
from ministack.core import iam_evaluator
from ministack.core.responses import get_account_id, set_request_account_id, set_request_region
from ministack.core.sigv4 import parse_header_signature
from ministack.services import iam, sts

PATH = "/_local/sigv4"
SERVICE = "appsync"
ACTION = "appsync:GraphQL"
# Enough for 1 MB of GraphQL with JSON escapes.
MAX_BODY_BYTES = 4 * 1024 * 1024


async def verify(scope, receive, send):
    """Handles `POST /_local/sigv4`. See `check` for the format."""
    try:
        body = await cloud_http.body_of(receive, MAX_BODY_BYTES)
    except cloud_http.TooLargeError:
        return await cloud_http.answer(send, 413, refusal("RequestEntityTooLarge", "The request is too large."))
    if body is None:
        return
    try:
        request = json.loads(body)
        method, path, headers = request["method"], request["path"], dict(request["headers"])
        signed_body, region, resources = request["body"].encode(), request["region"], list(request["resources"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return await cloud_http.answer(send, 400, refusal("BadRequest", "The request is not what /_local/sigv4 takes."))
    await cloud_http.answer(send, 200, check(method, path, headers, signed_body, region, resources))


def check(method, path, headers, body, region, resources, service=SERVICE, action=ACTION):
    """Returns the signer of a request, and the ARNs in `resources` on which IAM denies `action`.

    The form is { ok, arn, userId, accountId, accessKeyId, cognito, denied } or { ok: false, error, code }.
    """
    headers = {name.lower(): value for name, value in headers.items()}
    signature = parse_header_signature(headers)
    if isinstance(signature, tuple):
        return refusal(*signature)
    # ministack accepts root keys without verification, so they are rejected here.
    if iam_evaluator.is_root_access_key(signature.access_key_id):
        return refusal("UnrecognizedClientException", "The security token included in the request is invalid.")
    if (signature.service, signature.region) != (service, region):
        return refusal("SignatureDoesNotMatch", f"Credential should be scoped to {region}/{service}.")
    signed_names = signature.signed_headers.split(";")
    if "host" not in signed_names or not {"x-amz-date", "date"} & set(signed_names):
        return refusal("SignatureDoesNotMatch", "The host and the date must be signed.")
    # ministack uses the hash of the header. AppSync compares it with the body.
    claimed_hash = headers.get("x-amz-content-sha256")
    if claimed_hash is not None and claimed_hash != hashlib.sha256(body).hexdigest():
        return refusal("SignatureDoesNotMatch", "The provided x-amz-content-sha256 is not the hash of the body.")

    key = signature.access_key_id
    set_request_account_id(key)
    set_request_region(region)
    account = get_account_id()
    raw_headers = [(name.encode("latin-1", "replace"), str(value).encode()) for name, value in headers.items()]
    iam_evaluator.pin_signed_request(method, path, {}, raw_headers)
    iam_evaluator.pin_signed_body(body)
    credential = iam_evaluator.authenticate(key, account)
    if credential is None:
        return refusal("MissingAuthenticationToken", "The request is not signed.")
    if isinstance(credential, iam_evaluator.AuthError):
        return refusal(credential.code, credential.message)
    principal = iam_evaluator.resolve_principal(key, account, credential)
    if isinstance(principal, iam_evaluator.AuthError):
        return refusal(principal.code, principal.message)

    session = sts._sessions.get(key) or {}
    return {
        "ok": True,
        "arn": principal.arn,
        "userId": session.get("UserId") or _user_id(principal),
        "accountId": principal.account,
        "accessKeyId": key,
        "cognito": _cognito(session),
        "denied": [arn for arn in resources if not _allowed(key, service, action, region, arn)],
    }


def refusal(code, message):
    """Returns the response for an invalid signature."""
    return {"ok": False, "code": code, "error": message, "cognito": None, "denied": []}


def _allowed(key, service, action, region, arn):
    return iam_evaluator.enforce(key, action, service, region, resource_arn=arn) is None


def _user_id(principal):
    user = iam._users.get_scoped(principal.account, None, principal.arn.rsplit("/", 1)[-1]) or {}
    return user.get("UserId") or principal.arn


def _cognito(session):
    identity_id = session.get("_identity_id")
    if not identity_id:
        return None
    return {
        "identityId": identity_id,
        "poolId": session.get("_identity_pool_id"),
        "authType": session.get("_cognito_auth_type"),
        "authProvider": session.get("_cognito_auth_provider"),
    }
