//! Port to the daily spending of each person.

use std::future::Future;

use crate::ids::OwnerId;
use zest_core::{PortError, Timestamp};

/// Spending per person and UTC day. Entries expire after two days.
pub trait Spending: Send + Sync {
    /// Adds millionths of a US dollar to the day of `now`, and returns the total. Atomic.
    fn spend(
        &self,
        owner: &OwnerId,
        micro_dollars: u64,
        now: Timestamp,
    ) -> impl Future<Output = Result<u64, PortError>> + Send;

    /// Deletes an owner's spending on all days; idempotent.
    fn forget(&self, owner: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}
