//! Port to each person's daily spending.

use std::future::Future;

use crate::ids::OwnerId;
use zest_core::{PortError, Timestamp};

/// Spending per person and UTC day; entries expire some time after the day.
pub trait Spending: Send + Sync {
    /// Adds millionths of a US dollar to the day of `now`; returns the total. Atomic.
    fn spend(
        &self,
        owner: &OwnerId,
        micro_dollars: u64,
        now: Timestamp,
    ) -> impl Future<Output = Result<u64, PortError>> + Send;

    /// Deletes all days of an owner; idempotent.
    fn forget(&self, owner: &OwnerId) -> impl Future<Output = Result<(), PortError>> + Send;
}
