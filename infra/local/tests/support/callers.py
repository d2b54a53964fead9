"""Callers of every kind in each of their authorization modes, and a short code for each refusal."""

import base64
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from zest_client import Changes, Guest, Member, Refused, sign_in, sign_up
from zest_client.member import claims
from zest_client.operations import ON_CHANGE

from support.zest import Zest

Json = dict[str, Any]


@dataclass(frozen=True)
class Caller:
    """A caller and the token that it sends. Without a token, SigV4 signs the call."""

    who: Guest
    token: str | None = None

    def ask(self, query: str, variables: Json) -> str | Json:
        """Returns the data of a call, or the code of its refusal (see `refusal`)."""
        answer = self.who.post(json.dumps({"query": query, "variables": variables}), token=self.token)
        body = answer.json() or {}
        if body.get("errors"):
            return refusal(answer.status, body["errors"])
        assert answer.status == 200, f"status {answer.status} without an error"
        data: Json = body["data"]
        return data

    def listen(self, owner: str, document: str = ON_CHANGE) -> str | Json:
        """Subscribes to the changes of an owner, and returns data or the code of a refusal."""
        try:
            with self.changes(owner, document):
                return {}
        except Refused as refused:
            # AppSync rejects the handshake before any field. Later a resolver or directive refuses.
            return "out" if "Exception" in refused.kind else refusal(200, refused.errors)

    def changes(self, owner: str, document: str = ON_CHANGE) -> Changes:
        return self.who.changes(owner, token=self.token, document=document)


def refusal(status: int, errors: list[Json]) -> str:
    """Returns a code for the refusal: `out` (before any field), `mode` (field not allowed in this mode or role),
    `no` (Unauthorized), `who` (sign-in required) or `404` (not found for this caller).
    """
    message, kind = str(errors[0].get("message")), str(errors[0].get("errorType"))
    # AppSync's error type for missing or wrong credentials.
    if status in (400, 401, 403) and kind in ("UnauthorizedException", "BadRequestException"):
        return "out"
    if message.startswith("Not Authorized to access"):
        return "mode"
    if "not found" in message:
        return "404"
    known = {"Unauthorized": "no", "Authentication required for this operation": "who"}
    return known.get(message, f"{kind}: {message}")


def everyone(zest: Zest) -> dict[str, Caller]:
    """Returns all callers by the names in the tables. Ann is the owner, Bob is another member."""
    guest, other, ann, bob = zest.guest(), zest.guest(), sign_up(zest.origin), sign_up(zest.origin)
    boss, publisher = admin(zest), role(zest, "FnPublishRole")
    for member in (ann, bob, boss):
        member.claim()
    own = ann.issue_owner_token()
    callers = {
        "nobody": Caller(guest, ""),
        "timestamp": Caller(guest, str(int(time.time() * 1000))),
        "guest": Caller(guest),
        "guest/token": Caller(guest, guest.issue_owner_token()),
        "other": Caller(other),
        "other/token": Caller(other, other.issue_owner_token()),
        "ann/pool": Caller(ann, ann.access_token),
        "ann/iam": Caller(ann),
        "ann/token": Caller(ann, own),
        "bob/pool": Caller(bob, bob.access_token),
        "bob/iam": Caller(bob),
        "bob/token": Caller(bob, bob.issue_owner_token()),
        "admin/pool": Caller(boss, boss.access_token),
        "publisher": Caller(publisher),
    }
    return callers | {f"f:{name}": make(ann, bob, guest) for name, make in FORGERIES.items()}


def admin(zest: Zest) -> Member:
    member = sign_up(zest.origin)
    pool = zest.client("cognito-idp")
    pool.admin_add_user_to_group(UserPoolId=zest.outputs["UserPoolId"], Username=member.user, GroupName="Admin")
    member = sign_in(zest.origin, member.email)
    assert claims(member.access_token)["cognito:groups"] == ["Admin"]
    return member


def role(zest: Zest, name: str) -> Guest:
    """Returns a caller that signs with the credentials of a function's role."""
    arn = zest.client("iam").get_role(RoleName=zest.function(name))["Role"]["Arn"]
    given = zest.client("sts").assume_role(RoleArn=arn, RoleSessionName="test")["Credentials"]
    guest = zest.guest()
    credentials = type(guest.credentials)(given["AccessKeyId"], given["SecretAccessKey"], given["SessionToken"])
    return replace(guest, credentials=credentials, identity="")


def _part(content: Json) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).rstrip(b"=").decode()


def _of_another(token: str, identity: str, user: str) -> str:
    """Returns an owner token that names another person, with its original signature."""
    version, kid, payload, mac = token.split(".")
    content = json.loads(base64.urlsafe_b64decode(payload + "=="))
    return ".".join([version, kid, _part(content | {"i": identity, "u": user}), mac])


def _signed_by_us(token: str) -> str:
    """Returns an access token with the pool's claims, signed with another key."""
    head, body, _ = token.split(".")
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    signature = key.sign(f"{head}.{body}".encode(), padding.PKCS1v15(), hashes.SHA256())
    return f"{head}.{body}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


def _with_foreign_secret(ann: Member, bob: Member) -> Guest:
    own, other = ann.credentials, bob.credentials
    return replace(ann, credentials=type(own)(own.access_key, other.secret_key, own.token))


# Each claims to be Ann.
FORGERIES: dict[str, Callable[[Member, Member, Guest], Caller]] = {
    "payload": lambda ann, bob, guest: Caller(ann, _of_another(bob.issue_owner_token(), ann.identity, ann.user)),
    "claim": lambda ann, bob, guest: Caller(ann, guest.issue_claim_token()),
    "none": lambda ann, bob, guest: Caller(ann, f"{_part({'alg': 'none'})}.{_part(claims(ann.access_token))}."),
    "key": lambda ann, bob, guest: Caller(ann, _signed_by_us(ann.access_token)),
    "secret": lambda ann, bob, guest: Caller(_with_foreign_secret(ann, bob)),
}
