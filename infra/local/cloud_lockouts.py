"""Adds Cognito's lockouts, which ministack lacks: increasing locks after wrong passwords, one hour after wrong codes.
Unknown addresses are also locked, so that a lock does not reveal an account.
"""

import functools
import threading
import time
from dataclasses import dataclass

from ministack.core.responses import error_response_json
from ministack.services import cognito

HOUR = 3600
# Cognito's limits: PASSWORDS failures lock for 1 s. Each further failure doubles the lock, up to LONGEST_LOCK seconds.
# Counting starts again LONGEST_LOCK seconds after the end of a lock.
PASSWORDS = 5
LONGEST_LOCK = 900


@dataclass(frozen=True)
class Limit:
    """Maximum number of tries per address and hour."""

    tries: int
    # Whether only failed tries count.
    failures: bool


# Operations that send a code count every request. Operations that verify a code count failures.
LIMITS = {
    "ConfirmSignUp": Limit(15, failures=True),
    "ConfirmForgotPassword": Limit(15, failures=True),
    "VerifyUserAttribute": Limit(15, failures=True),
    "ChangePassword": Limit(5, failures=True),
    "ForgotPassword": Limit(10, failures=False),
    "ResendConfirmationCode": Limit(10, failures=False),
    "GetUserAttributeVerificationCode": Limit(10, failures=False),
    "UpdateUserAttributes": Limit(30, failures=False),
}
# In these operations, the access token identifies the user. Tokens in other requests are ignored.
_OF_SIGNED_IN = {"VerifyUserAttribute", "ChangePassword", "GetUserAttributeVerificationCode", "UpdateUserAttributes"}
# Errors that occur only with the right password.
_RIGHT = ("UserNotConfirmedException", "PasswordResetRequiredException")
_WRONG = ("CodeMismatchException", "ExpiredCodeException", "NotAuthorizedException")


class Lockouts:
    """The recent failures by operation and address."""

    def __init__(self, clock=time.monotonic):
        self._clock = clock
        self._lock = threading.Lock()
        self._passwords = {}
        self._tries = {}
        self._swept = clock()

    def begin_password(self, who):
        """Counts an attempt as wrong until `password_was_right`. Returns False if the address is locked."""
        now = self._clock()
        with self._lock:
            self._sweep(now)
            wrong, until = self._passwords.get(who, (0, now))
            if wrong >= PASSWORDS and now < until:
                return False
            if now - until >= LONGEST_LOCK:
                wrong = 0
            wrong += 1
            self._passwords[who] = (wrong, now + min(2.0 ** (wrong - PASSWORDS), LONGEST_LOCK))
            if wrong < PASSWORDS:
                self._passwords[who] = (wrong, now)
            return True

    def password_was_right(self, who):
        """Clears the count of wrong passwords."""
        with self._lock:
            self._passwords.pop(who, None)

    def begin(self, operation, who):
        """Counts a try. Returns False if the limit is reached."""
        now = self._clock()
        with self._lock:
            self._sweep(now)
            tries = [at for at in self._tries.get((operation, who), []) if now - at < HOUR]
            if len(tries) >= LIMITS[operation].tries:
                return False
            self._tries[operation, who] = [*tries, now]
            return True

    def was_right(self, operation, who):
        """Clears the count after a success, if only failures count."""
        if LIMITS[operation].failures:
            with self._lock:
                self._tries.pop((operation, who), None)

    def _sweep(self, now):
        # Drops expired entries once a minute.
        if now - self._swept < 60:
            return
        self._swept = now
        self._passwords = {who: it for who, it in self._passwords.items() if now - it[1] < LONGEST_LOCK}
        self._tries = {key: tries for key, tries in self._tries.items() if now - tries[-1] < HOUR}


def install():
    """Patches ministack. Call it before the cloud serves requests."""
    cognito._run_idp_handler = _limited(cognito._run_idp_handler, Lockouts())


def _limited(run, lockouts):
    @functools.wraps(run)
    def ran(handler, action, data):
        who = _who(action, data)
        if who is None:
            return run(handler, action, data)
        if _shows_password(action, data):
            return _with_password(lambda: run(handler, action, data), lockouts, who)
        if action not in LIMITS:
            return run(handler, action, data)
        if not lockouts.begin(action, who):
            return error_response_json(
                "LimitExceededException", "Attempt limit exceeded, please try after some time.", 400
            )
        answer = run(handler, action, data)
        if answer[0] == 200 or not _says(answer, _WRONG):
            lockouts.was_right(action, who)
        return answer

    return ran


def _with_password(run, lockouts, who):
    if not lockouts.begin_password(who):
        return error_response_json("NotAuthorizedException", "Password attempts exceeded", 400)
    answer = run()
    if answer[0] == 200 or _says(answer, _RIGHT):
        lockouts.password_was_right(who)
    return answer


def _shows_password(action, data):
    if action == "InitiateAuth":
        return data.get("AuthFlow") == "USER_PASSWORD_AUTH"
    return action == "RespondToAuthChallenge" and data.get("ChallengeName") == "PASSWORD_VERIFIER"


def _who(action, data):
    """Returns the pool and user (or address) of a request, or None if it has none."""
    if action in _OF_SIGNED_IN:
        user, pool = cognito._user_pool_for_access_token(data.get("AccessToken"))
        return (pool["Id"], user["Username"]) if user else None
    pool, pool_id = cognito._pool_for_client(data.get("ClientId"))
    if pool is None:
        return None
    name = data.get("Username")
    if action == "InitiateAuth":
        name = (data.get("AuthParameters") or {}).get("USERNAME")
    elif action == "RespondToAuthChallenge":
        # The challenge, not the response, identifies the user.
        responses = data.get("ChallengeResponses") or {}
        session = cognito._get_challenge_session(responses.get("PASSWORD_CLAIM_SECRET_BLOCK") or "")[0]
        name = (session or {}).get("username")
    if not isinstance(name, str):
        return None
    user = cognito._resolve_user(pool, name)[0]
    return pool_id, user["Username"] if user else name.lower()


def _says(answer, kinds):
    return any(kind.encode() in answer[2] for kind in kinds)
