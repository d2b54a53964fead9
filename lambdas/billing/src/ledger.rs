//! Credit ledger, without clock, randomness or network.
//!
//! An [`Operation`] takes the rows that were read ([`State`]) and returns a [`Decision`] or a [`Refusal`]. A
//! [`Change`] is a set of conditional writes; all are applied, or none. [`perform`] reads, decides and
//! commits through the port [`Store`], and retries on conflicts. [`audit`] checks the invariants of a
//! member's rows.
//!
//! | operation | effect | idempotent by |
//! | --- | --- | --- |
//! | [`Grant`] | adds promotional or admin credits | its key |
//! | [`OpenPurchase`], [`StorePaymentIds`], [`FailPurchase`] | opens, updates, fails a purchase | its id |
//! | [`Fulfil`] | adds purchased credits | the checkout session, the purchase |
//! | [`Reclaim`] | claws back or returns credits after a refund or dispute | the purchase's version |
//! | [`Hold`], [`Spend`] | reserves or uses credits | its key |
//! | [`Settle`], [`Release`] | ends a hold | the hold |
//! | [`Withdraw`] | removes credits, by an admin | its key |
//! | [`Expire`] | ends expired grants | the grants |
//!
//! See docs/decisions 092 to 094.

mod account;
mod amounts;
mod audit;
mod change;
mod draft;
mod fingerprint;
mod ids;
mod memory;
mod operation;
mod operations;
mod order;
mod perform;
mod provider;
mod purchase;
mod refusal;
mod state;
mod store;

pub use account::{
    Allocation, Balance, GrantRow, GrantType, HoldRow, HoldState, Kind, Transaction, TransactionType,
};
pub use amounts::{Amount, Cents, Credits, OutOfRange};
pub use audit::{Damage, Finding, audit};
pub use change::{Change, Condition, Put, Row, RowKey};
pub use fingerprint::Fingerprint;
pub use ids::{
    CheckoutSession, GrantId, HoldId, InvalidId, Key, Note, PackageId, PaymentIntent, PurchaseId, Scope,
    UserId,
};
pub use memory::Memory;
pub use operation::{Decision, Operation};
pub use operations::{
    Expire, FailPurchase, Fulfil, Grant, Hold, OpenPurchase, Payment, Reclaim, Release, Settle, Spend,
    StorePaymentIds, Withdraw,
};
pub use perform::{Failure, RetryPolicy, perform};
pub use provider::{Dispute, DisputeState, Refund, RefundState, lost};
pub use purchase::{Currency, Price, Purchase, PurchaseStatus};
pub use refusal::Refusal;
pub use state::{Applied, MemberRows, Needs, Receipt, Record, State};
pub use store::{CommitError, Due, DueKind, Lookups, Store};

/// Lifetime of purchased credits: at least twelve months.
pub const PURCHASED_FOR: std::time::Duration = days(366);
/// Lifetime of promotional credits.
pub const PROMOTIONAL_FOR: std::time::Duration = days(90);
/// Lifetime of credits released or returned after their grant expired.
pub const GIVEN_BACK_FOR: std::time::Duration = days(30);
/// Maximum grants in a transaction; DynamoDB's limit of 100 rows includes other rows.
pub const GRANTS_AT_ONCE: usize = 40;

const fn days(days: u64) -> std::time::Duration {
    std::time::Duration::from_secs(days * 24 * 60 * 60)
}
