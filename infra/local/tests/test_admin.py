"""Admins find a member, read the account, and grant, take and refund credits. Actions are idempotent
and need a reason.
"""

import json
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from support.callers import admin
from support.ledger import rows_of
from support.waiting import eventually
from support.zest import Zest
from zest_client import Member, sign_in, sign_up
from zest_client.http import Answer
from zest_client.rest import call, check_out, new_purchase
from zest_client.stripe import Stripe
from zest_local.places import LOCAL_CLOUD, REPOSITORY

Json = dict[str, Any]


@pytest.fixture(scope="module")
def boss(zest: Zest) -> Member:
    return admin(zest)


@pytest.fixture
def ann(zest: Zest) -> Member:
    return sign_up(zest.origin)


def act(boss: Member, path: str, **changed: Any) -> Answer:
    """Sends an admin action with a new key and a reason, unless these are given."""
    body = {"key": secrets.token_hex(16), "reason": "a broken import"} | changed
    return call(boss.origin, "POST", f"/admin/{path}", boss.id_token, body)


def account(boss: Member, member: Member) -> Json:
    """Returns the account of a member; asserts that the audit finds no damage."""
    answer = call(boss.origin, "GET", f"/admin/members/{member.user}/credits", boss.id_token)
    assert answer.status == 200, answer.body
    found: Json = answer.json()
    assert found["audit"] == {"isClean": True, "damages": []}
    return found


def test_a_member_is_found_by_address_and_by_id(zest: Zest, boss: Member, ann: Member):
    for query in (f"email={ann.email}", f"email={ann.email.upper()}", f"id={ann.user}"):
        [found] = call(zest.origin, "GET", f"/admin/members?{query}", boss.id_token).json()["members"]
        assert (found["id"], found["email"], found["enabled"], found["confirmed"]) == (ann.user, ann.email, True, True)
        assert found["createdAt"]
    for query in ("email=nobody@example.com", "email=%22%20or%20email%20^=%20%22@", f"id={ann.user[:-1]}x", "id=%22"):
        answer = call(zest.origin, "GET", f"/admin/members?{query}", boss.id_token)
        assert (answer.status, answer.json()) == (200, {"members": []}), query
    for query in ("", "?email=", "?email=nobody", f"?email={ann.email}&id={ann.user}", f"?email={'a' * 300}@x.org"):
        answer = call(zest.origin, "GET", f"/admin/members{query}", boss.id_token)
        assert (answer.status, answer.json()["code"]) == (400, "INVALID_INPUT"), query


def test_grants_and_deductions_record_admin_and_reason(zest: Zest, boss: Member, ann: Member):
    assert account(boss, ann)["balance"]["creditBalance"] == 0
    key = secrets.token_hex(16)
    given = act(boss, f"members/{ann.user}/grants", credits=5, key=key)
    assert (given.status, given.json()["balance"]["creditBalance"]) == (200, 5)
    # If the form is sent twice, it applies once. The key cannot be used for another request.
    assert act(boss, f"members/{ann.user}/grants", credits=5, key=key).json()["balance"]["creditBalance"] == 5
    other = act(boss, f"members/{ann.user}/grants", credits=6, key=key)
    assert (other.status, other.json()["code"]) == (409, "OTHER_ACT")
    taken = act(boss, f"members/{ann.user}/adjustments", credits=-2, reason="too many").json()
    assert (taken["taken"], taken["balance"]["creditBalance"]) == (2, 3)
    clipped = act(boss, f"members/{ann.user}/adjustments", credits=-10_000).json()
    assert (clipped["taken"], clipped["balance"]["creditBalance"]) == (3, 0)
    nothing = act(boss, f"members/{ann.user}/adjustments", credits=-1).json()
    assert (nothing["taken"], nothing["balance"]["creditBalance"]) == (0, 0)
    found = account(boss, ann)
    kinds = [(row["kind"], row["amount"], row["balanceAfter"]) for row in found["transactions"]]
    assert kinds == [("ADJUSTMENT_OUT", -3, 0), ("ADJUSTMENT_OUT", -2, 3), ("ADJUSTMENT_IN", 5, 5)]
    told = json.loads(found["transactions"][2]["metadata"])
    assert told == {"who": boss.user, "reason": "a broken import", "key": key}
    assert found["grants"][0]["grantType"] == "ADJUSTMENT"
    rows_of(zest, ann.user).check()


def test_concurrent_actions_of_two_admins_apply_once_each(zest: Zest, boss: Member, ann: Member):
    second, keys = admin(zest), [secrets.token_hex(16) for _ in range(4)]
    tries = [(who, key) for key in keys for who in (boss, second, boss)]
    with ThreadPoolExecutor(6) as threads:
        path = f"members/{ann.user}/grants"
        answers = list(threads.map(lambda one: act(one[0], path, credits=3, key=one[1]).status, tries))
    assert set(answers) == {200}
    assert account(boss, ann)["balance"]["creditBalance"] == 12
    with ThreadPoolExecutor(6) as threads:
        path = f"members/{ann.user}/adjustments"
        taken = list(threads.map(lambda _: act(boss, path, credits=-5).json()["taken"], range(6)))
    assert sorted(taken) == [0, 0, 0, 2, 5, 5]
    assert account(boss, ann)["balance"]["creditBalance"] == 0


@pytest.mark.parametrize(
    ("what", "changed", "told"),
    [
        ("grants", {"credits": 0}, "credits must be"),
        ("grants", {"credits": -1}, "credits must be"),
        ("grants", {"credits": 10_001}, "credits must be"),
        ("grants", {"credits": 10**12}, "credits must be"),
        ("grants", {"credits": 10**30}, "not what is expected"),
        ("grants", {"credits": "5"}, "not what is expected"),
        ("grants", {"credits": 1.5}, "not what is expected"),
        ("grants", {"credits": True}, "not what is expected"),
        ("grants", {"credits": None}, "not what is expected"),
        ("grants", {}, "not what is expected"),
        ("grants", {"credits": 1, "reason": " "}, "Give a reason"),
        ("grants", {"credits": 1, "reason": "a" * 201}, "Give a reason"),
        ("grants", {"credits": 1, "key": "short"}, "key must be"),
        ("adjustments", {"credits": 1}, "credits must be"),
        ("adjustments", {"credits": 0}, "credits must be"),
        ("adjustments", {"credits": -10_001}, "credits must be"),
    ],
    ids=str,
)
def test_invalid_admin_action_gets_a_specific_error(boss: Member, member: Member, what: str, changed: Json, told: str):
    answer = act(boss, f"members/{member.user}/{what}", **changed)
    assert (answer.status, answer.json()["code"]) == (400, "INVALID_INPUT")
    assert told in answer.json()["message"]
    assert account(boss, member)["transactions"] == []


@pytest.fixture(scope="module")
def member(zest: Zest) -> Member:
    return sign_up(zest.origin)


def test_grant_to_an_unknown_member_is_refused(boss: Member):
    for nobody in ("00000000-0000-0000-0000-000000000000", "x", "%22"):
        answer = act(boss, f"members/{nobody}/grants", credits=1)
        assert (answer.status, answer.json()["code"]) == (404, "NOT_FOUND"), nobody
    assert act(boss, "purchases/unknown/refund").json()["code"] == "UNKNOWN_PURCHASE"


def buy(zest: Zest, member: Member, card: str = "succeeds") -> str:
    purchase = new_purchase()
    url = check_out(zest.origin, member.id_token, purchase, "small").json()["url"]
    Stripe.of(zest.state).pay(url, card)
    path = f"/payment/purchases/{purchase}"
    looked = lambda: call(zest.origin, "GET", path, member.id_token).json()["purchase"]["status"]  # noqa: E731
    eventually(lambda: looked() in ("COMPLETED", "REFUNDED"), "it is paid")
    return purchase


def test_refund_takes_the_credits_once(zest: Zest, boss: Member, ann: Member):
    purchase, second = buy(zest, ann), admin(zest)
    assert act(boss, f"members/{ann.user}/adjustments", credits=-1).json()["taken"] == 1
    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(lambda who: act(who, f"purchases/{purchase}/refund"), [boss, second, boss, second]))
    assert {answer.status for answer in answers} <= {200, 503}, [answer.body for answer in answers]
    refunded = act(boss, f"purchases/{purchase}/refund").json()["purchase"]
    assert (refunded["id"], refunded["status"]) == (purchase, "REFUNDED")
    found = account(boss, ann)
    # One credit was used, so the refund leaves a shortfall and never a negative balance.
    assert (found["balance"]["creditBalance"], found["purchases"][0]["status"]) == (0, "REFUNDED")
    [refund] = Stripe.of(zest.state).get("/v1/refunds?limit=1")["data"]
    assert refund["amount"] == 299
    assert {"who", "reason", "key"} == set(refund["metadata"])
    assert [row["amount"] for row in found["transactions"] if row["kind"] == "CLAWBACK"] == [-19]


def test_a_disputed_purchase_is_not_refunded(zest: Zest, boss: Member, ann: Member):
    purchase = buy(zest, ann, "disputed")
    answer = act(boss, f"purchases/{purchase}/refund")
    # The dispute covers the full amount, so nothing can be refunded.
    assert (answer.status, answer.json()["purchase"]["status"]) == (200, "REFUNDED")
    assert account(boss, ann)["balance"]["creditBalance"] == 0


def test_make_admin_command_creates_the_first_admin(zest: Zest, ann: Member):
    def run(email: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, str(LOCAL_CLOUD / "make_admin.py"), "--state", str(zest.state), "--", email]
        return subprocess.run(program, cwd=REPOSITORY, capture_output=True, text=True, check=False)

    path = f"/admin/members?id={ann.user}"
    assert call(zest.origin, "GET", path, ann.id_token).status == 404
    assert (run("nobody").returncode, run("nobody@example.com").returncode) == (1, 1)
    done = run(ann.email)
    assert done.returncode == 0, done.stderr
    # Membership of the group takes effect at the next sign-in.
    assert call(zest.origin, "GET", path, ann.id_token).status == 404
    assert call(zest.origin, "GET", path, sign_in(zest.origin, ann.email).id_token).status == 200
