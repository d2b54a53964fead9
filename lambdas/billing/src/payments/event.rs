//! Parses webhook events. An event only tells which session or payment to query, so its object's schema,
//! which depends on the API version, does not matter.

use crate::ledger::{CheckoutSession, PaymentIntent};
use serde::Deserialize;
use serde_json::Value;

use crate::payments::provider::Mode;

/// What an event refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WebhookEvent {
    /// A checkout session, to be queried.
    Session(CheckoutSession),
    /// A payment, or one of its refunds or disputes.
    Intent(PaymentIntent),
    /// Nothing relevant to purchases.
    Nothing,
}

/// Why a correctly signed event is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RejectedEvent {
    /// Not a JSON object with a type and an object.
    #[error("The event can't be read.")]
    Unreadable,
    /// A live event in test mode, or a test event in live mode.
    #[error("The event is of another mode.")]
    OtherMode,
    /// It belongs to a connected account; Zest has none.
    #[error("The event is of another account.")]
    OtherAccount,
}

#[derive(Deserialize)]
struct Envelope {
    #[serde(rename = "type")]
    kind: String,
    livemode: bool,
    #[serde(default)]
    account: Option<Value>,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Object,
}

#[derive(Deserialize)]
struct Object {
    id: String,
    #[serde(default)]
    payment_intent: Option<Value>,
}

/// Parses an event with a verified signature. Unknown types are [`WebhookEvent::Nothing`].
///
/// # Errors
/// [`RejectedEvent`] for a malformed event, another mode or another account.
pub fn read(body: &[u8], mode: Mode) -> Result<WebhookEvent, RejectedEvent> {
    let envelope: Envelope = serde_json::from_slice(body).map_err(|_| RejectedEvent::Unreadable)?;
    if envelope.livemode != (mode == Mode::Live) {
        return Err(RejectedEvent::OtherMode);
    }
    if envelope.account.is_some_and(|account| !account.is_null()) {
        return Err(RejectedEvent::OtherAccount);
    }
    let object = envelope.data.object;
    // Refunds, charges and disputes refer to a payment intent.
    let event = match envelope.kind.split('.').collect::<Vec<_>>()[..] {
        ["checkout", "session", ..] => session(object.id),
        ["payment_intent", ..] => intent(Some(Value::String(object.id))),
        ["refund" | "charge", ..] => intent(object.payment_intent),
        _ => Some(WebhookEvent::Nothing),
    };
    event.ok_or(RejectedEvent::Unreadable)
}

fn session(id: String) -> Option<WebhookEvent> {
    CheckoutSession::new(id).ok().map(WebhookEvent::Session)
}

/// Event of a payment, given as an id or an expanded object. A charge without a payment is not Zest's.
fn intent(field: Option<Value>) -> Option<WebhookEvent> {
    let id = match field {
        None | Some(Value::Null) => return Some(WebhookEvent::Nothing),
        Some(Value::String(id)) => id,
        Some(object) => object.get("id").and_then(Value::as_str)?.to_owned(),
    };
    PaymentIntent::new(id).ok().map(WebhookEvent::Intent)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn event(kind: &str, object: Value) -> Value {
        json!({ "id": "evt_1", "type": kind, "livemode": false, "data": { "object": object } })
    }

    fn read_test(event: &Value) -> Result<WebhookEvent, RejectedEvent> {
        read(event.to_string().as_bytes(), Mode::Test)
    }

    #[test]
    fn an_event_names_a_session_or_a_payment() {
        let payment = Ok(WebhookEvent::Intent(PaymentIntent::new("pi_1").unwrap()));
        let session = read_test(&event("checkout.session.async_payment_failed", json!({ "id": "cs_1" })));
        assert_eq!(session, Ok(WebhookEvent::Session(CheckoutSession::new("cs_1").unwrap())));
        for (kind, object) in [
            ("payment_intent.succeeded", json!({ "id": "pi_1" })),
            ("charge.refunded", json!({ "id": "ch_1", "payment_intent": "pi_1" })),
            ("charge.dispute.created", json!({ "id": "du_1", "payment_intent": "pi_1" })),
            (
                "refund.failed",
                json!({ "id": "re_1", "payment_intent": { "id": "pi_1", "object": "payment_intent" } }),
            ),
        ] {
            assert_eq!(read_test(&event(kind, object)), payment, "{kind}");
        }
        for (kind, object) in [
            ("invoice.paid", json!({ "id": "in_1" })),
            ("charge.succeeded", json!({ "id": "ch_1", "payment_intent": null })),
            ("something.new", json!({ "id": "x", "payment_intent": 5 })),
        ] {
            assert_eq!(read_test(&event(kind, object)), Ok(WebhookEvent::Nothing), "{kind}");
        }
    }

    #[test]
    fn event_of_another_mode_or_account_is_rejected() {
        let mut live = event("refund.created", json!({ "id": "re_1", "payment_intent": "pi_1" }));
        live["livemode"] = json!(true);
        assert_eq!(read_test(&live), Err(RejectedEvent::OtherMode));
        assert!(read(live.to_string().as_bytes(), Mode::Live).is_ok());
        live["livemode"] = json!("false");
        assert_eq!(read_test(&live), Err(RejectedEvent::Unreadable), "a text is no truth value");
        let mut foreign = event("refund.created", json!({ "id": "re_1", "payment_intent": "pi_1" }));
        foreign["account"] = json!("acct_other");
        assert_eq!(read_test(&foreign), Err(RejectedEvent::OtherAccount));
        foreign["account"] = Value::Null;
        assert!(read_test(&foreign).is_ok());
    }

    #[test]
    fn malformed_event_is_rejected() {
        for bad in ["", "{", "null", "[]", "5", r#"{"type":"refund.created"}"#] {
            assert_eq!(read(bad.as_bytes(), Mode::Test), Err(RejectedEvent::Unreadable), "{bad}");
        }
        for object in [
            json!({}),
            json!([]),
            json!({ "id": 5 }),
            json!({ "id": "" }),
            json!({ "id": "a b" }),
            json!({ "id": "x".repeat(201) }),
        ] {
            assert_eq!(
                read_test(&event("checkout.session.completed", object.clone())),
                Err(RejectedEvent::Unreadable),
                "{object}"
            );
        }
        for payment in [json!(5), json!({}), json!({ "id": 5 }), json!("a b")] {
            let object = json!({ "id": "re_1", "payment_intent": payment });
            assert_eq!(
                read_test(&event("refund.created", object.clone())),
                Err(RejectedEvent::Unreadable),
                "{object}"
            );
        }
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(read(deep.as_bytes(), Mode::Test), Err(RejectedEvent::Unreadable));
    }
}
