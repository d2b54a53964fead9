//! Payments, without a network: what is sold, which events are believed, and what the provider's present state means.
//!
//! [`verify`] and [`read`] make a [`WebhookEvent`] of an event's bytes: something to look at, never a fact. [`PurchaseService::settle`] looks: it
//! asks the provider through the port [`PaymentProvider`] how things stand now, [`verdict`] judges that, and the ledger writes it.
//! The webhook, the success page and the sweep all call it, in any order and any number of times.
//!
//! No card, key or payment method comes through here. Why it is so: docs/decisions 095 to 097.

mod event;
mod outcome;
mod packages;
mod provider;
mod service;
mod signature;
mod verdict;

pub use event::{NotForUs, WebhookEvent, read};
pub use outcome::{Begun, EventOutcome, PurchaseError, PurchaseRequest, Settled, Swept};
pub use packages::{BadPackages, Package, Packages};
pub use provider::{
    Checkout, CheckoutState, Language, Mode, Money, Order, PaymentProvider, PaymentState, ProviderError,
};
pub use service::PurchaseService;
pub use signature::{LARGEST_BODY, SignatureError, TOLERANCE, WebhookSecret, verify};
pub use verdict::{Mismatch, Verdict, verdict};
