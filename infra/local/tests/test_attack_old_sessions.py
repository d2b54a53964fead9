"""Credentials of a former guest or of a deleted account are refused in every mode."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from support.callers import Caller
from support.zest import Zest
from zest_client import Guest, Refused, operations, sign_up
from zest_client.cognito import user_pool
from zest_client.guest import new_id, new_submission

pytestmark = pytest.mark.attack

Json = dict[str, Any]


def an_upload() -> Json:
    wanted = {"submission": new_submission(), "kind": "FILE", "size": 10, "contentType": "application/octet-stream"}
    return {"input": wanted}


# Calls with which a session creates, reads or deletes its recipes and uploads, or gets a token.
CALLS: dict[str, tuple[str, Callable[[], Json]]] = {
    "create": (operations.CREATE, lambda: {"input": {"id": new_id(), "url": "https://example.com/soup"}}),
    "blank": (operations.BLANK, lambda: {"id": new_id()}),
    "upload": (operations.CREATE_UPLOAD, an_upload),
    "list": (operations.LIST, dict),
    "export": (operations.EXPORT, dict),
    "uploads": (operations.LIST_UPLOADS, dict),
    "owner token": (operations.ISSUE, dict),
    "claim token": (operations.ISSUE_CLAIM, dict),
    "delete all": (operations.DELETE_ALL, dict),
}
REFUSED = ("no", "mode", "out", "who")


def refuses_all(caller: Caller) -> None:
    told = {name: caller.ask(query, make()) for name, (query, make) in CALLS.items()}
    assert {name for name, answer in told.items() if answer not in REFUSED} == set(), told


def test_guest_credentials_are_refused_after_becoming_a_member(zest: Zest):
    guest = zest.guest()
    token, claim = guest.issue_owner_token(), guest.issue_claim_token()
    id = guest.import_url(zest.demo + "carrot-cake.html").recipe["id"]
    member = sign_up(zest.origin, keep=guest)
    assert (member.identity, member.claim()) == (guest.identity, 1)
    member.update(member.issue_owner_token(), id=id, notes="written by the member")

    for caller in (Caller(guest), Caller(guest, token), Caller(guest, claim)):
        refuses_all(caller)
        assert caller.listen(guest.identity) in REFUSED
        assert caller.listen(member.user) in REFUSED
    for read in (lambda: guest.get(id), lambda: guest.get(id, token=token)):
        seen = read()
        assert (seen["mine"], seen["notes"], seen["owners"]) == (False, None, None)
    for change in (
        lambda: guest.update(token, id=id, title="Stolen"),
        lambda: guest.delete(token, id),
        lambda: guest.source_pages(id),
    ):
        with pytest.raises(Refused, match="Unauthorized"):
            change()
    assert member.get(id)["notes"] == "written by the member"


def test_second_claim_of_a_guest_gives_nothing(zest: Zest, guest: Guest):
    claims = [guest.issue_claim_token() for _ in range(3)]
    id = guest.create_blank()["id"]
    ann, bob = sign_up(zest.origin), sign_up(zest.origin)
    assert ann.claim(claims[0]) == 1
    for claim in claims:
        with pytest.raises(Refused, match=r"^Unauthorized$"):
            bob.claim(claim)
    assert bob.list()["items"] == []
    assert [card["id"] for card in ann.list()["items"]] == [id]


def test_sessions_of_a_deleted_account_are_refused(zest: Zest):
    guest = zest.guest()
    of_guest, claim = guest.issue_owner_token(), guest.issue_claim_token()
    guest.create_blank()
    member = sign_up(zest.origin, keep=guest)
    member.claim()
    token = member.issue_owner_token()
    callers = [
        Caller(member),
        Caller(member, member.access_token),
        Caller(member, member.id_token),
        Caller(member, token),
        Caller(guest),
        Caller(guest, of_guest),
        Caller(guest, claim),
    ]
    assert member.delete_account(token) == 1
    for caller in callers:
        refuses_all(caller)
        assert caller.listen(member.user) in REFUSED
        assert caller.listen(member.identity) in REFUSED
    other = sign_up(zest.origin)
    with pytest.raises(Refused, match="Unauthorized"):
        other.claim(claim)
    assert callers[0].ask(operations.CLAIM, {"token": None}) in REFUSED
    timestamp = str(int(time.time() * 1000))
    refuses_all(Caller(member, timestamp))


def test_direct_cognito_user_deletion_is_refused(zest: Zest):
    member = sign_up(zest.origin)
    id = member.create_blank()["id"]
    with pytest.raises(Refused):
        user_pool(member.config, "DeleteUser", {"AccessToken": member.access_token})
    assert [card["id"] for card in member.list()["items"]] == [id]
    assert member.delete_account() == 1
