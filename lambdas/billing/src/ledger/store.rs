//! The port through which rows are read and written.

use std::future::Future;

use crate::ledger::change::Change;
use crate::ledger::ids::{HoldId, PaymentIntent, PurchaseId, UserId};
use crate::ledger::moment::Moment;
use crate::ledger::purchase::Purchase;
use crate::ledger::state::{MemberRows, Needs, State};

/// Why the store did not do what it was asked. After a [`Self::Busy`] commit nobody knows whether it was written: the
/// same operation, asked for again, finds out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Busy or out of reach for now, or its answer was lost. The text is for the log.
    #[error("busy: {0}")]
    Busy(String),
    /// Refused or broken: a second try will not help. The text is for the log.
    #[error("broken: {0}")]
    Broken(String),
    /// A row cannot be read: written by a newer version, or damaged. The text is for the log.
    #[error("unreadable: {0}")]
    Unreadable(String),
}

/// Why a change was not written, or may not have been.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// A condition was not met, or another change was being written: nothing was.
    #[error("somebody else was faster")]
    Conflict,
    /// The store is busy or broken.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What decides: reads and one atomic write.
pub trait Store: Sync {
    /// What an operation needs, each row strongly consistent. What is not there is absent from the answer, which is no error.
    ///
    /// The record is read when all else has been: otherwise what this very key has done meanwhile would be met
    /// without it, and looked at as somebody else's. The balance is read no later than the grants.
    fn read(&self, needs: &Needs) -> impl Future<Output = Result<State, StoreError>> + Send;

    /// Writes all rows of a change if each meets its condition, and nothing otherwise.
    fn commit(&self, change: &Change) -> impl Future<Output = Result<(), CommitError>> + Send;
}

/// What a sweep looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DueKind {
    /// Grants with credits, by their expiration.
    Grants,
    /// Holds that have not ended, by their deadline.
    Holds,
    /// Purchases that are pending, by when they were begun.
    Purchases,
}

/// Something that a sweep has found. The index lags behind: the operation looks again and decides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// A member has a grant with credits left.
    Grant(UserId),
    /// A member's hold has not ended.
    Hold(UserId, HoldId),
    /// A purchase is pending.
    Purchase(PurchaseId),
}

/// What is looked up beside decisions.
pub trait Lookups: Sync {
    /// A purchase, strongly consistent: read it before the provider is asked, and hand it to the operation.
    fn purchase(&self, id: &PurchaseId) -> impl Future<Output = Result<Option<Purchase>, StoreError>> + Send;

    /// The purchase of a payment intent, itself strongly consistent; one that was named a moment ago may not be found yet.
    fn purchase_of(
        &self,
        intent: &PaymentIntent,
    ) -> impl Future<Output = Result<Option<Purchase>, StoreError>> + Send;

    /// What is due at or before this moment, the earliest first, at most so many.
    fn due(
        &self,
        kind: DueKind,
        until: Moment,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Due>, StoreError>> + Send;

    /// All rows of a member, for the audit: whoever writes meanwhile may let it look damaged, so a damage is looked at twice.
    fn rows(&self, member: &UserId) -> impl Future<Output = Result<MemberRows, StoreError>> + Send;
}
