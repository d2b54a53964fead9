"""A guest becomes a member, and an account is deleted: all recipes are transferred, and nothing remains."""

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from support.callers import Caller
from support.waiting import eventually
from support.zest import Zest
from zest_client import Guest, Member, Refused, operations, sign_in, sign_up
from zest_client.cognito import user_pool
from zest_client.guest import new_id

pytestmark = pytest.mark.attack

Json = dict[str, Any]


def blank(guest: Guest) -> str:
    id = new_id()
    guest.graphql(operations.BLANK, {"id": id})
    return id


def ids(guest: Guest) -> set[str]:
    return {card["id"] for card in guest.list()["items"]}


@pytest.fixture(scope="module")
def ann(zest: Zest) -> Member:
    return sign_up(zest.origin)


@pytest.fixture(scope="module")
def bob(zest: Zest) -> Member:
    return sign_up(zest.origin)


def test_guest_recipes_move_to_the_member_with_or_without_the_same_identity(zest: Zest):
    kept, other = zest.guest(), zest.guest()
    first, second = blank(kept), blank(other)
    member = sign_up(zest.origin, keep=kept)
    assert member.identity == kept.identity
    assert (member.claim(other.issue_claim_token()), member.claim()) == (2, 0)
    assert ids(member) == {first, second}
    for id in (first, second):
        assert member.get(id)["owners"] == sorted([member.user, member.identity])
        assert member.get(id)["createdBy"] == member.user
    # The guest whose identity was not kept has no access any more.
    assert other.get(second)["owners"] is None
    for attempt in (other.list, other.issue_owner_token, lambda: blank(other)):
        with pytest.raises(Refused, match="Unauthorized"):
            attempt()


def test_sign_in_on_a_second_device_merges_its_guest_recipes(zest: Zest):
    member = sign_up(zest.origin)
    first = blank(member)
    device = zest.guest()
    second = blank(device)
    again = sign_in(zest.origin, member.email)
    assert (again.user, again.identity) == (member.user, member.identity)
    assert again.claim(device.issue_claim_token()) == 1
    assert ids(member) == ids(again) == {first, second}


def test_claim_token_works_for_one_member_only(zest: Zest, guest: Guest, ann: Member, bob: Member):
    id, token = blank(guest), guest.issue_claim_token()
    assert ann.claim(token) == 1
    with pytest.raises(Refused, match=r"^Unauthorized$"):
        bob.claim(token)
    assert id not in ids(bob)
    assert ann.claim(token) == 0, "the same member may come again"
    assert id in ids(ann)


def test_concurrent_claims_by_two_members_have_one_winner(zest: Zest, guest: Guest, ann: Member, bob: Member):
    made, token = {blank(guest) for _ in range(6)}, guest.issue_claim_token()
    outcomes: list[str] = []

    def claim(member: Member) -> None:
        for _ in range(5):
            try:
                outcomes.append(f"{member.claim(token)}")
                return
            except Refused as refused:
                if "busy" not in str(refused):
                    outcomes.append(str(refused))
                    return

    threads = [threading.Thread(target=claim, args=[member]) for member in (ann, bob)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["6", "Unauthorized"]
    assert sorted([len(made & ids(ann)), len(made & ids(bob))]) == [0, 6]


def tampered(token: str) -> str:
    return token[:-1] + ("A" if token[-1] != "A" else "B")


# Claim tokens that are not valid. Each is made from a guest.
NO_CLAIMS: dict[str, Callable[[Guest], str]] = {
    "an owner token": lambda guest: guest.issue_owner_token(),
    "a tampered claim": lambda guest: tampered(guest.issue_claim_token()),
    "a timestamp": lambda guest: str(int(time.time() * 1000)),
    "an identity id": lambda guest: guest.identity,
    "a claim of an unknown key": lambda guest: guest.issue_claim_token().replace(".k1.", ".k9.", 1),
    "nothing": lambda guest: "",
    "much": lambda guest: "v1.k1." + "A" * 5000,
}


@pytest.mark.parametrize("name", NO_CLAIMS)
def test_invalid_claim_is_refused_and_moves_nothing(guest: Guest, ann: Member, name: str):
    id = blank(guest)
    with pytest.raises(Refused, match=r"^Unauthorized$"):
        ann.claim(NO_CLAIMS[name](guest))
    assert ids(guest) == {id}


def test_claim_by_a_guest_or_stranger_is_refused(zest: Zest, guest: Guest, stranger: Guest, ann: Member):
    id, token = blank(guest), guest.issue_claim_token()
    timestamp = str(int(time.time() * 1000))
    for caller in (
        Caller(stranger),
        Caller(stranger, stranger.issue_owner_token()),
        Caller(stranger, timestamp),
        Caller(stranger, token),
        Caller(ann, ann.access_token),
        Caller(ann, ann.issue_owner_token()),
    ):
        assert caller.ask(operations.CLAIM, {"token": token}) in ("mode", "out")
    assert ids(guest) == {id}


def test_running_import_finishes_with_its_new_owner_after_a_claim(zest: Zest, guest: Guest):
    id = guest.create(zest.demo + "carrot-cake.html")["id"]
    member = sign_up(zest.origin)
    with member.changes() as changes, guest.changes() as of_guest:
        assert member.claim(guest.issue_claim_token()) == 1
        seen = changes.until(lambda change: change["id"] == id and change["card"]["nutritionStatus"] == "SUCCESS")
        assert seen[-1]["owner"] == member.user
        # The open list of the guest receives the removal.
        of_guest.until(lambda change: change["id"] == id and change["card"] is None)
    recipe = member.get(id)
    assert (recipe["status"], recipe["createdBy"], bool(recipe["imageUrl"])) == ("SUCCESS", member.user, True)
    assert ids(member) == {id}


def everything(zest: Zest) -> str:
    """Returns names and contents of the data in the recipes table, three buckets, user pool and identity pool."""
    found: list[str] = []
    table = zest.client("dynamodb").get_paginator("scan")
    for page in table.paginate(TableName=zest.outputs["RecipesTable"]):
        found += [json.dumps(item) for item in page["Items"]]
    s3 = zest.client("s3")
    for name in ("MediaBucket", "WorkBucket", "SiteBucket"):
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=zest.outputs[name]):
            for item in page.get("Contents", []):
                found.append(item["Key"])
                # Another test may have deleted the object after it was listed.
                with suppress(s3.exceptions.NoSuchKey):
                    found.append(
                        s3.get_object(Bucket=zest.outputs[name], Key=item["Key"])["Body"].read().decode("latin-1")
                    )
    users = zest.client("cognito-idp").get_paginator("list_users")
    for page in users.paginate(UserPoolId=zest.outputs["UserPoolId"]):
        found.append(json.dumps(page["Users"], default=str))
    pool, more = zest.client("cognito-identity"), {}
    while True:
        page = pool.list_identities(IdentityPoolId=zest.outputs["IdentityPoolId"], MaxResults=60, **more)
        found.append(json.dumps(page["Identities"], default=str))
        if "NextToken" not in page:
            return "\n".join(found)
        more = {"NextToken": page["NextToken"]}


def test_account_deletion_removes_all_data(zest: Zest, ann: Member):
    device, kept = zest.guest(), zest.guest()
    before, word = blank(device), f"secret-{new_id()}"
    claim = device.issue_claim_token()
    leaving = sign_up(zest.origin, keep=kept)
    leaving.claim(claim)
    imported = leaving.import_url(zest.demo + "carrot-cake.html").recipe
    token = leaving.issue_owner_token()
    leaving.update(token, id=imported["id"], title=word, notes=f"of {leaving.email}")
    own = blank(ann)
    traces = {
        "sub": leaving.user,
        "identity": leaving.identity,
        "e-mail": leaving.email,
        "title": word,
        "recipe": imported["id"],
        "recipe of the guest": before,
        "picture": imported["imageUrl"],
    }
    text = everything(zest)
    for name in ("sub", "identity", "e-mail", "title", "recipe", "recipe of the guest", "picture"):
        assert traces[name] in text, f"the search would not find the {name}"

    with leaving.changes() as changes:
        assert leaving.delete_account(token) == 2
        # An open list on another device receives the removal.
        changes.until(lambda change: change["id"] == imported["id"] and change["card"] is None)
    text = everything(zest)
    assert [name for name, trace in traces.items() if trace in text] == []
    assert leaving.user.encode() not in zest.state.joinpath("run", "stack.json").read_bytes()
    with pytest.raises(Refused, match="Incorrect username or password"):
        sign_in(zest.origin, leaving.email)
    with pytest.raises(Refused):
        user_pool(leaving.config, "GetUser", {"AccessToken": leaving.access_token})
    assert leaving.delete_account(token) == 0, "twice is no error"
    assert own in ids(ann)
    # The address can be used again for a new account, which is empty.
    assert ids(sign_up(zest.origin, leaving.email)) == set()


def test_global_sign_out_ends_every_session(zest: Zest):
    member = sign_up(zest.origin)
    phone = sign_in(zest.origin, member.email)
    user_pool(member.config, "GlobalSignOut", {"AccessToken": member.access_token})
    for device in (member, phone):
        with pytest.raises(Refused, match="revoked"):
            refresh = {"AuthFlow": "REFRESH_TOKEN_AUTH", "AuthParameters": {"REFRESH_TOKEN": device.refresh_token}}
            user_pool(device.config, "InitiateAuth", refresh)
        with pytest.raises(Refused, match="revoked"):
            user_pool(device.config, "GetUser", {"AccessToken": device.access_token})


def test_revoked_refresh_token_is_refused_and_other_devices_stay_signed_in(zest: Zest):
    member = sign_up(zest.origin)
    phone = sign_in(zest.origin, member.email)
    user_pool(member.config, "RevokeToken", {"Token": member.refresh_token})
    refresh = {"AuthFlow": "REFRESH_TOKEN_AUTH", "AuthParameters": {"REFRESH_TOKEN": member.refresh_token}}
    with pytest.raises(Refused):
        user_pool(member.config, "InitiateAuth", refresh)
    refresh["AuthParameters"] = {"REFRESH_TOKEN": phone.refresh_token}
    assert user_pool(phone.config, "InitiateAuth", refresh)["AuthenticationResult"]["AccessToken"]


@pytest.mark.parametrize("password", ["Short-1", "no-capital-1", "NO-SMALL-1", "No-number", "NoSymbol1"])
def test_a_weak_password_is_refused(zest: Zest, guest: Guest, password: str):
    email = f"{new_id()}@example.com"
    attributes = [{"Name": "email", "Value": email}]
    with pytest.raises(Refused) as refused:
        request = {"Username": email, "Password": password, "UserAttributes": attributes}
        user_pool(guest.config, "SignUp", request)
    assert refused.value.kind == "InvalidPasswordException"


def test_member_session_leaves_no_secret_in_logs(zest: Zest):
    guest = zest.guest()
    claim = guest.issue_claim_token()
    blank(guest)
    member = sign_up(zest.origin)
    member.claim(claim)
    token = member.issue_owner_token()
    member.delete_account(token)
    secrets = {
        "sub": member.user,
        "identity": member.identity,
        "e-mail": member.email,
        "claim": claim,
        "owner token": token,
        "access token": member.access_token,
        "refresh token": member.refresh_token,
    }

    def written() -> str:
        logs, texts = zest.client("logs"), []
        for group in logs.describe_log_groups(logGroupNamePrefix="/zest/local/")["logGroups"]:
            for page in logs.get_paginator("filter_log_events").paginate(logGroupName=group["logGroupName"]):
                texts += [event["message"] for event in page["events"]]
        texts.append((zest.state / "logs" / "gateway.log").read_text(errors="replace"))
        return "\n".join(texts)

    eventually(lambda: "Mutation.deleteAccount" in written(), "the end of the account is logged")
    text = written()
    assert [name for name, secret in secrets.items() if secret in text] == []
