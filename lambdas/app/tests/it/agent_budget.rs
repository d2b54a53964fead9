//! Tests of `app::agent_budget`.

use agent::{Budget, Clock, Usage};
use app::OwnerId;
use app::agent_budget::AgentBudget;
use std::sync::atomic::{AtomicI64, Ordering};

use test_support::fakes::MemorySpending;
use zest_core::Timestamp;

struct Time(AtomicI64);

impl Clock for Time {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
}

#[tokio::test]
async fn a_day_s_money_is_a_person_s_own_and_begins_anew_each_day() {
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
