"""Personal tokens, and calls of programs that have one."""

from collections.abc import Sequence
from typing import Any

from zest_client.http import Answer
from zest_client.member import Member
from zest_client.rest import call

Json = dict[str, Any]

SCOPES = ("extract", "read", "import", "propose")


def create(member: Member, scopes: Sequence[str] = SCOPES, name: str = "A script", **more: Any) -> Answer:
    """Creates a token. The answer has its secret text."""
    return call(member.origin, "POST", "/tokens", member.id_token, {"name": name, "scopes": list(scopes), **more})


def new_token(member: Member, scopes: Sequence[str] = SCOPES, **more: Any) -> str:
    """Creates a token and returns its secret text."""
    text: str = create(member, scopes, **more).json()["secret"]
    return text


def tokens(member: Member) -> list[Json]:
    """Returns the member's tokens, without their secret texts."""
    listed: list[Json] = call(member.origin, "GET", "/tokens", member.id_token).json()["tokens"]
    return listed


def revoke(member: Member, id: str) -> Answer:
    """Revokes a token."""
    return call(member.origin, "DELETE", f"/tokens/{id}", member.id_token)


def proposals(member: Member) -> list[Json]:
    """Changes that the member's programs propose, oldest first."""
    listed: list[Json] = call(member.origin, "GET", "/proposals", member.id_token).json()["proposals"]
    return listed


def discard(member: Member, id: str) -> Answer:
    """Discards a proposal."""
    return call(member.origin, "DELETE", f"/proposals/{id}", member.id_token)


def extract(origin: str, token: str | None, **body: Any) -> Answer:
    """Extracts a recipe as a program."""
    return call(origin, "POST", "/extract", token and f"Bearer {token}", body)
