"""Fixes differences between ministack's user pools and Cognito."""

import ast
import contextlib
import functools

from ministack.services import cognito


def install():
    """Patches ministack. Call it before the cloud serves requests."""
    cognito._PreSignUpRejected = _Rejected
    for name in ("_confirm_sign_up", "_confirm_forgot_password"):
        setattr(cognito, name, _verifying(getattr(cognito, name)))


class _Rejected(Exception):
    """A trigger rejected the request; has Cognito's message. ministack would show the whole error document."""

    def __init__(self, reason):
        sentence = reason
        with contextlib.suppress(ValueError, SyntaxError, KeyError, TypeError):
            sentence = ast.literal_eval(reason)["errorMessage"]
        super().__init__(f"PreSignUp failed with error {sentence}")


def _verifying(confirm):
    """Wraps a confirmation: a correct code marks the email as verified, if the pool verifies emails."""

    @functools.wraps(confirm)
    def confirmed(data):
        answer = confirm(data)
        if answer[0] != 200:
            return answer
        for pool in cognito._user_pools.values():
            if data.get("ClientId") in pool["_clients"] and "email" in pool.get("AutoVerifiedAttributes", []):
                user, error = cognito._resolve_user(pool, data.get("Username"))
                if not error:
                    verified = [{"Name": "email_verified", "Value": "true"}]
                    user["Attributes"] = cognito._merge_attributes(user["Attributes"], verified)
        return answer

    return confirmed
