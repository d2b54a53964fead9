use std::future::Future;
use zest_core::PortError;

use crate::ledger::change::Change;
use crate::ledger::ids::{HoldId, PaymentIntent, PurchaseId, UserId};
use crate::ledger::purchase::Purchase;
use crate::ledger::state::{MemberRows, Needs, State};
use zest_core::Timestamp;

/// Why a commit failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// A condition failed or another write was in progress; nothing was written.
    #[error("somebody else was faster")]
    Conflict,
    /// The store failed; see [`PortError`].
    #[error(transparent)]
    Store(#[from] PortError),
}

/// Storage for decisions: reads and one atomic write.
pub trait Store: Sync {
    /// Reads the needed rows, each strongly consistent. Missing rows are absent from the state.
    ///
    /// The record of the key is read last: otherwise a concurrent write with the same key would look like
    /// another request. The balance is read before the grants, or with them.
    fn read(&self, needs: &Needs) -> impl Future<Output = Result<State, PortError>> + Send;

    /// Writes all rows if every condition holds, else nothing.
    fn commit(&self, change: &Change) -> impl Future<Output = Result<(), CommitError>> + Send;
}

/// Kind of rows that a sweep looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DueKind {
    /// Grants with credits, by expiry.
    Grants,
    /// Open holds, by deadline.
    Holds,
    /// Pending purchases, by opening time.
    Purchases,
}

/// A row that a sweep found. The index is eventually consistent, so the operation reads again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// Member with a grant that has credits.
    Grant(UserId),
    /// Open hold.
    Hold(UserId, HoldId),
    /// Pending purchase.
    Purchase(PurchaseId),
}

/// Reads that do not decide an operation: for payments, the sweep and the audit.
pub trait Lookups: Sync {
    /// A purchase, strongly consistent. Read it before asking the provider.
    fn purchase(&self, id: &PurchaseId) -> impl Future<Output = Result<Option<Purchase>, PortError>> + Send;

    /// The purchase of a payment intent. The lookup is eventually consistent, the row strongly consistent.
    fn purchase_of(
        &self,
        intent: &PaymentIntent,
    ) -> impl Future<Output = Result<Option<Purchase>, PortError>> + Send;

    /// At most `limit` rows due at or before `until`, earliest first.
    fn due(
        &self,
        kind: DueKind,
        until: Timestamp,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Due>, PortError>> + Send;

    /// All rows of a member, for the audit. Concurrent writes may look like damage.
    fn rows(&self, member: &UserId) -> impl Future<Output = Result<MemberRows, PortError>> + Send;
}
