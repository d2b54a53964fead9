//! Chooses the next action: new, repeated, with a used key, or a retry of an unanswered one.

use billing::ledger::{PurchaseId, RowKey};

use crate::action::Action;
use crate::provider::{Account, Fact};
use crate::world::World;

/// Number of one-credit grants that a crowded member starts with.
const CROWD: usize = 45;

#[derive(Debug, Default)]
pub(crate) struct Script {
    asked: Vec<Action>,
    unanswered: Vec<Action>,
    holds: Vec<(usize, String)>,
    purchases: Vec<(usize, String)>,
    crowd: usize,
    count: u64,
}

impl Script {
    pub(crate) fn new(world: &World) -> Self {
        let is_crowded = world.shared().random.happens(12);
        Self { crowd: if is_crowded { CROWD } else { 0 }, ..Self::default() }
    }

    pub(crate) fn again(&mut self, asked: Action) {
        self.unanswered.push(asked);
    }

    pub(crate) fn unanswered(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.unanswered)
    }

    pub(crate) fn next(&mut self, world: &World) -> Action {
        self.count += 1;
        self.pass_time(world);
        let (again, before) = {
            let random = &mut world.shared().random;
            (random.happens(35), random.happens(10))
        };
        if again && !self.unanswered.is_empty() {
            let number = world.shared().random.below(self.unanswered.len());
            return self.unanswered.swap_remove(number);
        }
        let one = if before { world.shared().random.one(&self.asked).cloned() } else { None };
        if let Some(action) = one {
            return changed(world, action);
        }
        let asked = self.fresh(world);
        self.asked.push(asked.clone());
        asked
    }

    /// Advances the clock: mostly by small steps, sometimes to within a second of the next expiry, rarely by
    /// half a year.
    fn pass_time(&self, world: &World) {
        let percent = world.shared().random.below(100);
        let step = world.shared().random.between(0, 4_000);
        if self.crowd > 0 || percent < 70 {
            world.shared().clock += step / 8;
        } else if percent < 94 {
            world.shared().clock += step;
        } else if percent < 99 {
            let member = world.shared().random.one(&world.members).cloned();
            let Some(member) = member else { return };
            let now = world.shared().clock;
            let grants = world.rows.rows_of(&member).grants;
            let ahead = grants.iter().filter(|grant| grant.remaining.get() > 0);
            let next = ahead.map(|grant| grant.expires_at.millis()).filter(|end| *end > now + 2_000).min();
            let off = world.shared().random.between(-1, 1) * 1_000;
            if let Some(next) = next.filter(|next| *next < now + 1_000_000_000) {
                world.shared().clock = (next + off).max(now);
            }
        } else if percent == 99 && self.count.is_multiple_of(7) {
            world.shared().clock +=
                i64::try_from(billing::ledger::PURCHASED_FOR.as_millis()).unwrap_or_default() / 2;
        }
    }

    /// A random purchase; `None` if its client crashed before storing it.
    fn stored(&self, world: &World) -> Option<(usize, String)> {
        let one = world.shared().random.one(&self.purchases).cloned()?;
        let id = PurchaseId::new(one.1.as_str()).ok()?;
        world.rows.row(&RowKey::Purchase(id)).map(|_| one)
    }

    fn fresh(&mut self, world: &World) -> Action {
        let stored = self.stored(world);
        let (percent, member) = {
            let random = &mut world.shared().random;
            (random.below(100), random.below(world.members.len()))
        };
        let twin = if percent < 12 { until_another(world, member) } else { None };
        let mut shared = world.shared();
        let random = &mut shared.random;
        let key = format!("k{}", self.count);
        if self.crowd > 0 {
            self.crowd -= 1;
            let millis = 600_000 + random.next() % 60_000;
            return Action::Grant { member: 0, key, credits: 1, millis };
        }
        match percent {
            0..12 => {
                let credits = random.between(1, 5);
                let seconds = random.one(&[1, 5, 20, 20, 60, 400]).copied().unwrap_or(20);
                // Some grants expire at the same moment as another.
                let millis = twin.filter(|_| random.happens(40)).unwrap_or(seconds * 1_000);
                Action::Grant { member, key, credits, millis }
            }
            12..22 => Action::Spend { member, key, credits: random.between(1, 4) },
            22..24 => Action::Withdraw { member, key, credits: random.between(1, 3) },
            24..26 => Action::Hold { member: 0, id: self.hold(0, key), credits: random.between(38, 48) },
            26..42 => {
                let id = self.hold(member, key);
                Action::Hold { member, id, credits: random.between(1, 4) }
            }
            42..60 => match random.one(&self.holds).cloned() {
                Some((member, id)) if random.happens(50) => Action::Settle { member, id },
                Some((member, id)) => Action::Release { member, id },
                None => Action::Sweep { member },
            },
            60..66 => {
                self.purchases.push((member, key.clone()));
                Action::Open { member, id: key }
            }
            66..92 => match stored {
                None => Action::Sweep { member },
                Some((member, id)) => {
                    let fact = shared.provider.entry(id.clone()).or_default().clone();
                    drop(shared);
                    self.event(world, member, id, &fact)
                }
            },
            _ => Action::Sweep { member },
        }
    }

    fn hold(&mut self, member: usize, id: String) -> String {
        self.holds.push((member, id.clone()));
        id
    }

    /// Changes the payment and returns its event, or an event with a wrong price or session.
    fn event(&mut self, world: &World, member: usize, id: String, account: &Account) -> Action {
        let mut shared = world.shared();
        let open = shared.random.happens(12);
        if open {
            let session = format!("cs-{id}-{}", self.count);
            return if account.is_paid {
                Action::Paid { member, id, session, off: 0 }
            } else {
                Action::Paid { member, id, session, off: shared.random.between(0, 1) * 2 - 1 }
            };
        }
        // Money may be lost before the event "paid" is delivered.
        let fact = account.next(&mut shared.random);
        let Some(account) = shared.provider.get_mut(&id) else { return Action::Sweep { member } };
        account.happen(fact);
        drop(shared);
        let session = format!("cs-{id}");
        match fact {
            Fact::Paid => Action::Paid { member, id, session, off: 0 },
            Fact::Expired => Action::Expired { member, id },
            _ => Action::Look { member, id },
        }
    }
}

/// Repeats an old request, or changes it under the same key.
fn changed(world: &World, action: Action) -> Action {
    if world.shared().random.happens(70) {
        return action;
    }
    match action {
        Action::Grant { member, key, credits, millis } => {
            Action::Grant { member, key, credits: credits + 1, millis }
        }
        Action::Spend { member, key, credits } => Action::Spend { member, key, credits: credits + 1 },
        Action::Withdraw { member, key, credits } => Action::Withdraw { member: 1 - member, key, credits },
        Action::Hold { member, id, credits } => Action::Hold { member, id, credits: credits + 1 },
        other => other,
    }
}

fn until_another(world: &World, member: usize) -> Option<u64> {
    let grants = world.rows.rows_of(world.members.get(member)?).grants;
    let mut shared = world.shared();
    let end = shared.random.one(&grants)?.expires_at.millis();
    u64::try_from(end - shared.clock).ok().filter(|millis| *millis > 0)
}
