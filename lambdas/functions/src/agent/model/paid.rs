//! A model charged to the daily budgets of a person and of the stage.

use std::fmt;

use agent::{Budget, Clock, Model, Usage};
use agent::{Meter, Metered, Price};
use app::OwnerId;
use app::agent_budget::{AgentBudget, DayBudgets};
use app::spending::Spending;
use zest_core::PortError;

/// A model with its price and the daily budget.
#[derive(Debug)]
pub struct PaidModel<'p, M, Costs> {
    /// The shared model.
    pub model: &'p M,
    /// Price of the tokens.
    pub price: Price,
    /// Stored spending.
    pub spending: &'p Costs,
    /// Daily limits per person and for the stage.
    pub budgets: DayBudgets,
}

impl<M, Costs> Clone for PaidModel<'_, M, Costs> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M, Costs> Copy for PaidModel<'_, M, Costs> {}

impl<'p, M: Model, Costs: Spending> PaidModel<'p, M, Costs> {
    /// A metered model charged to this person.
    #[must_use]
    pub fn account<'a, Time: Clock>(&self, owner: OwnerId, clock: &'a Time) -> Account<'a, M, Costs, Time>
    where
        'p: 'a,
    {
        let price = self.price;
        let cost: Cost = Box::new(move |usage| price.micros(usage));
        Account {
            meter: Meter::new(self.model),
            budget: AgentBudget::new(self.spending, clock, owner, self.budgets, cost),
        }
    }
}

type Cost = Box<dyn Fn(Usage) -> u64 + Send + Sync>;

/// One person's use of a model, and the budget for it. Must be closed with [`Account::close`].
pub struct Account<'a, M, Costs, Time> {
    meter: Meter<'a, M>,
    budget: AgentBudget<'a, Costs, Time, Cost>,
}

impl<M, Costs, Time> fmt::Debug for Account<'_, M, Costs, Time> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account").finish_non_exhaustive()
    }
}

impl<'a, M: Model, Costs: Spending, Time: Clock> Account<'a, M, Costs, Time> {
    /// The metered model.
    #[must_use]
    pub fn model(&self) -> &Meter<'a, M> {
        &self.meter
    }

    /// Books the estimated cost of interrupted calls and returns the total usage. If booking fails, the cost
    /// is lost and the answer is kept.
    pub async fn close(self) -> Metered {
        let used = self.meter.read();
        self.book(used.estimated).await;
        used
    }

    /// Like [`Self::close`], but books the total usage; for uncharged calls.
    pub async fn close_unbooked(self) -> Metered {
        let used = self.meter.read();
        self.book(used.usage).await;
        used
    }

    async fn book(&self, usage: Usage) {
        if usage != Usage::default()
            && let Err(error) = self.charge(usage).await
        {
            tracing::warn!(%error, "what a model was used for could not be booked");
        }
    }
}

impl<M: Model, Costs: Spending, Time: Clock> Budget for Account<'_, M, Costs, Time> {
    async fn charge(&self, usage: Usage) -> Result<bool, PortError> {
        let left = self.budget.book(usage).await?;
        if left.ended_stage {
            // An alarm counts this line.
            tracing::warn!("the stage has used up its model budget of the day");
        }
        Ok(left.is_some)
    }
}

#[cfg(test)]
mod tests {
    use agent::{Event, Events, ModelError, Request};
    use test_support::fakes::MemorySpending;
    use test_support::samples::at;
    use zest_core::Timestamp;

    use super::*;

    struct Silent;

    impl Model for Silent {
        type Events = Silent;

        async fn ask(&self, _: Request) -> Result<Silent, ModelError> {
            Ok(Silent)
        }
    }

    impl Events for Silent {
        async fn next(&mut self) -> Result<Option<Event>, ModelError> {
            Ok(Some(Event::Text("x".repeat(30))))
        }
    }

    struct Still;

    impl Clock for Still {
        fn now(&self) -> Timestamp {
            Timestamp::from_millis(at(0).millis())
        }
    }

    const BUDGETS: DayBudgets = DayBudgets { person: 100, stage: 1_000 };

    #[tokio::test]
    async fn interrupted_call_is_charged_to_its_owner() {
        let (spending, ann) = (MemorySpending::default(), OwnerId::new("ann"));
        let price = Price::of("", Some("1/1")).unwrap();
        let paid = PaidModel { model: &Silent, price, spending: &spending, budgets: BUDGETS };
        let account = paid.account(ann.clone(), &Still);
        let request = Request {
            system: "x".repeat(300),
            messages: Vec::new(),
            tools: Vec::new(),
            must_use: None,
            output_tokens: 1,
            until: Timestamp::from_millis(0),
        };
        let mut events = account.model().ask(request).await.unwrap();
        assert!(events.next().await.unwrap().is_some());
        assert_eq!(spending.spend(&ann, 0, at(0)).await, Ok(0), "nothing was booked yet");
        assert_eq!(account.close().await.estimated, Usage { input_tokens: 100, output_tokens: 10 });
        assert_eq!(spending.spend(&ann, 0, at(0)).await, Ok(110));
        assert_eq!(paid.account(OwnerId::new("bob"), &Still).close().await, Metered::default());
        assert_eq!(spending.spend(&OwnerId::new("bob"), 0, at(0)).await, Ok(0));
    }
}
