//! Stored objects and their JSON form. Derived values, such as the refunded amount, are computed for output.

mod charge;
mod dispute;
mod event;
mod intent;
mod refund;
mod session;

pub use charge::{Charge, ChargeStatus};
pub use dispute::{Dispute, DisputeStatus};
pub use event::Event;
pub use intent::{Intent, IntentStatus};
pub use refund::{Refund, RefundStatus};
pub use session::{LineItem, Session, SessionStatus};

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// Metadata of an object by name.
pub type Metadata = BTreeMap<String, String>;

/// One page of a list in Stripe's format.
pub fn list(url: &str, data: Vec<Value>, has_more: bool) -> Value {
    json!({ "object": "list", "data": data, "has_more": has_more, "url": url })
}

fn with_nulls(mut object: Value, names: &[&str]) -> Value {
    for name in names {
        object[*name] = Value::Null;
    }
    object
}
