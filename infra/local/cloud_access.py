"""Access control of the local cloud, which accepts authenticated programs and no browsers.

ministack accepts its root key with any signature, and all origins. `guarded` requires a SigV4 header of the root key
(whose secret is new at each start) or of a session, or the gateway's proof for a forwarded browser call.
"""

import functools
import hashlib
import hmac
import os
import time
from pathlib import Path
from urllib.parse import parse_qs

import cloud_http
from ministack.core import iam_evaluator
from ministack.core.responses import get_account_id, set_request_account_id
from ministack.core.sigv4 import (
    decode_header_value,
    header_signature_failure,
    parse_header_signature,
    request_time_failure,
)

# The variable has the path of the secret's file, not the secret, because all functions get the environment.
SECRET_FILE = "ZEST_CLOUD_SECRET_FILE"
ROOT_KEY = "test"
PROOF = "x-zest-proof"
# Validity of a proof in seconds.
PROOF_SECONDS = 60
# Large enough for a function's package.
MAX_BODY_BYTES = 256 * 1024 * 1024

# Accepted host names (local and from containers). This prevents DNS rebinding.
_HOSTS = {"127.0.0.1", "localhost", "host.docker.internal"}
# Headers that only browsers send.
_OF_BROWSERS = {"origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"}
# ministack's internal endpoints: reset, mail, settings, function code, and their aliases.
_CLOSED = ("/_ministack/", "/_localstack/", "/_aws/")
_OURS = "/_local/"
_SIGNED_AT_LEAST = ({"host"}, {"x-amz-date", "date"})


class NoSecretError(Exception):
    """The secret file is missing, empty or readable by others."""


def secret():
    """Returns the secret of this start. Raises NoSecretError."""
    file = Path(os.environ.get(SECRET_FILE, ""))
    if not file.is_file() or file.stat().st_mode & 0o077:
        raise NoSecretError(f"{SECRET_FILE} must name a file that its owner alone can read.")
    if not (text := file.read_text().strip()):
        raise NoSecretError(f"The file that {SECRET_FILE} names is empty.")
    return text


def guarded(app, of_root):
    """Wraps an ASGI application with access control. `of_root` is the root key's secret."""

    @functools.wraps(app)
    async def guard(scope, receive, send):
        if scope["type"] == "websocket":
            # The gateway, not the cloud, serves WebSockets.
            await receive()
            return await send({"type": "websocket.close", "code": 1008})
        if scope["type"] != "http":
            return await app(scope, receive, send)
        headers = _headers(scope)
        proven = _is_proven(scope, headers, of_root)
        why = _closed(scope, headers, proven)
        if why:
            return await _refuse(send, why)
        if proven:
            return await app(_without_proof(scope), receive, send)
        try:
            body = await cloud_http.body_of(receive, MAX_BODY_BYTES)
        except cloud_http.TooLargeError:
            return await _refuse(send, "The request is too large.", 413)
        if body is None:
            return None
        signer = _signer(scope, headers, body, of_root)
        # Only the launcher and the gateway may call `/_local/`.
        if signer is None or (scope["path"].startswith(_OURS) and signer != ROOT_KEY):
            return await _refuse(send, "A valid signature is missing.")
        return await app(scope, _replayed(body, receive), send)

    return guard


def proof(of_root, method, target, now):
    """Returns the value of `x-zest-proof`: the time, and an HMAC of the request."""
    said = f"{int(now)}\n{method}\n{target}".encode()
    return f"{int(now)}:{hmac.digest(of_root.encode(), said, hashlib.sha256).hex()}"


def _headers(scope):
    headers = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").lower(), decode_header_value(raw_value)
        headers[name] = f"{headers[name]},{value}" if name in headers else value
    return headers


def _closed(scope, headers, proven):
    """Returns the reason to reject a request from any sender, or None."""
    if _OF_BROWSERS & headers.keys():
        return "Browsers do not speak to the local cloud."
    # A presigned link has its page's host, which the gateway has checked.
    if not proven and headers.get("host", "").rsplit(":", 1)[0].lower() not in _HOSTS:
        return "The local cloud has no such name."
    if f"{scope['path']}/".startswith(_CLOSED):
        return "This path is closed."
    return None


def _is_proven(scope, headers, of_root):
    second = headers.get(PROOF, "").partition(":")[0]
    if not (second.isascii() and second.isdigit() and len(second) < 12):
        return False
    if abs(time.time() - int(second)) > PROOF_SECONDS:
        return False
    target = _raw_path(scope)
    if query := scope.get("query_string", b"").decode("latin-1"):
        target = f"{target}?{query}"
    expected = proof(of_root, scope["method"], target, int(second))
    return hmac.compare_digest(headers[PROOF].encode(), expected.encode())


def _signer(scope, headers, body, of_root):
    """Returns the access key of a valid signature, or None."""
    if not headers.get("authorization", "").startswith("AWS4-HMAC-SHA256 "):
        return None
    signature = parse_header_signature(headers)
    if isinstance(signature, tuple) or request_time_failure(signature):
        return None
    names = set(signature.signed_headers.split(";"))
    if not all(names & wanted for wanted in _SIGNED_AT_LEAST):
        return None
    key_secret = _secret_of(signature.access_key_id, headers.get("x-amz-security-token", ""), of_root)
    if key_secret is None:
        return None
    query = parse_qs(scope.get("query_string", b"").decode("utf-8", "replace"), keep_blank_values=True)
    failure = header_signature_failure(signature, key_secret, scope["method"], _raw_path(scope), query, headers, body)
    return signature.access_key_id if failure is None else None


def _secret_of(key, token, of_root):
    """Returns the secret of a valid access key and session token, or None."""
    if key == ROOT_KEY:
        return of_root if not token else None
    if iam_evaluator.is_root_access_key(key):
        return None
    set_request_account_id(key)
    credential = iam_evaluator.resolve_credential(key, get_account_id(), token)
    if isinstance(credential, iam_evaluator.CredentialResolutionError):
        return None
    return credential.secret_access_key


def _raw_path(scope):
    return (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")


def _without_proof(scope):
    kept = [(name, value) for name, value in scope["headers"] if name.lower() != PROOF.encode()]
    return {**scope, "headers": kept}


def _replayed(body, receive):
    read = False

    async def replayed():
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed


async def _refuse(send, why, status=403):
    await cloud_http.answer(send, status, {"__type": "AccessDeniedException", "message": why})
