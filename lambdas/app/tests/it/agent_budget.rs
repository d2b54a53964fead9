use agent::{Budget, Clock, Usage};
use app::OwnerId;
use app::agent_budget::{AgentBudget, DayBudgets, Left};
use std::sync::atomic::{AtomicI64, Ordering};

use test_support::fakes::MemorySpending;
use zest_core::Timestamp;

struct Time(AtomicI64);

impl Clock for Time {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
}

fn budgets(person: u32) -> DayBudgets {
    DayBudgets { person, stage: 1_000 }
}

#[tokio::test]
async fn stage_budget_ends_everyone_s_day_and_is_reported_once() {
    let (spending, time) = (MemorySpending::default(), Time(AtomicI64::new(0)));
    let of = |name: &str| {
        let budgets = DayBudgets { person: 2, stage: 3 };
        AgentBudget::new(&spending, &time, OwnerId::new(name), budgets, |usage: Usage| usage.input_tokens)
    };
    let used = |input_tokens| Usage { input_tokens, output_tokens: 0 };
    let (ann, bob, cid) = (of("ann"), of("bob"), of("cid"));
    for (who, tokens, is_some, ended_stage) in [
        (&ann, 19_999, true, false),
        (&bob, 10_000, true, false),
        (&cid, 1, false, true),
        (&bob, 1, false, false),
        (&cid, 0, false, false),
    ] {
        assert_eq!(who.book(used(tokens)).await, Ok(Left { is_some, ended_stage }), "{tokens}");
    }
    time.0.store(24 * 60 * 60 * 1_000, Ordering::SeqCst);
    assert_eq!(cid.charge(used(0)).await, Ok(true), "the next day");
}

#[tokio::test]
async fn a_day_s_money_is_a_person_s_own_and_begins_anew_each_day() {
    let (spending, time) = (MemorySpending::default(), Time(AtomicI64::new(0)));
    let cost = |usage: Usage| usage.input_tokens;
    let of = |name: &str| AgentBudget::new(&spending, &time, OwnerId::new(name), budgets(2), cost);
    let used = |input_tokens| Usage { input_tokens, output_tokens: 0 };
    let (ann, bob) = (of("ann"), of("bob"));
    for (tokens, is_left) in [(0, true), (19_999, true), (0, true), (1, false), (0, false)] {
        assert_eq!(ann.charge(used(tokens)).await, Ok(is_left), "{tokens}");
    }
    assert_eq!(bob.charge(used(0)).await, Ok(true));
    time.0.store(24 * 60 * 60 * 1_000, Ordering::SeqCst);
    assert_eq!(ann.charge(used(0)).await, Ok(true), "the next day");
    let none = AgentBudget::new(&spending, &time, OwnerId::new("cid"), budgets(0), cost);
    assert_eq!(none.charge(used(0)).await, Ok(false));
}
