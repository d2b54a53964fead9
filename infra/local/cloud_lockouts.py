"""Cognito's lock-outs, which ministack lacks: wrong passwords lock an address for ever longer, wrong codes for an hour.

An address that nobody has is locked like one that somebody has, so that a lock tells nothing.
"""

import functools
import threading
import time
from dataclasses import dataclass

from ministack.core.responses import error_response_json
from ministack.services import cognito

HOUR = 3600
# Cognito's own figures: after so many wrong passwords 1 s, then twice as long after each one, up to a quarter of an
# hour, after which all is forgotten.
PASSWORDS = 5
LONGEST_LOCK = 900


@dataclass(frozen=True)
class Limit:
    """How often an operation may be tried for one address in an hour."""

    tries: int
    # Whether only tries that fail are counted, or every request.
    failures: bool


# Those that send a code count each request, those that take one each that is wrong.
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
# These name their user by an access token; in any other request one would only lead the count astray.
_OF_SIGNED_IN = {"VerifyUserAttribute", "ChangePassword", "GetUserAttributeVerificationCode", "UpdateUserAttributes"}
# What only the right password brings out.
_RIGHT = ("UserNotConfirmedException", "PasswordResetRequiredException")
# What a wrong code or password is answered with.
_WRONG = ("CodeMismatchException", "ExpiredCodeException", "NotAuthorizedException")


class Lockouts:
    """What has failed lately, by operation and address."""

    def __init__(self, clock=time.monotonic):
        """Nothing has failed yet; `clock` gives seconds."""
        self._clock = clock
        self._lock = threading.Lock()
        self._passwords = {}
        self._tries = {}
        self._swept = clock()

    def begin_password(self, who):
        """Counts a password as wrong until it has proven right; False while the address is locked."""
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
        """Forgets what was wrong before."""
        with self._lock:
            self._passwords.pop(who, None)

    def begin(self, operation, who):
        """Counts a try; False where there were too many within the hour."""
        now = self._clock()
        with self._lock:
            self._sweep(now)
            tries = [at for at in self._tries.get((operation, who), []) if now - at < HOUR]
            if len(tries) >= LIMITS[operation].tries:
                return False
            self._tries[operation, who] = [*tries, now]
            return True

    def was_right(self, operation, who):
        """Takes a try back that did not fail, and with it those before."""
        if LIMITS[operation].failures:
            with self._lock:
                self._tries.pop((operation, who), None)

    def _sweep(self, now):
        # What is old enough counts for nothing: nobody's memory grows with strangers' tries for longer than an hour.
        if now - self._swept < 60:
            return
        self._swept = now
        self._passwords = {who: it for who, it in self._passwords.items() if now - it[1] < LONGEST_LOCK}
        self._tries = {key: tries for key, tries in self._tries.items() if now - tries[-1] < HOUR}


def mend():
    """Once, before anything is served."""
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
    """The address that a request is about, by its user's name where it has one; None for a request about nobody."""
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
        # The challenge says whose password is shown, not whoever answers it.
        responses = data.get("ChallengeResponses") or {}
        session = cognito._get_challenge_session(responses.get("PASSWORD_CLAIM_SECRET_BLOCK") or "")[0]
        name = (session or {}).get("username")
    if not isinstance(name, str):
        return None
    user = cognito._resolve_user(pool, name)[0]
    return pool_id, user["Username"] if user else name.lower()


def _says(answer, kinds):
    return any(kind.encode() in answer[2] for kind in kinds)
