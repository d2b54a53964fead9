//! The port to what a person's use of something dear has cost in a day.

use std::future::Future;

use crate::error::PortError;
use crate::ids::OwnerId;
use crate::timestamp::Timestamp;

/// What each person has spent in a day of UTC. Days are forgotten some time after their end.
pub trait Spending: Send + Sync {
    /// Adds so many millionths of a US dollar, which may be none, to what this person has spent on the day of `now`, and says how many it
    /// are with these. Of many at once none is lost.
    fn spend(
        &self,
        owner: &OwnerId,
        micro_dollars: u64,
        now: Timestamp,
    ) -> impl Future<Output = Result<u64, PortError>> + Send;
}
