//! Actions of clients, webhooks and sweeps; their answers are checked.

use std::collections::BTreeMap;
use std::time::Duration;

use billing::ledger::{
    Applied, CheckoutSession, Credits, Currency, Expire, FailPurchase, Failure, Fulfil, Grant, Hold, HoldId,
    HoldState, Key, Lookups, Note, OpenPurchase, Operation, PackageId, Payment, Price, PurchaseId, Reclaim,
    Refusal, Release, Row, RowKey, Scope, Settle, Spend, Withdraw, perform,
};

use crate::provider::{PRICE, cents_of};
use crate::world::{Turns, World, others};

const BOUGHT: i64 = 7;

/// `member` is an index into `World::members`.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Grant {
        member: usize,
        key: String,
        credits: i64,
        millis: u64,
    },
    Spend {
        member: usize,
        key: String,
        credits: i64,
    },
    Withdraw {
        member: usize,
        key: String,
        credits: i64,
    },
    Hold {
        member: usize,
        id: String,
        credits: i64,
    },
    Settle {
        member: usize,
        id: String,
    },
    Release {
        member: usize,
        id: String,
    },
    Open {
        member: usize,
        id: String,
    },
    /// Event: a session was paid; `off` is added to the price.
    Paid {
        member: usize,
        id: String,
        session: String,
        off: i64,
    },
    Expired {
        member: usize,
        id: String,
    },
    /// Event: a refund or dispute changed.
    Look {
        member: usize,
        id: String,
    },
    Sweep {
        member: usize,
    },
}

/// False if there is no final answer yet, so that the action must be retried.
pub(crate) type Acknowledged = bool;

fn credits(number: i64) -> Credits {
    Credits::new(number).expect("credits")
}

fn note() -> Note {
    Note::new("simulated").expect("a note")
}

fn key(scope: Scope, text: &str) -> Key {
    Key::new(scope, text).expect("a key")
}

fn purchase(id: &str) -> PurchaseId {
    PurchaseId::new(id).expect("an id")
}

impl Action {
    /// Distinguishes two requests under the same key.
    fn body(&self) -> i64 {
        match self {
            Self::Grant { member, credits, .. }
            | Self::Spend { member, credits, .. }
            | Self::Withdraw { member, credits, .. }
            | Self::Hold { member, credits, .. } => 2 * credits + i64::try_from(*member).unwrap_or_default(),
            _ => 0,
        }
    }
}

pub(crate) async fn act(world: &World, worker: usize, action: &Action) -> Acknowledged {
    let body = action.body();
    let member = |number: usize| world.members.get(number).expect("a member").clone();
    if let Some(mine) = world.shared().bodies.get_mut(worker) {
        *mine = body;
    }
    let metadata = BTreeMap::new();
    match action {
        Action::Grant { member: who, key: text, credits: number, millis } => {
            let key = key(Scope::Grant, text);
            let lasts = Duration::from_millis(*millis);
            let (member, credits) = (member(*who), credits(*number));
            let grant = Grant {
                member,
                key: key.clone(),
                is_present: number % 2 == 0,
                credits,
                lasts,
                note: note(),
                metadata,
            };
            keyed(world, worker, &key, &grant, body, *number).await
        }
        Action::Spend { member: who, key: text, credits: number } => {
            let key = key(Scope::Spend, text);
            let (member, credits) = (member(*who), credits(*number));
            let spend = Spend { member, key: key.clone(), credits, note: note(), metadata };
            keyed(world, worker, &key, &spend, body, *number).await
        }
        Action::Withdraw { member: who, key: text, credits: number } => {
            let key = key(Scope::Withdraw, text);
            let (member, credits) = (member(*who), credits(*number));
            let withdraw = Withdraw { member, key: key.clone(), credits, note: note(), metadata };
            keyed(world, worker, &key, &withdraw, body, 1).await
        }
        Action::Hold { member: who, id, credits: number } => {
            let deadline = world.now(worker).plus(Duration::from_secs(60));
            let (member, credits) = (member(*who), credits(*number));
            let hold_id = HoldId::new(id.as_str()).expect("an id");
            let hold = Hold { member, id: hold_id, credits, deadline, note: note(), metadata };
            keyed(world, worker, &key(Scope::Hold, id), &hold, body, *number).await
        }
        Action::Settle { member: who, id } => {
            let settle = Settle { member: member(*who), id: HoldId::new(id.as_str()).expect("an id") };
            let answer = run(world, worker, &settle).await;
            ended(world, *who, id, HoldState::Settled, answer.map(|()| true))
        }
        Action::Release { member: who, id } => {
            let release = Release { member: member(*who), id: HoldId::new(id.as_str()).expect("an id") };
            let answer = run(world, worker, &release).await;
            ended(world, *who, id, HoldState::Released, answer.map(|_| true))
        }
        Action::Open { member: who, id } => {
            let open = OpenPurchase {
                id: purchase(id),
                member: member(*who),
                package: PackageId::new("7").expect("an id"),
                credits: credits(BOUGHT),
                price: price(0),
            };
            is_known(run(world, worker, &open).await)
        }
        Action::Paid { member: who, id, session, off } => {
            let session = CheckoutSession::new(session.as_str()).expect("a session");
            let key = key(Scope::Checkout, session.as_str());
            let payment = Payment { session, intent: None, price: price(*off) };
            let fulfil = Fulfil { member: member(*who), purchase: purchase(id), payment };
            keyed(world, worker, &key, &fulfil, body, BOUGHT).await
        }
        Action::Expired { member: who, id } => {
            let Ok(Some(seen)) = world.rows.purchase(&purchase(id)).await else { return true };
            others().await;
            if world.shared().provider.get(id).is_some_and(|account| account.is_paid) {
                return true;
            }
            let fail = FailPurchase { member: member(*who), purchase: purchase(id), seen: seen.version };
            !matches!(
                run(world, worker, &fail).await,
                Err(Failure::Store(_) | Failure::Refused(Refusal::Stale))
            )
        }
        Action::Look { member: who, id } => look(world, worker, *who, id).await,
        Action::Sweep { member: who } => is_known(run(world, worker, &Expire { member: member(*who) }).await),
    }
}

fn price(off: i64) -> Price {
    Price { cents: cents_of(PRICE + off), currency: Currency::USD }
}

async fn run<O: Operation>(world: &World, worker: usize, operation: &O) -> Result<O::Outcome, Failure> {
    let answer = perform(&world.store(worker), operation, world.begin(worker), &mut Turns(0)).await;
    if let Err(Failure::Refused(Refusal::Damaged(reason))) = &answer {
        world.violate(format!("the ledger meets damage: {reason}"));
    }
    if let Err(Failure::Store(zest_core::PortError::Broken(reason))) = &answer {
        world.violate(format!("the store refuses: {reason}"));
    }
    answer
}

fn is_known<T>(answer: Result<T, Failure>) -> Acknowledged {
    !matches!(answer, Err(Failure::Store(_)))
}

/// Runs an operation that takes effect once per key, and compares its answer with the record.
async fn keyed<O: Operation<Outcome = Applied>>(
    world: &World,
    worker: usize,
    key: &Key,
    operation: &O,
    body: i64,
    asked: i64,
) -> Acknowledged {
    let answer = run(world, worker, operation).await;
    let stored = match world.rows.row(&RowKey::Record(key.clone())) {
        Some(Row::Record(record)) => Some(record.receipt),
        _ => None,
    };
    let mut shared = world.shared();
    let done_for = shared.done_for.get(key).copied();
    let glance = shared.glances.get(worker).cloned().unwrap_or_default();
    let violation = match &answer {
        Ok(applied) => {
            let first = *shared.answered.entry(key.clone()).or_insert(applied.receipt);
            if stored != Some(applied.receipt) {
                Some("an answer that no record has")
            } else if first != applied.receipt {
                Some("two answers for one key")
            } else if done_for != Some(body) {
                Some("another request's answer")
            } else {
                None
            }
        }
        Err(Failure::Refused(Refusal::OtherBody)) if done_for == Some(body) || done_for.is_none() => {
            Some("the same request was taken for another")
        }
        Err(Failure::Refused(Refusal::Insufficient { .. })) if glance.was_done => {
            Some("refused although it was done")
        }
        Err(Failure::Refused(Refusal::Insufficient { available })) => {
            let is_short = i64::from(available.get()) < asked && available.get() == glance.live;
            (!is_short).then_some("refused although there was enough")
        }
        Err(Failure::Refused(Refusal::AlreadyFulfilled)) if glance.was_done => {
            Some("refused as another's although it was done")
        }
        _ => None,
    };
    if let Some(violation) = violation {
        shared.violations.push(format!("{key}: {violation}"));
    }
    is_known(answer)
}

/// Checks that an acknowledged settle or release matches the stored hold.
fn ended(
    world: &World,
    who: usize,
    id: &str,
    state_if_ok: HoldState,
    answer: Result<bool, Failure>,
) -> Acknowledged {
    let expected = match &answer {
        Ok(_) => state_if_ok,
        Err(Failure::Refused(Refusal::AlreadySettled)) => HoldState::Settled,
        Err(Failure::Refused(Refusal::AlreadyReleased)) => HoldState::Released,
        Err(_) => return is_known(answer),
    };
    let (Some(member), Ok(hold)) = (world.members.get(who), HoldId::new(id)) else { return true };
    let stored = match world.rows.row(&RowKey::Hold(member.clone(), hold)) {
        Some(Row::Hold(hold)) => Some(hold.state),
        _ => None,
    };
    if stored != Some(expected) {
        world.violate(format!("hold {id}: answered {expected:?}, stored {stored:?}"));
    }
    true
}

/// Handles a refund or dispute event: reads, asks the provider, decides; retries when stale.
async fn look(world: &World, worker: usize, who: usize, id: &str) -> Acknowledged {
    let Some(member) = world.members.get(who) else { return true };
    for _ in 0..8 {
        let Ok(Some(seen)) = world.rows.purchase(&purchase(id)).await else { return true };
        others().await;
        let lost = world.shared().provider.get(id).map(super::provider::Account::lost);
        // Other workers run while the provider answers.
        others().await;
        let reclaim = Reclaim {
            member: member.clone(),
            purchase: purchase(id),
            seen: seen.version,
            lost: lost.unwrap_or_default(),
            metadata: BTreeMap::new(),
        };
        match run(world, worker, &reclaim).await {
            Ok(_) => return true,
            Err(Failure::Refused(Refusal::Stale)) => {}
            Err(_) => return false,
        }
    }
    false
}
