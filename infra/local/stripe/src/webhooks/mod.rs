//! Webhooks: queue, signature, delivery and retries.

mod outbox;
mod sender;
mod signature;

pub use outbox::{Delivery, Outbox, Report};
pub use sender::Sender;
pub use signature::header;
