//! What the stand-in remembers, and how each object is shown as JSON.
//!
//! An object is a plain record; what follows from it (the amount refunded, whether a payment is paid) is worked out when it is
//! shown, so that two objects cannot say different things.

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

/// Texts that a caller attached to an object.
pub type Metadata = BTreeMap<String, String>;

/// A list as Stripe gives it, at most one page long.
pub fn list(url: &str, data: Vec<Value>, has_more: bool) -> Value {
    json!({ "object": "list", "data": data, "has_more": has_more, "url": url })
}

/// An object with these fields too, each null: Stripe shows a field that has no value.
fn with_nulls(mut object: Value, names: &[&str]) -> Value {
    for name in names {
        object[*name] = Value::Null;
    }
    object
}
