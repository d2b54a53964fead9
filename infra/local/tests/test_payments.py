"""Credits are bought, from checkout to balance, with the Stripe stand-in. Failures are handled."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from support.ledger import rows_of
from support.waiting import eventually
from support.zest import Zest
from zest_client import Member, sign_up
from zest_client.rest import call, check_out, new_purchase
from zest_client.stripe import Stripe

Json = dict[str, Any]


@pytest.fixture
def stripe(zest: Zest) -> Stripe:
    return Stripe.of(zest.state)


@pytest.fixture
def ann(zest: Zest) -> Member:
    return sign_up(zest.origin)


def begin(member: Member, package: str = "medium") -> tuple[str, str]:
    """Starts a new purchase and returns it with its payment page."""
    purchase = new_purchase()
    answer = check_out(member.origin, member.id_token, purchase, package)
    assert answer.status == 200, answer.body
    return purchase, answer.json()["url"]


def look(member: Member, purchase: str) -> Json:
    """Returns the purchase as the success page reads it."""
    answer = call(member.origin, "GET", f"/payment/purchases/{purchase}", member.id_token)
    assert answer.status == 200, answer.body
    found: Json = answer.json()["purchase"]
    return found


def sound(zest: Zest, member: Member, credits: int) -> None:
    rows = rows_of(zest, member.user)
    rows.check()
    assert rows.credits == credits


def test_packages_are_public_and_cacheable(zest: Zest):
    answer = call(zest.origin, "GET", "/payment/packages")
    assert answer.json() == {
        "packages": [
            {"id": "small", "credits": 20, "prices": {"usd": 299}},
            {"id": "medium", "credits": 60, "prices": {"usd": 699}},
            {"id": "large", "credits": 200, "prices": {"usd": 1499}},
        ]
    }
    assert (answer.status, answer.headers["cache-control"]) == (200, "public, max-age=300")
    assert answer.headers["content-security-policy"]


def test_purchase_completes_from_checkout_to_receipt(zest: Zest, stripe: Stripe, ann: Member):
    purchase, url = begin(ann)
    assert url.startswith(f"{stripe.origin}/c/pay/")
    pending = look(ann, purchase)
    assert (pending["status"], pending["credits"], pending["amountUsd"]) == ("PENDING", 60, 6.99)
    assert pending["expirationDate"] is None
    receipt = f"/payment/purchases/{purchase}/receipt"
    assert call(ann.origin, "GET", receipt, ann.id_token).json()["code"] == "NO_RECEIPT"
    stripe.pay(url)
    eventually(lambda: rows_of(zest, ann.user).credits == 60, "the webhook gives the credits")
    done = look(ann, purchase)
    assert (done["id"], done["packageId"], done["status"]) == (purchase, "medium", "COMPLETED")
    lasts = datetime.fromisoformat(done["expirationDate"]) - datetime.now(UTC)
    assert timedelta(days=365) <= lasts <= timedelta(days=366)
    address = call(ann.origin, "GET", receipt, ann.id_token).json()["url"]
    assert address.startswith(f"{stripe.origin}/c/receipt/")
    # When the purchase is complete, the same request returns no page, and another package with its id is refused.
    assert check_out(ann.origin, ann.id_token, purchase).json() == {"purchase": done}
    other = check_out(ann.origin, ann.id_token, purchase, "large")
    assert (other.status, other.json()["code"]) == (409, "OTHER_PURCHASE")
    sound(zest, ann, 60)


def test_repeated_checkout_returns_the_same_page(zest: Zest, stripe: Stripe, ann: Member):
    purchase = new_purchase()
    with ThreadPoolExecutor(8) as threads:
        tries = [threads.submit(check_out, ann.origin, ann.id_token, purchase) for _ in range(8)]
        urls = {answer.result().json().get("url") for answer in tries}
    assert len(urls) == 1 and None not in urls
    stripe.pay(urls.pop())
    eventually(lambda: look(ann, purchase)["status"] == "COMPLETED", "it is paid")
    sound(zest, ann, 60)


def test_buyer_returns_to_their_language(zest: Zest, stripe: Stripe, ann: Member):
    for language, prefix in (("en", ""), ("es", "/es"), ("fr", "/fr")):
        purchase = new_purchase()
        url = check_out(ann.origin, ann.id_token, purchase, "small", language).json()["url"]
        session = stripe.get(f"/v1/checkout/sessions/{url.rsplit('/', 1)[1]}")
        assert session["success_url"] == f"{zest.origin}{prefix}/credits/success?purchase={purchase}"
        assert session["cancel_url"] == f"{zest.origin}{prefix}/credits?cancelled={purchase}"
        assert (session["locale"], session["client_reference_id"]) == (language, purchase)


def test_success_page_settles_a_purchase_without_its_event(zest: Zest, stripe: Stripe, ann: Member):
    purchase, url = begin(ann, "small")
    stripe.post("/local/switches", {"drop": 100})
    try:
        stripe.pay(url)
        assert rows_of(zest, ann.user).credits == 0
        assert look(ann, purchase)["status"] == "COMPLETED"
    finally:
        stripe.post("/local/switches", {"drop": 0})
    sound(zest, ann, 20)


def test_duplicate_and_reordered_events_grant_once(zest: Zest, stripe: Stripe, ann: Member):
    stripe.post("/local/switches", {"duplicate": 10, "reorder": 3})
    try:
        purchase, url = begin(ann, "small")
        session = stripe.pay(url)
        eventually(lambda: rows_of(zest, ann.user).credits == 20, "the credits")
        eventually(lambda: not stripe.get("/local/deliveries")["waiting"], "all events are delivered")
    finally:
        stripe.post("/local/switches", {"duplicate": 0, "reorder": 0})
    completed = json.dumps(stripe.event("checkout.session.completed", id=session)).encode()
    for _ in range(3):
        assert stripe.deliver(completed).json() == {"received": "looked"}
    assert look(ann, purchase)["status"] == "COMPLETED"
    sound(zest, ann, 20)


@pytest.mark.parametrize(("card", "status", "credits"), [("paid-later", "COMPLETED", 20), ("fails-later", "FAILED", 0)])
def test_delayed_payment_is_settled_when_the_bank_decides(
    zest: Zest, stripe: Stripe, ann: Member, card: str, status: str, credits: int
):
    purchase, url = begin(ann, "small")
    stripe.pay(url, card)
    eventually(lambda: look(ann, purchase)["status"] == status, "the bank has decided")
    sound(zest, ann, credits)


def test_declined_card_keeps_the_page_open(zest: Zest, stripe: Stripe, ann: Member):
    purchase, url = begin(ann, "small")
    stripe.pay(url, "declined")
    assert look(ann, purchase)["status"] == "PENDING"
    assert check_out(ann.origin, ann.id_token, purchase, "small").json() == {"url": url}
    stripe.pay(url)
    eventually(lambda: look(ann, purchase)["status"] == "COMPLETED", "the second card")
    sound(zest, ann, 20)


def test_dispute_claws_back_credits_and_a_won_one_returns_them(zest: Zest, stripe: Stripe, ann: Member):
    purchase, url = begin(ann, "small")
    session = stripe.pay(url, "disputed")
    eventually(lambda: look(ann, purchase)["status"] == "REFUNDED", "the complaint counts at once")
    sound(zest, ann, 0)
    intent = stripe.get(f"/v1/checkout/sessions/{session}")["payment_intent"]
    [dispute] = stripe.get(f"/v1/disputes?payment_intent={intent}")["data"]
    stripe.post(f"/local/disputes/{dispute['id']}/close", {"won": True})
    eventually(lambda: rows_of(zest, ann.user).credits == 20, "the bank has decided for us")
    assert look(ann, purchase)["status"] == "COMPLETED"
    sound(zest, ann, 20)


def event_of(session: Json, **changed: Any) -> bytes:
    """Returns a Stripe event of a session with changed values."""
    event = {"id": "evt_1", "object": "event", "type": "checkout.session.completed", "livemode": False}
    return json.dumps({**event, "data": {"object": session}, **changed}).encode()


def test_unverified_event_is_refused_with_a_reason(zest: Zest, stripe: Stripe, ann: Member):
    _, url = begin(ann, "small")
    stripe.post("/local/switches", {"drop": 100})
    try:
        session = stripe.get(f"/v1/checkout/sessions/{stripe.pay(url)}")
    finally:
        stripe.post("/local/switches", {"drop": 0})
    body, now = event_of(session), time.time()
    changed = body.replace(b'"livemode"', b'"Livemode"', 1)
    rows: list[tuple[str, bytes, str, int]] = [
        ("The request has no signature.", body, "", 400),
        ("The signature can't be read.", body, "v1=00", 400),
        ("The signature can't be read.", body, "t=now,v1=00", 400),
        ("The signature is too old or too new.", body, stripe.signed(body, now - 400), 400),
        ("The signature is too old or too new.", body, stripe.signed(body, now + 400), 400),
        ("The signature does not fit.", body, stripe.signed(body, secret="whsec_of-somebody-else-000"), 400),
        ("The signature does not fit.", body, stripe.signed(body + b" "), 400),
        ("The signature does not fit.", changed, stripe.signed(body), 400),
        ("The signature does not fit.", body, stripe.signed(body).replace("v1=", "v0=") + ",v1=" + "0" * 64, 400),
        # A REST API without binary types decodes bodies as text and replaces invalid bytes.
        ("The signature does not fit.", b"\xff\xfe", stripe.signed(b"\xff\xfe"), 400),
        ("The event is too large.", b" " * (64 * 1024 + 1), stripe.signed(b""), 413),
        ("The event is too large.", b" " * 1_000_000, stripe.signed(b""), 413),
    ]
    refused = [stripe.deliver(content, header) for _, content, header, _ in rows]
    told = [(answer.json()["message"], answer.status, answer.json()["code"]) for answer in refused]
    assert told == [(message, status, "INVALID_INPUT") for message, _, _, status in rows]
    # The signature is right, but the event is of another mode or account, or cannot be read.
    for message, content in [
        ("The event is of another mode.", event_of(session, livemode=True)),
        ("The event is of another account.", event_of(session, account="acct_other")),
        ("The event can't be read.", b"[]"),
        ("The event can't be read.", b"{"),
        ("The event can't be read.", event_of({"id": 7})),
    ]:
        answer = stripe.deliver(content)
        assert (answer.status, answer.json()["message"]) == (400, message), content
    sound(zest, ann, 0)


def test_foreign_event_is_accepted_without_effect(zest: Zest, stripe: Stripe, ann: Member):
    for kind, thing in [
        ("customer.created", {"id": "cus_1"}),
        ("checkout.session.completed", {"id": "cs_test_nobody"}),
        ("charge.refunded", {"id": "ch_1", "payment_intent": "pi_nobody"}),
        ("charge.refunded", {"id": "ch_1", "payment_intent": None}),
    ]:
        answer = stripe.deliver(event_of(thing, type=kind))
        assert (answer.status, answer.json()) == (200, {"received": "not ours"}), kind


def test_purchase_is_visible_to_its_member_only(zest: Zest, stripe: Stripe, ann: Member):
    bob = sign_up(zest.origin)
    purchase, url = begin(ann, "small")
    stripe.pay(url)
    eventually(lambda: look(ann, purchase)["status"] == "COMPLETED", "Ann has paid")
    for path in (purchase, f"{purchase}/receipt", new_purchase(), "x", "0" * 31, "é" * 16):
        answer = call(zest.origin, "GET", f"/payment/purchases/{path.replace('é', '%C3%A9')}", bob.id_token)
        assert (answer.status, answer.json()["code"]) == (404, "UNKNOWN_PURCHASE"), path
    taken = check_out(zest.origin, bob.id_token, purchase, "small")
    assert (taken.status, taken.json()["code"]) == (409, "OTHER_PURCHASE")
    sound(zest, ann, 20)
    sound(zest, bob, 0)


ID = "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"purchaseId": ID, "packageId": "huge", "language": "en"}, 400, "UNKNOWN_PACKAGE"),
        ({"purchaseId": ID, "packageId": "", "language": "en"}, 400, "UNKNOWN_PACKAGE"),
        ({"purchaseId": ID, "packageId": 7, "language": "en"}, 400, "INVALID_INPUT"),
        ({"purchaseId": ID, "packageId": {"id": "small"}, "language": "en"}, 400, "INVALID_INPUT"),
        ({"purchaseId": ID, "packageId": "small", "language": "de"}, 400, "INVALID_INPUT"),
        ({"purchaseId": ID.upper(), "packageId": "small", "language": "en"}, 400, "INVALID_INPUT"),
        ({"purchaseId": "", "packageId": "small", "language": "en"}, 400, "INVALID_INPUT"),
        ({"purchaseId": 10**12, "packageId": "small", "language": "en"}, 400, "INVALID_INPUT"),
        ({"purchaseId": ID, "packageId": "small", "language": "en", "credits": 10**12}, 400, "INVALID_INPUT"),
        ({"purchaseId": ID, "packageId": "small"}, 400, "INVALID_INPUT"),
        ([], 400, "INVALID_INPUT"),
        (b"", 400, "INVALID_INPUT"),
        (b"{", 400, "INVALID_INPUT"),
        (b"\xff", 400, "INVALID_INPUT"),
        (b" " * 1_000_000, 413, "TOO_LARGE"),
    ],
    ids=str,
)
def test_invalid_request_has_a_specific_error(zest: Zest, member: Member, body: Any, status: int, code: str):
    answer = call(zest.origin, "POST", "/payment/checkout", member.id_token, body)
    assert (answer.status, answer.json()["code"]) == (status, code)
    assert answer.json()["message"].endswith(".")
    sound(zest, member, 0)


@pytest.fixture(scope="module")
def member(zest: Zest) -> Member:
    return sign_up(zest.origin)


def test_sweep_settles_a_purchase_without_event_or_page_visit(zest: Zest, stripe: Stripe, ann: Member):
    purchase, url = begin(ann, "small")
    open_still, _ = begin(ann, "small")
    stripe.post("/local/switches", {"drop": 100})
    try:
        stripe.pay(url)
        # On AWS, the index of pending purchases is eventually consistent. Here, a sweep may also process purchases of
        # other tests.
        eventually(
            lambda: (
                zest.invoke("FnSweepPurchases", {"quietSeconds": 0})[0] is not None
                and rows_of(zest, ann.user).credits == 20
            ),
            "the sweep has given the credits",
        )
    finally:
        stripe.post("/local/switches", {"drop": 0})
    assert look(ann, purchase)["status"] == "COMPLETED"
    assert look(ann, open_still)["status"] == "PENDING"
    report, error = zest.invoke("FnSweepPurchases", {"source": "schedule"})
    assert error is None
    assert set(report) == {"settled", "waiting", "odd", "failed"}
    sound(zest, ann, 20)
