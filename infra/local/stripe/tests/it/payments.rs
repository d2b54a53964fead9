//! Cards, refunds and disputes, and their events.

use axum::http::Method;
use stripe_stand_in::paying::{Card, LATER_SECONDS, Outcome};
use stripe_stand_in::stand_in::StandIn;

use crate::support::{START, ask, get, happened, open_session, post, refusal, stand_in};

fn paid(stand_in: &StandIn, card: Card) -> (String, String) {
    let id = open_session(stand_in);
    stand_in.world().pay(&id, card, START).unwrap();
    let session = get(stand_in, &format!("/v1/checkout/sessions/{id}"), "");
    (id, session["payment_intent"].as_str().unwrap().to_owned())
}

#[test]
fn successful_card_completes_the_session() {
    let stand_in = stand_in();
    let (id, intent) = paid(&stand_in, Card::Succeeds);
    let session = get(&stand_in, &format!("/v1/checkout/sessions/{id}"), "expand[0]=payment_intent");
    assert_eq!(
        (session["status"].as_str(), session["payment_status"].as_str()),
        (Some("complete"), Some("paid"))
    );
    assert_eq!(session["payment_intent"]["amount_received"], 699);
    assert_eq!(session["payment_intent"]["metadata"]["purchase"], "p-1");
    assert!(session["url"].is_null());
    let charges = get(&stand_in, "/v1/charges", &format!("payment_intent={intent}"));
    assert_eq!(charges["data"][0]["paid"], true);
    let expected = [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
        "checkout.session.completed",
    ];
    assert_eq!(happened(&stand_in), expected);
    assert!(stand_in.world().pay(&id, Card::Succeeds, START).is_err(), "nobody pays twice");
}

#[test]
fn declined_card_leaves_the_session_open() {
    let stand_in = stand_in();
    let id = open_session(&stand_in);
    assert_eq!(stand_in.world().pay(&id, Card::Declined, START), Ok(Outcome::Declined));
    assert_eq!(stand_in.world().pay(&id, Card::NotAuthenticated, START), Ok(Outcome::Declined));
    assert_eq!(get(&stand_in, &format!("/v1/checkout/sessions/{id}"), "")["payment_status"], "unpaid");
    assert_eq!(stand_in.world().pay(&id, Card::Authenticated, START), Ok(Outcome::Complete));
    let session = get(&stand_in, &format!("/v1/checkout/sessions/{id}"), "");
    let intent =
        get(&stand_in, &format!("/v1/payment_intents/{}", session["payment_intent"].as_str().unwrap()), "");
    assert_eq!(intent["status"], "succeeded");
    let expected = [
        "payment_intent.created",
        "charge.failed",
        "payment_intent.payment_failed",
        "payment_intent.requires_action",
        "charge.failed",
        "payment_intent.payment_failed",
        "payment_intent.requires_action",
        "charge.succeeded",
        "payment_intent.succeeded",
        "checkout.session.completed",
    ];
    assert_eq!(happened(&stand_in), expected);
}

#[test]
fn delayed_payment_is_complete_but_unpaid_until_settled() {
    for (card, end, status) in [
        (Card::PaidLater, "checkout.session.async_payment_succeeded", "paid"),
        (Card::FailsLater, "checkout.session.async_payment_failed", "unpaid"),
    ] {
        let stand_in = stand_in();
        let (id, _) = paid(&stand_in, card);
        let path = format!("/v1/checkout/sessions/{id}");
        let session = get(&stand_in, &path, "");
        assert_eq!(
            (session["status"].as_str(), session["payment_status"].as_str()),
            (Some("complete"), Some("unpaid"))
        );
        stand_in.clock.advance(LATER_SECONDS - 1);
        assert_eq!(get(&stand_in, &path, "")["payment_status"], "unpaid");
        assert!(!happened(&stand_in).contains(&end));
        stand_in.clock.advance(1);
        assert_eq!(get(&stand_in, &path, "")["payment_status"], status);
        assert_eq!(happened(&stand_in).last(), Some(&end));
    }
}

#[test]
fn session_expires_by_time_or_request() {
    let stand_in = stand_in();
    let (first, second) = (open_session(&stand_in), open_session(&stand_in));
    assert_eq!(post(&stand_in, &format!("/v1/checkout/sessions/{first}/expire"), "")["status"], "expired");
    assert!(
        ask(&stand_in, &Method::POST, &format!("/v1/checkout/sessions/{first}/expire"), "", None).is_err()
    );
    stand_in.clock.advance(86_399);
    assert_eq!(get(&stand_in, &format!("/v1/checkout/sessions/{second}"), "")["status"], "open");
    stand_in.clock.advance(1);
    assert_eq!(get(&stand_in, &format!("/v1/checkout/sessions/{second}"), "")["status"], "expired");
    assert_eq!(happened(&stand_in), ["checkout.session.expired"; 2]);
    assert!(stand_in.world().pay(&second, Card::Succeeds, START + 86_400).is_err());
}

#[test]
fn refunds_cannot_exceed_the_payment() {
    let stand_in = stand_in();
    let (_, intent) = paid(&stand_in, Card::Succeeds);
    let part = post(
        &stand_in,
        "/v1/refunds",
        &format!("payment_intent={intent}&amount=200&reason=requested_by_customer"),
    );
    assert_eq!((part["amount"].as_i64(), part["status"].as_str()), (Some(200), Some("succeeded")));
    let refuse = |form: &str| refusal(ask(&stand_in, &Method::POST, "/v1/refunds", form, None));
    assert_eq!(refuse(&format!("payment_intent={intent}&amount=500"))["param"], "amount");
    assert_eq!(refuse(&format!("payment_intent={intent}&amount=0"))["code"], "parameter_invalid_integer");
    assert_eq!(post(&stand_in, "/v1/refunds", &format!("payment_intent={intent}"))["amount"], 499);
    assert_eq!(refuse(&format!("payment_intent={intent}"))["code"], "charge_already_refunded");
    let charge = &get(&stand_in, "/v1/charges", "")["data"][0];
    assert_eq!((charge["amount_refunded"].as_i64(), charge["refunded"].as_bool()), (Some(699), Some(true)));
    let listed = get(&stand_in, "/v1/refunds", &format!("payment_intent={intent}"));
    assert_eq!(listed["data"].as_array().unwrap().len(), 2);
    assert_eq!(listed["data"][1]["id"], part["id"]);
}

#[test]
fn refund_may_be_delayed_or_fail() {
    for (card, first, last, refunded) in
        [(Card::RefundsLater, "pending", "succeeded", 699), (Card::RefundComesBack, "succeeded", "failed", 0)]
    {
        let stand_in = stand_in();
        let (_, intent) = paid(&stand_in, card);
        let refund = post(&stand_in, "/v1/refunds", &format!("payment_intent={intent}"));
        assert_eq!(refund["status"], first);
        stand_in.clock.advance(3);
        let path = format!("/v1/refunds/{}", refund["id"].as_str().unwrap());
        assert_eq!(get(&stand_in, &path, "")["status"], last);
        assert_eq!(get(&stand_in, "/v1/charges", "")["data"][0]["amount_refunded"], refunded);
        assert_eq!(happened(&stand_in).contains(&"refund.failed"), last == "failed");
    }
}

#[test]
fn disputed_payment_cannot_be_refunded_until_closed() {
    for (won, end) in [(true, "won"), (false, "lost")] {
        let stand_in = stand_in();
        let (_, intent) = paid(&stand_in, Card::Disputed);
        let dispute = get(&stand_in, "/v1/disputes", &format!("payment_intent={intent}"))["data"][0].clone();
        assert_eq!(
            (dispute["status"].as_str(), dispute["amount"].as_i64()),
            (Some("needs_response"), Some(699))
        );
        let refused =
            refusal(ask(&stand_in, &Method::POST, "/v1/refunds", &format!("payment_intent={intent}"), None));
        assert_eq!(refused["code"], "charge_disputed");
        let id = dispute["id"].as_str().unwrap();
        stand_in.world().close_dispute(id, won, START).unwrap();
        assert_eq!(get(&stand_in, &format!("/v1/disputes/{id}"), "")["status"], end);
        assert!(stand_in.world().close_dispute(id, won, START).is_err());
        let kinds = happened(&stand_in);
        assert_eq!(kinds.contains(&"charge.dispute.funds_reinstated"), won);
        assert_eq!(kinds.last(), Some(&"charge.dispute.closed"));
    }
}

#[test]
fn unpaid_charge_cannot_be_refunded_or_disputed() {
    let stand_in = stand_in();
    let (_, intent) = paid(&stand_in, Card::PaidLater);
    assert!(ask(&stand_in, &Method::POST, "/v1/refunds", &format!("payment_intent={intent}"), None).is_err());
    assert!(stand_in.world().open_dispute(&intent, None, START).is_err());
    assert!(stand_in.world().open_dispute("pi_none", None, START).is_err());
    assert!(stand_in.world().fail_refund("re_none", START).is_err());
}
