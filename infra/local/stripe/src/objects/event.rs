//! An event: a change and the object's snapshot.

use serde_json::{Value, json};

/// A change of an object.
#[derive(Debug, Clone)]
pub struct Event {
    /// Id, `evt_…`.
    pub id: String,
    /// Time in Unix seconds.
    pub created: i64,
    /// Type, such as `checkout.session.completed`.
    pub kind: &'static str,
    /// Snapshot of the object.
    pub object: Value,
}

const API_VERSION: &str = "2026-09-30.endive";

impl Event {
    /// The API object, also the webhook payload.
    pub fn shown(&self, pending: usize) -> Value {
        json!({
            "id": self.id, "object": "event", "api_version": API_VERSION, "created": self.created,
            "data": { "object": self.object }, "livemode": false, "pending_webhooks": pending,
            "request": { "id": null, "idempotency_key": null }, "type": self.kind,
        })
    }
}
