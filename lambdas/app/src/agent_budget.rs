//! Daily model budget of one person, over any spending store.

use crate::OwnerId;
use crate::spending::Spending;
use agent::{Budget, Clock, Usage};
use zest_core::{PortError, Timestamp};

const MICRO_DOLLARS_OF_A_CENT: u64 = 10_000;

/// Daily budget of one person.
#[derive(Debug)]
pub struct AgentBudget<'a, RefundsAndDisputes, Time, Cost> {
    spending: &'a RefundsAndDisputes,
    clock: &'a Time,
    owner: OwnerId,
    most: u64,
    cost: Cost,
}

impl<'a, RefundsAndDisputes: Spending, Time: Clock, Cost: Fn(Usage) -> u64 + Sync>
    AgentBudget<'a, RefundsAndDisputes, Time, Cost>
{
    /// Budget of `cents` per day; `cost` returns the price of tokens in micro-dollars.
    #[must_use]
    pub fn new(
        spending: &'a RefundsAndDisputes,
        clock: &'a Time,
        owner: OwnerId,
        cents: u32,
        cost: Cost,
    ) -> Self {
        Self { spending, clock, owner, most: u64::from(cents) * MICRO_DOLLARS_OF_A_CENT, cost }
    }
}

impl<RefundsAndDisputes: Spending, Time: Clock, Cost: Fn(Usage) -> u64 + Sync> Budget
    for AgentBudget<'_, RefundsAndDisputes, Time, Cost>
{
    async fn charge(&self, usage: Usage) -> Result<bool, PortError> {
        let now = Timestamp::from_millis(self.clock.now().millis());
        let spent = self.spending.spend(&self.owner, (self.cost)(usage), now).await?;
        Ok(spent < self.most)
    }
}
