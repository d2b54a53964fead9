//! Daily model budget of one person, over any spending store.

use crate::OwnerId;
use crate::spending::Spending;
use agent::{Budget, Clock, Usage};
use zest_core::{PortError, Timestamp};

const MICRO_DOLLARS_OF_A_CENT: u64 = 10_000;

/// Daily budget of one person.
#[derive(Debug)]
pub struct AgentBudget<'a, Money, Time, Cost> {
    spending: &'a Money,
    clock: &'a Time,
    owner: OwnerId,
    most: u64,
    cost: Cost,
}

impl<'a, Money: Spending, Time: Clock, Cost: Fn(Usage) -> u64 + Sync> AgentBudget<'a, Money, Time, Cost> {
    /// Budget of `cents` per day; `cost` returns the price of tokens in micro-dollars.
    #[must_use]
    pub fn new(spending: &'a Money, clock: &'a Time, owner: OwnerId, cents: u32, cost: Cost) -> Self {
        Self { spending, clock, owner, most: u64::from(cents) * MICRO_DOLLARS_OF_A_CENT, cost }
    }
}

impl<Money: Spending, Time: Clock, Cost: Fn(Usage) -> u64 + Sync> Budget
    for AgentBudget<'_, Money, Time, Cost>
{
    async fn charge(&self, usage: Usage) -> Result<bool, PortError> {
        let now = Timestamp::from_millis(self.clock.now().millis());
        match self.spending.spend(&self.owner, (self.cost)(usage), now).await {
            Ok(spent) => Ok(spent < self.most),
            Err(PortError::Busy(detail)) => Err(PortError::Busy(detail)),
            Err(PortError::Broken(detail) | PortError::Unreadable(detail)) => Err(PortError::Broken(detail)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use test_support::fakes::MemorySpending;
    use zest_core::Timestamp;

    use super::*;

    struct Time(AtomicI64);

    impl Clock for Time {
        fn now(&self) -> Timestamp {
            Timestamp::from_millis(self.0.load(Ordering::SeqCst))
        }
    }

    #[tokio::test]
    async fn budget_is_per_person_and_resets_each_day() {
        let (spending, time) = (MemorySpending::default(), Time(AtomicI64::new(0)));
        let cost = |usage: Usage| usage.input_tokens;
        let of = |name: &str| AgentBudget::new(&spending, &time, OwnerId::new(name), 2, cost);
        let used = |input_tokens| Usage { input_tokens, output_tokens: 0 };
        let (ann, bob) = (of("ann"), of("bob"));
        for (tokens, is_left) in [(0, true), (19_999, true), (0, true), (1, false), (0, false)] {
            assert_eq!(ann.charge(used(tokens)).await, Ok(is_left), "{tokens}");
        }
        assert_eq!(bob.charge(used(0)).await, Ok(true));
        time.0.store(24 * 60 * 60 * 1_000, Ordering::SeqCst);
        assert_eq!(ann.charge(used(0)).await, Ok(true), "the next day");
        let none = AgentBudget::new(&spending, &time, OwnerId::new("cid"), 0, cost);
        assert_eq!(none.charge(used(0)).await, Ok(false));
    }
}
