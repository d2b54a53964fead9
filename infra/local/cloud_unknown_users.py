"""Hides whether a user exists, as Cognito does. An unknown address gets a constant fake user id and salt, and checking
its proof takes as long as for a known address.
"""

import functools
import hashlib
import hmac
import secrets
import threading
import time
import uuid

from ministack.core.responses import error_response_json
from ministack.services import cognito

CODE_SECONDS = 3600

_asked = {}
_asked_lock = threading.Lock()


def install():
    """Patches ministack. Call it before the cloud serves requests."""
    cognito._initiate_user_srp_auth = _initiate
    cognito._respond_to_password_verifier = _proving(cognito._respond_to_password_verifier)
    cognito._password_signin_refused = _refusing(cognito._password_signin_refused)
    cognito._forgot_password = _noting(cognito._forgot_password)
    cognito._confirmation_code_error = _alike(cognito._confirmation_code_error)
    cognito._respond_to_auth_challenge = _only_passwords(cognito._respond_to_auth_challenge)
    cognito._get_credentials_for_identity = _of_known(cognito._get_credentials_for_identity)
    cognito._run_idp_handler = _in_small_letters(cognito._run_idp_handler)


def _in_small_letters(run):
    """Wraps requests: converts user names and emails to lower case if the pool ignores case."""

    @functools.wraps(run)
    def ran(handler, action, data):
        pool, _ = cognito._pool_for_client(data.get("ClientId"))
        if pool is None:
            _, pool = cognito._user_pool_for_access_token(data.get("AccessToken"))
        if pool is not None and not (pool.get("UsernameConfiguration") or {}).get("CaseSensitive", True):
            data = {**data, **_lowered(data, "Username")}
            if isinstance(data.get("AuthParameters"), dict):
                data["AuthParameters"] = {**data["AuthParameters"], **_lowered(data["AuthParameters"], "USERNAME")}
            if isinstance(data.get("UserAttributes"), list):
                data["UserAttributes"] = [_lowered_email(attribute) for attribute in data["UserAttributes"]]
        return run(handler, action, data)

    return ran


def _lowered(data, name):
    return {name: data[name].lower()} if isinstance(data.get(name), str) else {}


def _lowered_email(attribute):
    if not isinstance(attribute, dict) or attribute.get("Name") != "email":
        return attribute
    return {**attribute, **_lowered(attribute, "Value")}


def _initiate(pool, pid, cid, parameters):
    """Handles the first step of USER_SRP_AUTH. The confirmation status is revealed only after the password."""
    flows = pool["_clients"].get(cid, {}).get("ExplicitAuthFlows") or []
    if any(flow.startswith("ALLOW_") for flow in flows) and "ALLOW_USER_SRP_AUTH" not in flows:
        return _error("InvalidParameterException", "USER_SRP_AUTH is not enabled for the client.")
    public, name = parameters.get("SRP_A"), parameters.get("USERNAME")
    if not isinstance(public, str) or not cognito._SRP_A_RE.match(public) or not isinstance(name, str) or not name:
        return _error("InvalidParameterException", "Missing required parameter USERNAME or SRP_A")
    user = cognito._resolve_user(pool, name)[0]
    # Users sign in with an address, not with `sub`.
    if user is not None and name == cognito._attr_list_to_dict(user["Attributes"]).get("sub"):
        user = None
    if user is None and not cognito._hides_user_existence(pool, cid):
        return _error("UserNotFoundException", "User does not exist.")
    decoy = _decoy(pid, name) if user is None else None
    shown = user or decoy
    token, session = cognito._create_challenge_session(pid, cid, shown["Username"])
    session["auth_flow"] = "USER_SRP_AUTH"
    session["decoy"] = decoy
    challenge, session["srp"] = cognito._srp_challenge(pid, shown, shown["Username"], public, token)
    return cognito.json_response({"ChallengeName": "PASSWORD_VERIFIER", "ChallengeParameters": challenge})


def _decoy(pool_id, name):
    """Returns a fake user without a valid password. Equal names get equal ids."""
    key = cognito._pool_signing_key(pool_id, "access")[0]
    seed = str(key.private_numbers().d) if key else pool_id
    drawn = hmac.digest(seed.encode(), name.lower().encode(), hashlib.sha256)[:16]
    sub = str(uuid.UUID(bytes=drawn, version=4))
    return {
        "Username": sub,
        "Attributes": [{"Name": "sub", "Value": sub}],
        "_password": secrets.token_urlsafe(16),
    }


def _proving(respond):
    @functools.wraps(respond)
    def responded(data, cid):
        responses = data.get("ChallengeResponses") or {}
        session = cognito._get_challenge_session(responses.get("PASSWORD_CLAIM_SECRET_BLOCK") or "")[0]
        if session and session.get("decoy") and cognito._srp_response_format_error(responses) is None:
            # Takes as long as the check of a wrong password.
            cognito._srp_proof_valid(session["pool_id"], session["decoy"], session["srp"], responses)
        return respond(data, cid)

    return responded


def _refusing(refused):
    @functools.wraps(refused)
    def after_the_password(user):
        if not user.get("Enabled", True):
            return _error("NotAuthorizedException", "User is disabled.")
        if user.get("UserStatus") == "UNCONFIRMED":
            return _error("UserNotConfirmedException", "User is not confirmed.")
        return refused(user)

    return after_the_password


def _noting(forgot):
    """Wraps ForgotPassword: records unknown addresses that requested a code."""

    @functools.wraps(forgot)
    def asked(data):
        answer = forgot(data)
        pool, pool_id = cognito._pool_for_client(data.get("ClientId"))
        name = data.get("Username")
        if pool is not None and isinstance(name, str) and cognito._resolve_user(pool, name)[0] is None:
            now = time.monotonic()
            with _asked_lock:
                for known in [known for known, at in _asked.items() if now - at > CODE_SECONDS]:
                    del _asked[known]
                _asked[pool_id, name.lower()] = now
        return answer

    return asked


def _alike(code_error):
    """Wraps the error for a code: unknown addresses get the errors of known ones (expired if no code was requested,
    otherwise mismatch).
    """

    @functools.wraps(code_error)
    def found(action, data):
        pool, pool_id = cognito._pool_for_client(data.get("ClientId"))
        name = data.get("Username")
        if action != "ConfirmForgotPassword" or pool is None or not isinstance(name, str):
            return code_error(action, data)
        if cognito._resolve_user(pool, name)[0] is None and cognito._hides_user_existence(pool, data["ClientId"]):
            with _asked_lock:
                was_asked = (pool_id, name.lower()) in _asked
            return cognito._code_error("sent" if was_asked else None, None)
        return code_error(action, data)

    return found


def _only_passwords(respond):
    """Wraps the response to a challenge: rejects all but PASSWORD_VERIFIER, the only challenge that is issued."""

    @functools.wraps(respond)
    def responded(data):
        if data.get("ChallengeName") != "PASSWORD_VERIFIER":
            return _error("NotAuthorizedException", "Invalid session for the user.")
        return respond(data)

    return responded


def _of_known(credentials):
    """Wraps the request for credentials: rejects unknown identities."""

    @functools.wraps(credentials)
    def handed(data):
        wanted = data.get("IdentityId")
        if not any(wanted in pool.get("_identities", {}) for _, pool in cognito._identity_pools.items()):
            return _error("ResourceNotFoundException", f"Identity '{wanted}' not found.")
        return credentials(data)

    return handed


def _error(kind, message):
    return error_response_json(kind, message, 400)
