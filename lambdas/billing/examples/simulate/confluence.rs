//! Delivers five events of one payment in every order and with all combinations of duplicates. The final
//! state must be the same.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use billing::ledger::UserId;

use crate::action::{Action, act};
use crate::provider::Fact;
use crate::run::Outcome;
use crate::world::World;

const FACTS: [Fact; 5] =
    [Fact::Paid, Fact::RefundBegun(300), Fact::DisputeOpened, Fact::RefundFailed, Fact::DisputeWon];

fn orders(number: usize) -> Vec<Vec<usize>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in orders(number - 1) {
        for place in 0..number {
            let mut order = shorter.clone();
            order.insert(place, number - 1);
            all.push(order);
        }
    }
    all
}

pub(crate) fn run() -> Outcome {
    let mut outcome = Outcome::default();
    let mut first: Option<String> = None;
    for order in orders(FACTS.len()) {
        for doubles in 0..32_u32 {
            let mut events: Vec<usize> = Vec::new();
            for event in &order {
                let times = 1 + usize::from(doubles & (1 << event) != 0);
                events.extend(std::iter::repeat_n(*event, times));
            }
            // For odd masks, duplicates come last.
            if doubles % 2 == 1 {
                let twice = order.iter().filter(|event| doubles & (1 << **event) != 0);
                events = order.iter().chain(twice).copied().collect();
            }
            let world = World::new(0);
            world.shared().is_broken = false;
            let state = one(&world, &events);
            outcome.operations += events.len() + 1;
            outcome.violations.append(&mut world.shared().violations);
            if first.get_or_insert_with(|| state.clone()) != &state {
                outcome.violations.push(format!("order {events:?} ends otherwise: {state}"));
            }
        }
    }
    outcome
}

/// Delivers events, each after its own and all earlier facts have happened at the provider.
fn one(world: &World, events: &[usize]) -> String {
    let id = "p1".to_owned();
    ask(world, &Action::Open { member: 0, id: id.clone() });
    let mut happened = 0;
    for event in events {
        while happened <= *event {
            if let Some(fact) = FACTS.get(happened) {
                let mut shared = world.shared();
                shared.provider.entry(id.clone()).or_default().happen(*fact);
            }
            happened += 1;
        }
        let action = if *event == 0 {
            Action::Paid { member: 0, id: id.clone(), session: "cs".to_owned(), off: 0 }
        } else {
            Action::Look { member: 0, id: id.clone() }
        };
        ask(world, &action);
    }
    let Some(member) = world.members.first() else { return String::new() };
    summary(world, member)
}

fn ask(world: &World, action: &Action) {
    let mut asked = pin!(act(world, 0, action));
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..1_000 {
        if let Poll::Ready(acknowledged) = asked.as_mut().poll(&mut context) {
            if !acknowledged {
                world.violate(format!("{action:?} is not answered"));
            }
            return;
        }
    }
    world.violate(format!("{action:?} never ends"));
}

/// State that must not depend on the order of events: totals, but not the number of transactions.
fn summary(world: &World, member: &UserId) -> String {
    let rows = world.rows.rows_of(member);
    let balance = rows.balance.map(|balance| {
        (balance.balance, balance.lifetime_credits, balance.lifetime_refunded, balance.lifetime_usage)
    });
    let grants: Vec<_> = rows.grants.iter().map(|grant| (grant.granted, grant.remaining)).collect();
    let purchases: Vec<_> = rows
        .purchases
        .iter()
        .map(|purchase| (purchase.status, purchase.lost, purchase.target, purchase.clawed))
        .collect();
    format!("{balance:?} {grants:?} {purchases:?}")
}
