use std::future::Future;

use billing::ledger::{GrantRow, HoldId, HoldRow, Key, Purchase, Transaction, UserId};
use zest_core::PortError;

use crate::listing::{PageRequest, RowPage};

/// A member's rows. Reads are strongly consistent, but very recent holds and purchases may be missing.
pub trait CreditReads: Send + Sync {
    /// Holds that have not ended.
    fn open_holds(&self, member: &UserId) -> impl Future<Output = Result<Vec<HoldRow>, PortError>> + Send;

    /// The existing holds among `ids`, in any order.
    fn holds(
        &self,
        member: &UserId,
        ids: Vec<HoldId>,
    ) -> impl Future<Output = Result<Vec<HoldRow>, PortError>> + Send;

    /// Grants by expiry.
    fn grants(
        &self,
        member: &UserId,
        page: &PageRequest,
    ) -> impl Future<Output = Result<RowPage<GrantRow>, PortError>> + Send;

    /// Transactions by time of creation.
    fn transactions(
        &self,
        member: &UserId,
        page: &PageRequest,
    ) -> impl Future<Output = Result<RowPage<Transaction>, PortError>> + Send;

    /// Purchases by time of creation.
    fn purchases(
        &self,
        member: &UserId,
        page: &PageRequest,
    ) -> impl Future<Output = Result<RowPage<Purchase>, PortError>> + Send;

    /// The member's transaction with this key.
    fn transaction_of(
        &self,
        member: &UserId,
        key: &Key,
    ) -> impl Future<Output = Result<Option<Transaction>, PortError>> + Send;
}
