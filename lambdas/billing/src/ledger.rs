//! Credits, as pure decisions: no clock, no randomness, no network.
//!
//! An [`Operation`] looks at what was read ([`State`]) and answers a [`Decision`]: a [`Change`], which is a set of rows with
//! the condition that each must meet and is written all or nothing, or a typed [`Refusal`]. [`perform`] reads, decides and
//! commits through the port [`Store`], again when somebody else was faster. [`audit`] says of the rows of a member what
//! must hold and which row is damaged.
//!
//! | operation | what it does | decided once by |
//! | --- | --- | --- |
//! | [`Grant`] | gives promotional credits, or an admin's | its key |
//! | [`OpenPurchase`], [`NamePayment`], [`FailPurchase`] | begins a purchase, names its payment, ends one that was not paid | the purchase |
//! | [`Fulfil`] | gives what was bought | the checkout session, the purchase |
//! | [`Reclaim`] | takes back, or gives back, what a refund or a dispute says | the purchase's version |
//! | [`Hold`], [`Spend`] | takes credits, for now or for good | its key |
//! | [`Settle`], [`Release`] | ends a hold | the hold |
//! | [`Withdraw`] | an admin takes credits away | its key |
//! | [`Expire`] | ends grants whose time has come | the grants |
//!
//! Why it is so: docs/decisions 092 to 094.

mod account;
mod amounts;
mod audit;
mod change;
mod draft;
mod fingerprint;
mod ids;
mod memory;
mod moment;
mod mutants;
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
pub use moment::Moment;
#[cfg(feature = "mutants")]
pub use mutants::{Mutant, switch};
pub use operation::{Decision, Operation};
pub use operations::{
    Expire, FailPurchase, Fulfil, Grant, Hold, NamePayment, OpenPurchase, Payment, Reclaim, Release, Settle,
    Spend, Withdraw,
};
pub use perform::{Failure, RetryPolicy, perform};
pub use provider::{Dispute, DisputeState, Refund, RefundState, lost};
pub use purchase::{Currency, Price, Purchase, PurchaseStatus};
pub use refusal::Refusal;
pub use state::{Applied, MemberRows, Needs, Receipt, Record, State};
pub use store::{CommitError, Due, DueKind, Lookups, Store, StoreError};

/// How long bought credits last: twelve months, whatever their lengths, and never a day less.
pub const PURCHASED_FOR: std::time::Duration = days(366);
/// How long promotional credits last.
pub const PROMOTIONAL_FOR: std::time::Duration = days(90);
/// How long credits last that are given back when their grant has expired.
pub const GIVEN_BACK_FOR: std::time::Duration = days(30);
/// How many grants one transaction touches at most: DynamoDB takes a hundred rows, and there are others.
pub const GRANTS_AT_ONCE: usize = 40;

const fn days(days: u64) -> std::time::Duration {
    std::time::Duration::from_secs(days * 24 * 60 * 60)
}
