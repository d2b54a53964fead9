//! An event: something has happened, and an object was like this then.

use serde_json::{Value, json};

/// An event: what has happened to an object, and the object as it was then.
#[derive(Debug, Clone)]
pub struct Event {
    /// `evt_…`.
    pub id: String,
    /// When it happened, in seconds since 1970.
    pub created: i64,
    /// What happened, such as `checkout.session.completed`.
    pub kind: &'static str,
    /// The object as it was then.
    pub object: Value,
}

/// The API version in whose shape events are sent.
const API_VERSION: &str = "2026-09-30.endive";

impl Event {
    /// The event as the API shows it and as it is delivered.
    pub fn shown(&self, pending: usize) -> Value {
        json!({
            "id": self.id, "object": "event", "api_version": API_VERSION, "created": self.created,
            "data": { "object": self.object }, "livemode": false, "pending_webhooks": pending,
            "request": { "id": null, "idempotency_key": null }, "type": self.kind,
        })
    }
}
