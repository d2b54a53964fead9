//! The port through which members' lists are read.

use std::future::Future;

use billing::ledger::{GrantRow, HoldId, HoldRow, Key, Purchase, StoreError, Transaction, UserId};

use crate::listing::{PageRequest, RowPage};

/// A member's rows, each strongly consistent; of holds and purchases the newest may not be found yet.
pub trait CreditReads: Send + Sync {
    /// Holds that have not ended.
    fn open_holds(&self, member: &UserId) -> impl Future<Output = Result<Vec<HoldRow>, StoreError>> + Send;

    /// Those of these holds that there are, in no order.
    fn holds(
        &self,
        member: &UserId,
        ids: Vec<HoldId>,
    ) -> impl Future<Output = Result<Vec<HoldRow>, StoreError>> + Send;

    /// Grants by their expiration.
    fn grants(
        &self,
        member: &UserId,
        page: &PageRequest,
    ) -> impl Future<Output = Result<RowPage<GrantRow>, StoreError>> + Send;

    /// Transactions by when they were written.
    fn transactions(
        &self,
        member: &UserId,
        page: &PageRequest,
    ) -> impl Future<Output = Result<RowPage<Transaction>, StoreError>> + Send;

    /// Purchases by when they were begun.
    fn purchases(
        &self,
        member: &UserId,
        page: &PageRequest,
    ) -> impl Future<Output = Result<RowPage<Purchase>, StoreError>> + Send;

    /// What was written under a key, if it was this member who asked for it.
    fn transaction_of(
        &self,
        member: &UserId,
        key: &Key,
    ) -> impl Future<Output = Result<Option<Transaction>, StoreError>> + Send;
}
