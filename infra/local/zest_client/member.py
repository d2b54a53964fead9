"""A member, who can send signed requests, user pool tokens and owner tokens."""

import base64
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from zest_client import cognito, operations
from zest_client.guest import Guest
from zest_client.http import Refused
from zest_client.srp import Proof

Json = dict[str, Any]

# The confirmation code, which is fixed in the local cloud.
CODE = "123456"
PASSWORD = "Correct-horse-7"
# Attempts to sign up while the pre-sign-up function answers that it is busy.
MAX_SIGN_UPS = 5


@dataclass
class Member(Guest):
    """A signed-in member. Created by `sign_up` or `sign_in`."""

    user: str = field(repr=False)
    email: str = field(repr=False)
    access_token: str = field(repr=False)
    id_token: str = field(repr=False)
    refresh_token: str = field(repr=False)

    @property
    def owner(self) -> str:
        """Returns the `sub` in the user pool."""
        return self.user

    def delete_account(self, token: str | None = None) -> int:
        """Deletes the account and returns the number of deleted recipes."""
        token, deleted = token or self.issue_owner_token(), 0
        while True:
            progress = self.graphql(operations.DELETE_ACCOUNT, token=token)["deleteAccount"]
            deleted += progress["deleted"]
            if progress["done"]:
                return deleted

    def claim(self, token: str | None = None) -> int:
        """Claims the recipes of this member as a guest, or of a claim token's guest, and returns their number."""
        claimed = 0
        while True:
            progress = self.graphql(operations.CLAIM, {"token": token})["claimRecipes"]
            claimed += progress["claimed"]
            if progress["done"]:
                return claimed


def sign_up(origin: str, email: str | None = None, *, keep: Guest | None = None) -> Member:
    """Signs up, confirms and signs in; `keep` is a guest whose identity id Cognito should keep."""
    guest = keep or Guest.arrive(origin)
    email = email or f"{secrets.token_hex(8)}@example.com"
    attributes = [{"Name": "email", "Value": email}]
    _register(guest.config, {"Username": email, "Password": PASSWORD, "UserAttributes": attributes})
    cognito.user_pool(guest.config, "ConfirmSignUp", {"Username": email, "ConfirmationCode": CODE})
    return sign_in(origin, email, keep=keep)


def _register(config: Json, request: Json, attempts: int = MAX_SIGN_UPS) -> None:
    """Creates the user. Repeats while a loaded machine makes the trigger answer "Try again in a moment."."""
    try:
        cognito.user_pool(config, "SignUp", request)
    except Refused as refused:
        if attempts == 1 or "Zest is busy" not in str(refused):
            raise
        _register(config, request, attempts - 1)


def sign_in(origin: str, email: str, password: str = PASSWORD, *, keep: Guest | None = None) -> Member:
    """Signs in with a password (SRP). Raises Refused."""
    guest = keep or Guest.arrive(origin)
    config, proof = guest.config, Proof()
    asked = cognito.user_pool(
        config,
        "InitiateAuth",
        {"AuthFlow": "USER_SRP_AUTH", "AuthParameters": {"USERNAME": email, "SRP_A": proof.public}},
    )
    answer = proof.answer(config["userPoolId"], password, asked["ChallengeParameters"])
    response: Json = {"ChallengeName": asked["ChallengeName"], "ChallengeResponses": answer}
    if "Session" in asked:
        response["Session"] = asked["Session"]
    return with_tokens(
        guest, email, cognito.user_pool(config, "RespondToAuthChallenge", response)["AuthenticationResult"], keep=keep
    )


def with_tokens(guest: Guest, email: str, tokens: Json, *, keep: Guest | None = None) -> Member:
    """Returns the member with these tokens of the user pool."""
    config = guest.config
    provider = f"cognito-idp.{config['region']}.amazonaws.com/{config['userPoolId']}"
    logins = {provider: tokens["IdToken"]}
    if keep:
        identity = keep.identity
    else:
        request = {"IdentityPoolId": config["identityPoolId"], "Logins": logins}
        identity = cognito.identity_pool(config, "GetId", request)["IdentityId"]
    identity, credentials = cognito.credentials(config, identity, logins)
    return Member(
        guest.origin,
        config,
        identity,
        credentials,
        user=claims(tokens["IdToken"])["sub"],
        email=email,
        access_token=tokens["AccessToken"],
        id_token=tokens["IdToken"],
        refresh_token=tokens.get("RefreshToken", ""),
    )


def claims(token: str) -> Json:
    """Returns the claims of a user pool token without verifying it."""
    found: Json = json.loads(base64.urlsafe_b64decode(token.split(".")[1] + "=="))
    return found
