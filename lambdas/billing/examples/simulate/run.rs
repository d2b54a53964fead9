//! Runs one seed: interleaves workers that crash, lag and lose answers; then settles everything and checks
//! the result.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use billing::ledger::{HoldState, PurchaseStatus};

use crate::action::{Acknowledged, Action, act};
use crate::check;
use crate::script::Script;
use crate::world::{WORKERS, World};

/// Chance of a crash at each await point, in percent.
const DEATHS: u64 = 2;
/// Maximum turns of a seed, and of an operation that runs alone.
const TURNS: usize = 2_000_000;

#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) operations: usize,
    pub(crate) crashes: usize,
    pub(crate) violations: Vec<String>,
    pub(crate) written: BTreeMap<String, usize>,
}

struct Task<'w> {
    asked: Action,
    future: Pin<Box<dyn Future<Output = Acknowledged> + 'w>>,
}

fn start(world: &World, worker: usize, asked: Action) -> Task<'_> {
    let action = asked.clone();
    Task { asked, future: Box::pin(async move { act(world, worker, &action).await }) }
}

pub(crate) fn run(seed: u64, operations: usize) -> Outcome {
    let world = World::new(seed);
    let mut script = Script::new(&world);
    let mut outcome = Outcome::default();
    let mut tasks: [Option<Task<'_>>; WORKERS] = std::array::from_fn(|_| None);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..TURNS {
        let is_over = outcome.operations >= operations;
        if is_over && tasks.iter().all(Option::is_none) || !world.shared().violations.is_empty() {
            break;
        }
        let worker = world.shared().random.below(WORKERS);
        let Some(slot) = tasks.get_mut(worker) else { break };
        let Some(task) = slot else {
            if !is_over {
                outcome.operations += 1;
                *slot = Some(start(&world, worker, script.next(&world)));
            }
            continue;
        };
        match task.future.as_mut().poll(&mut context) {
            Poll::Ready(acknowledged) => {
                if !acknowledged {
                    script.again(task.asked.clone());
                }
                *slot = None;
            }
            Poll::Pending if world.shared().random.happens(DEATHS) => {
                outcome.crashes += 1;
                script.again(task.asked.clone());
                *slot = None;
            }
            Poll::Pending => {}
        }
    }
    drop(tasks);
    settle(&world, &mut script);
    for member in &world.members {
        for transaction in world.rows.rows_of(member).transactions {
            *outcome.written.entry(format!("{:?}", transaction.kind)).or_default() += 1;
        }
    }
    outcome.violations = std::mem::take(&mut world.shared().violations);
    outcome
}

fn alone(world: &World, asked: Action) -> Acknowledged {
    let mut task = start(world, 0, asked);
    let mut context = Context::from_waker(Waker::noop());
    for _ in 0..TURNS {
        if let Poll::Ready(acknowledged) = task.future.as_mut().poll(&mut context) {
            return acknowledged;
        }
    }
    world.violate("an operation never ends".to_owned());
    true
}

/// Disables faults, retries unanswered actions, ends open holds, sweeps and checks everything.
fn settle(world: &World, script: &mut Script) {
    if !world.shared().violations.is_empty() {
        return;
    }
    world.shared().is_broken = false;
    for asked in script.unanswered() {
        if !alone(world, asked) {
            world.violate("it is never answered, although nothing breaks".to_owned());
        }
    }
    for (number, member) in world.members.iter().enumerate() {
        for hold in world.rows.rows_of(member).holds {
            if hold.state == HoldState::Held {
                let id = hold.id.to_string();
                alone(world, Action::Release { member: number, id });
            }
        }
        alone(world, Action::Sweep { member: number });
        let now = world.now(0);
        let found = check::sound(&world.rows, member, now, true);
        world.shared().violations.extend(found);
        let rows = world.rows.rows_of(member);
        let shown = check::live(&rows.grants, now);
        if rows.balance.as_ref().is_some_and(|balance| balance.balance.get() != shown) {
            world.violate("the balance is not what is shown, although all was swept".to_owned());
        }
        for purchase in &rows.purchases {
            let account = world.shared().provider.get(purchase.id.as_str()).cloned().unwrap_or_default();
            if account.lost().min(purchase.price.cents) != purchase.lost {
                world.violate(format!("{}: not what the provider says at last", purchase.id));
            }
            let is_right = match purchase.status {
                PurchaseStatus::Completed | PurchaseStatus::Refunded => account.is_paid,
                PurchaseStatus::Pending | PurchaseStatus::Failed => !account.is_paid,
            };
            if !is_right {
                world.violate(format!(
                    "{}: {:?} for what was paid: {}",
                    purchase.id, purchase.status, account.is_paid
                ));
            }
        }
    }
    let answered: Vec<_> = world.shared().answered.clone().into_iter().collect();
    for (key, receipt) in answered {
        let is_kept = match world.rows.row(&billing::ledger::RowKey::Record(key.clone())) {
            Some(billing::ledger::Row::Record(record)) => record.receipt == receipt,
            _ => false,
        };
        if !is_kept {
            world.violate(format!("{key}: what was answered is not there any more"));
        }
    }
}
