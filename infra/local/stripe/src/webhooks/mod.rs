//! Events on their way: queued, signed, sent, and sent again.

mod outbox;
mod sender;
mod signature;

pub use outbox::{Delivery, Outbox, Report};
pub use sender::Sender;
pub use signature::header;
