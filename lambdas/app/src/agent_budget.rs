//! Daily model budgets of a person and of the whole stage.

use crate::OwnerId;
use crate::spending::Spending;
use agent::{Budget, Clock, Usage};
use zest_core::{PortError, Timestamp};

const MICRO_DOLLARS_OF_A_CENT: u64 = 10_000;
/// Name under which the store counts the whole stage. Unlike this name, identity ids and `sub`s contain a
/// hyphen.
const EVERYONE: &str = "everyone";

/// Budgets per UTC day, in US cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayBudgets {
    /// Limit per person.
    pub person: u32,
    /// Limit of all persons together.
    pub stage: u32,
}

/// Remaining budget after a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// Whether another round may start.
    pub is_some: bool,
    /// Whether this charge used up the stage's budget. Happens at most once a day.
    pub ended_stage: bool,
}

/// Daily budget of a person, within the budget of the stage.
#[derive(Debug)]
pub struct AgentBudget<'a, Store, Time, Cost> {
    spending: &'a Store,
    clock: &'a Time,
    owner: OwnerId,
    budgets: DayBudgets,
    cost: Cost,
}

impl<'a, Store: Spending, Time: Clock, Cost: Fn(Usage) -> u64 + Sync> AgentBudget<'a, Store, Time, Cost> {
    /// Creates the budget; `cost` returns the price of tokens in micro-dollars.
    #[must_use]
    pub fn new(
        spending: &'a Store,
        clock: &'a Time,
        owner: OwnerId,
        budgets: DayBudgets,
        cost: Cost,
    ) -> Self {
        Self { spending, clock, owner, budgets, cost }
    }

    /// Adds a cost to the person's and the stage's spending.
    ///
    /// # Errors
    /// The store failed. One of the two may already be charged.
    pub async fn book(&self, usage: Usage) -> Result<Left, PortError> {
        let now = Timestamp::from_millis(self.clock.now().millis());
        let cost = (self.cost)(usage);
        let of_stage = self.spending.spend(&OwnerId::new(EVERYONE), cost, now).await?;
        let of_person = self.spending.spend(&self.owner, cost, now).await?;
        let [person, stage] = [self.budgets.person, self.budgets.stage].map(micro_dollars);
        Ok(Left {
            is_some: of_person < person && of_stage < stage,
            ended_stage: of_stage >= stage && of_stage.saturating_sub(cost) < stage,
        })
    }
}

fn micro_dollars(cents: u32) -> u64 {
    u64::from(cents) * MICRO_DOLLARS_OF_A_CENT
}

impl<Store: Spending, Time: Clock, Cost: Fn(Usage) -> u64 + Sync> Budget
    for AgentBudget<'_, Store, Time, Cost>
{
    async fn charge(&self, usage: Usage) -> Result<bool, PortError> {
        Ok(self.book(usage).await?.is_some)
    }
}
