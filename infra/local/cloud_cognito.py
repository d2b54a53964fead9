"""What ministack's user pools do otherwise than Cognito, where Zest depends on it."""

import ast
import contextlib
import functools

from ministack.services import cognito


def mend():
    """Once, before anything is served."""
    cognito._PreSignUpRejected = _Rejected
    for name in ("_confirm_sign_up", "_confirm_forgot_password"):
        setattr(cognito, name, _verifying(getattr(cognito, name)))


class _Rejected(Exception):
    """A trigger's refusal in Cognito's words; ministack shows the function's error document as Python prints it."""

    def __init__(self, reason):
        sentence = reason
        with contextlib.suppress(ValueError, SyntaxError, KeyError, TypeError):
            sentence = ast.literal_eval(reason)["errorMessage"]
        super().__init__(f"PreSignUp failed with error {sentence}")


def _verifying(confirm):
    """Who shows the code that was sent to an address has shown that it is theirs."""

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
