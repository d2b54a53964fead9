//! A model whose tokens are paid for by the day of one person.

use std::fmt;

use agent::{Budget, Clock, Model, StoreError, Usage};
use agent::{Meter, Metered, Price};
use app::OwnerId;
use app::agent_budget::AgentBudget;
use app::spending::Spending;

/// A model, what its tokens cost, and what a day may cost one person.
#[derive(Debug)]
pub struct PaidModel<'p, M, Money> {
    /// The model that is asked, which many people share.
    pub model: &'p M,
    /// What its tokens cost.
    pub price: Price,
    /// What people have spent.
    pub spending: &'p Money,
    /// What a day may cost one person, in US cents.
    pub cents: u32,
}

impl<M, Money> Clone for PaidModel<'_, M, Money> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M, Money> Copy for PaidModel<'_, M, Money> {}

impl<'p, M: Model, Money: Spending> PaidModel<'p, M, Money> {
    /// The model behind a meter, at this person's expense.
    #[must_use]
    pub fn account<'a, Time: Clock>(&self, owner: OwnerId, clock: &'a Time) -> Account<'a, M, Money, Time>
    where
        'p: 'a,
    {
        let price = self.price;
        let cost: Cost = Box::new(move |usage| price.micros(usage));
        Account {
            meter: Meter::new(self.model),
            budget: AgentBudget::new(self.spending, clock, owner, self.cents, cost),
        }
    }
}

type Cost = Box<dyn Fn(Usage) -> u64 + Send + Sync>;

/// One use of a model by one person. It is the budget of that use, and ends with [`Account::close`].
pub struct Account<'a, M, Money, Time> {
    meter: Meter<'a, M>,
    budget: AgentBudget<'a, Money, Time, Cost>,
}

impl<M, Money, Time> fmt::Debug for Account<'_, M, Money, Time> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Account").finish_non_exhaustive()
    }
}

impl<'a, M: Model, Money: Spending, Time: Clock> Account<'a, M, Money, Time> {
    /// The model to be asked.
    #[must_use]
    pub fn model(&self) -> &Meter<'a, M> {
        &self.meter
    }

    /// Books what a call cost that was broken off, which nobody else books, and says what was used. It is lost where it cannot be
    /// booked: the answer stays.
    pub async fn close(self) -> Metered {
        let used = self.meter.read();
        self.book(used.untold).await;
        used
    }

    /// The same of a use that has booked nothing of its calls: all that was used.
    pub async fn close_unbooked(self) -> Metered {
        let used = self.meter.read();
        self.book(used.usage).await;
        used
    }

    async fn book(&self, usage: Usage) {
        if usage != Usage::default()
            && let Err(error) = self.budget.charge(usage).await
        {
            tracing::warn!(%error, "what a model was used for could not be booked");
        }
    }
}

impl<M: Model, Money: Spending, Time: Clock> Budget for Account<'_, M, Money, Time> {
    async fn charge(&self, usage: Usage) -> Result<bool, StoreError> {
        self.budget.charge(usage).await
    }
}

#[cfg(test)]
mod tests {
    use agent::{Event, Events, ModelError, Moment, Request};
    use test_support::fakes::MemorySpending;
    use test_support::samples::at;

    use super::*;

    /// Never says what it costs.
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
        fn now(&self) -> Moment {
            Moment::from_millis(at(0).millis())
        }
    }

    #[tokio::test]
    async fn a_call_that_is_broken_off_is_paid_for_by_whoever_it_was_made_for() {
        let (spending, ann) = (MemorySpending::default(), OwnerId::new("ann"));
        let price = Price::of("", Some("1/1")).unwrap();
        let paid = PaidModel { model: &Silent, price, spending: &spending, cents: 100 };
        let account = paid.account(ann.clone(), &Still);
        let request = Request {
            system: "x".repeat(300),
            messages: Vec::new(),
            tools: Vec::new(),
            must_use: None,
            output_tokens: 1,
            until: Moment::from_millis(0),
        };
        let mut events = account.model().ask(request).await.unwrap();
        assert!(events.next().await.unwrap().is_some());
        assert_eq!(spending.spend(&ann, 0, at(0)).await, Ok(0), "nobody has told it yet");
        assert_eq!(account.close().await.untold, Usage { input_tokens: 100, output_tokens: 10 });
        assert_eq!(spending.spend(&ann, 0, at(0)).await, Ok(110));
        assert_eq!(paid.account(OwnerId::new("bob"), &Still).close().await, Metered::default());
        assert_eq!(spending.spend(&OwnerId::new("bob"), 0, at(0)).await, Ok(0));
    }
}
