"""Members get welcome credits, receive events when the balance changes, and lose credits that expire."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from support.credit_rows import DAY, Account
from support.zest import Zest
from zest_client import Member, sign_in, sign_up
from zest_client.credits import ON_CHANGE, items, open_credits
from zest_client.guest import new_id

PRESENT_DAYS = 90


def present(balance: dict | None) -> int:
    return balance["creditBalance"] if balance else 0


def test_a_new_member_gets_ten_credits_once(zest: Zest):
    member = sign_up(zest.origin)
    with ThreadPoolExecutor(8) as pool:
        balances = list(pool.map(lambda _: open_credits(member), range(8)))
    assert [present(balance) for balance in balances] == [10] * 8
    assert open_credits(sign_in(zest.origin, member.email)) == balances[0] == items(member, "balance")[0]
    [grant] = items(member, "grants")
    assert (grant["grantType"], grant["creditsRemaining"]) == ("PROMOTIONAL", 10)
    lasts = datetime.fromisoformat(grant["expirationDate"]) - datetime.fromisoformat(grant["grantedDate"])
    assert lasts == timedelta(days=PRESENT_DAYS)


def test_second_account_of_an_address_gets_no_welcome_credits(zest: Zest):
    first = sign_up(zest.origin)
    assert present(open_credits(first)) == 10
    first.delete_account()
    again = sign_up(zest.origin, first.email)
    assert again.user != first.user
    assert open_credits(again) is None
    assert items(again, "balance") == []
    shouted = sign_up(zest.origin)
    _set(zest, shouted, email=first.email.upper(), verified=True)
    assert open_credits(shouted) is None, "the same address in other letters"


def test_unverified_address_gets_welcome_credits_once_verified(zest: Zest):
    member = sign_up(zest.origin)
    _set(zest, member, email=member.email, verified=False)
    assert open_credits(member) is None
    _set(zest, member, email=member.email, verified=True)
    assert present(open_credits(member)) == 10
    _set(zest, member, email=f"another-{member.email}", verified=True)
    assert present(open_credits(member)) == 10, "another address makes nobody new"


def _set(zest: Zest, member: Member, *, email: str, verified: bool) -> None:
    zest.client("cognito-idp").admin_update_user_attributes(
        UserPoolId=zest.outputs["UserPoolId"],
        Username=member.user,
        UserAttributes=[
            {"Name": "email", "Value": email},
            {"Name": "email_verified", "Value": str(verified).lower()},
        ],
    )


def test_ledger_rows_do_not_contain_the_address(zest: Zest):
    member = sign_up(zest.origin)
    open_credits(member)
    [transaction] = items(member, "transactions")
    assert transaction["idempotencyKey"].startswith("grant#promotion-")
    rows = zest.client("dynamodb").scan(TableName=zest.outputs["LedgerTable"])["Items"]
    assert member.email not in json.dumps(rows)


def test_balance_change_reaches_every_open_device(zest: Zest):
    member, other = sign_up(zest.origin), sign_up(zest.origin)
    token = member.access_token
    with (
        member.changes(token=token, document=ON_CHANGE) as one,
        member.changes(token=token, document=ON_CHANGE) as two,
        other.changes(token=other.access_token, document=ON_CHANGE) as elsewhere,
    ):
        open_credits(member)
        for device in (one, two):
            [change] = device.until(lambda change: change["version"] >= 1)
            assert change == {"userId": member.user, "version": 1}
        open_credits(other)
        heard = elsewhere.until(lambda change: change["version"] >= 1)
    assert {change["userId"] for change in heard} == {other.user}


@pytest.mark.parametrize(("late", "left"), [(-1, 8), (0, 3), (1, 3)])
def test_sweep_expires_only_expired_grants(zest: Zest, late: int, left: int):
    member = sign_up(zest.origin)
    # "One second before" is tested with a minute, because the sweep reads its own clock.
    began = datetime.now(UTC) - DAY - timedelta(seconds=-60 if late < 0 else late)
    account = Account(zest, member.user, began=began)
    account.give(5, f"over-{member.user}", lasts=DAY)
    account.give(3, f"live-{member.user}", lasts=30 * DAY)
    account.write()
    assert items(member, "balance")[0]["creditBalance"] == left, "whether it was swept or not"
    answer, error = zest.invoke("FnExpireCredits", {"source": "schedule"})
    assert (error, answer >= 0) == (None, True)
    [balance] = items(member, "balance")
    assert balance["creditBalance"] == left
    expirations = items(member, "transactions", filter={"kind": {"eq": "EXPIRATION"}})
    assert [row["amount"] for row in expirations] == ([-5] if left == 3 else [])
    assert zest.invoke("FnExpireCredits", {"source": "schedule"})[1] is None
    assert items(member, "balance") == [balance]


@pytest.mark.parametrize(("deadline", "state"), [(1, "RELEASED"), (101 * 24, "HELD")])
def test_sweep_releases_holds_of_missing_imports(zest: Zest, deadline: float, state: str):
    member = sign_up(zest.origin)
    account = Account(zest, member.user)
    grant = account.give(5, f"held-{member.user}")
    account.hold(grant, f"{new_id()}-1", hours=0.5, deadline=deadline)
    account.write()
    assert [(row["creditBalance"], row["heldCredits"]) for row in items(member, "balance")] == [(4, 1)]
    assert zest.invoke("FnExpireCredits", {"source": "schedule"})[1] is None
    [balance] = items(member, "balance")
    assert (balance["creditBalance"], balance["heldCredits"]) == ((5, 0) if state == "RELEASED" else (4, 1))
    [usage] = items(member, "transactions", filter={"kind": {"eq": "USAGE"}})
    assert usage["holdState"] == state
    given_back = items(member, "transactions", filter={"kind": {"eq": "GIVE_BACK"}})
    assert [row["amount"] for row in given_back] == ([1] if state == "RELEASED" else [])
