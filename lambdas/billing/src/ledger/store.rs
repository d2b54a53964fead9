use std::future::Future;

use crate::ledger::change::Change;
use crate::ledger::ids::{HoldId, PaymentIntent, PurchaseId, UserId};
use crate::ledger::moment::Moment;
use crate::ledger::purchase::Purchase;
use crate::ledger::state::{MemberRows, Needs, State};

/// Storage failure. After [`Self::Busy`] a commit may have been written: retry the operation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Temporary: busy, unreachable, or the answer was lost. The text is for the log.
    #[error("busy: {0}")]
    Busy(String),
    /// Permanent: refused or broken. The text is for the log.
    #[error("broken: {0}")]
    Broken(String),
    /// A row cannot be parsed: damaged, or of a newer version. The text is for the log.
    #[error("unreadable: {0}")]
    Unreadable(String),
}

/// Why a commit failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommitError {
    /// A condition failed or another write was in progress; nothing was written.
    #[error("somebody else was faster")]
    Conflict,
    /// The store failed; see [`StoreError`].
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Storage for decisions: reads and one atomic write.
pub trait Store: Sync {
    /// Reads the needed rows, each strongly consistent; missing rows are absent from the state.
    ///
    /// The key's record is read last: otherwise a concurrent write of the same key would appear as another
    /// request's. The balance is read no later than the grants.
    fn read(&self, needs: &Needs) -> impl Future<Output = Result<State, StoreError>> + Send;

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

/// A row found by a sweep. The index is eventually consistent, so the operation reads again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Due {
    /// Member with a grant that has credits.
    Grant(UserId),
    /// Open hold.
    Hold(UserId, HoldId),
    /// Pending purchase.
    Purchase(PurchaseId),
}

/// Queries outside of decisions.
pub trait Lookups: Sync {
    /// A purchase, strongly consistent. Read it before asking the provider.
    fn purchase(&self, id: &PurchaseId) -> impl Future<Output = Result<Option<Purchase>, StoreError>> + Send;

    /// Purchase of a payment intent. The lookup is eventually consistent, the row strongly.
    fn purchase_of(
        &self,
        intent: &PaymentIntent,
    ) -> impl Future<Output = Result<Option<Purchase>, StoreError>> + Send;

    /// At most `limit` rows due at or before `until`, earliest first.
    fn due(
        &self,
        kind: DueKind,
        until: Moment,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Due>, StoreError>> + Send;

    /// All rows of a member, for the audit. Concurrent writes can look like damage.
    fn rows(&self, member: &UserId) -> impl Future<Output = Result<MemberRows, StoreError>> + Send;
}
