//! What the recipe agent may cost one person in a day, over any spending.

use crate::error::PortError;
use crate::spending::Spending;
use crate::{OwnerId, Timestamp};
use agent::{Budget, Clock, StoreError, Usage};

/// A US cent in millionths of a dollar.
const MICRO_DOLLARS_OF_A_CENT: u64 = 10_000;

/// The budget of one person.
#[derive(Debug)]
pub struct AgentBudget<'a, Money, Time, Cost> {
    spending: &'a Money,
    clock: &'a Time,
    owner: OwnerId,
    most: u64,
    cost: Cost,
}

impl<'a, Money: Spending, Time: Clock, Cost: Fn(Usage) -> u64 + Sync> AgentBudget<'a, Money, Time, Cost> {
    /// At most so many US cents a day for this person; `cost` says how many millionths of a dollar tokens cost.
    #[must_use]
    pub fn new(spending: &'a Money, clock: &'a Time, owner: OwnerId, cents: u32, cost: Cost) -> Self {
        Self { spending, clock, owner, most: u64::from(cents) * MICRO_DOLLARS_OF_A_CENT, cost }
    }
}

impl<Money: Spending, Time: Clock, Cost: Fn(Usage) -> u64 + Sync> Budget
    for AgentBudget<'_, Money, Time, Cost>
{
    async fn charge(&self, usage: Usage) -> Result<bool, StoreError> {
        let now = Timestamp::from_millis(self.clock.now().millis());
        match self.spending.spend(&self.owner, (self.cost)(usage), now).await {
            Ok(spent) => Ok(spent < self.most),
            Err(PortError::Busy(detail)) => Err(StoreError::Busy(detail)),
            Err(PortError::Broken(detail) | PortError::Unreadable(detail)) => Err(StoreError::Broken(detail)),
        }
    }
}
