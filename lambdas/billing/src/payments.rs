//! Payments without network access: packages, webhook events, and evaluation of the provider's state.
//!
//! [`verify`] and [`read`] turn a webhook's bytes into a [`WebhookEvent`]. [`PurchaseService::settle`] asks
//! the provider for the current state through the port [`PaymentProvider`], evaluates it with [`verdict`],
//! and writes the result to the ledger. It is idempotent and independent of order.
//!
//! Card data, keys and payment methods never pass through this crate. See docs/decisions 095 to 097.

mod event;
mod outcome;
mod packages;
mod provider;
mod service;
mod signature;
mod verdict;

pub use event::{RejectedEvent, WebhookEvent, read};
pub use outcome::{Begun, EventOutcome, PurchaseError, PurchaseRequest, Settled, Swept};
pub use packages::{BadPackages, Package, Packages};
pub use provider::{
    Checkout, CheckoutState, Language, Mode, Order, PaymentProvider, PaymentState, ProviderError,
    RefundsAndDisputes,
};
pub use service::PurchaseService;
pub use signature::{LARGEST_BODY, SignatureError, TOLERANCE, WebhookSecret, verify};
pub use verdict::{Mismatch, Verdict, verdict};
