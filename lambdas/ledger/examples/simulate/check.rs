//! What must be true after each step: the ledger's own audit, and rules that are worked out here once more.

use ledger::{
    Change, Finding, GRANTS_AT_ONCE, GrantId, GrantRow, Kind, Memory, Moment, Needs, Row, State, Transaction,
    UserId, audit,
};

use crate::world::World;

/// What can be used of these grants, summed up once more.
pub(crate) fn live(grants: &[GrantRow], now: Moment) -> u32 {
    let live = grants.iter().filter(|grant| now < grant.expires_at && !grant.expired);
    live.map(|grant| grant.remaining.get()).sum()
}

fn member_of(change: &Change) -> Option<UserId> {
    change.puts.iter().find_map(|put| put.row.key().member().cloned())
}

fn grants_of(rows: &Memory, member: &UserId) -> Vec<GrantRow> {
    let needs = Needs { member: member.clone(), account: true, key: None, hold: None, purchase: None };
    let mut state = State::empty(member.clone());
    rows.read_account(&needs, &mut state);
    state.grants
}

/// The grants of whoever a change is about, before it.
pub(crate) fn before(rows: &Memory, change: &Change) -> Vec<GrantRow> {
    member_of(change).map(|member| grants_of(rows, &member)).unwrap_or_default()
}

/// Looks at what a worker has just written.
pub(crate) fn step(world: &World, worker: usize, change: &Change, before: &[GrantRow]) {
    let now = world.begun(worker);
    let grants = change.puts.iter().filter(|put| matches!(put.row, Row::Grant(_))).count();
    if grants > GRANTS_AT_ONCE {
        world.violate(format!("{grants} grants in one transaction"));
    }
    let Some(member) = member_of(change) else { return };
    let after = grants_of(&world.rows, &member);
    for put in &change.puts {
        if let Row::Transaction(transaction) = &put.row {
            moved(world, now, transaction, before, &after);
        }
    }
    sound(world, &member, now, false);
}

/// The audit of a member finds nothing.
pub(crate) fn sound(world: &World, member: &UserId, now: Moment, is_swept: bool) {
    for damage in audit(&world.rows.rows_of(member), now) {
        if is_swept || damage.finding != Finding::Overdue {
            world.violate(format!("audit: {damage}"));
        }
    }
}

fn moved(world: &World, now: Moment, transaction: &Transaction, before: &[GrantRow], after: &[GrantRow]) {
    let find = |rows: &'_ [GrantRow], id: &GrantId| rows.iter().find(|grant| grant.id == *id).cloned();
    for part in &transaction.allocations {
        let Some(grant) = find(before, &part.grant).or_else(|| find(after, &part.grant)) else { continue };
        let is_over = now >= grant.expires_at || grant.expired;
        match transaction.kind {
            Kind::Usage | Kind::AdjustmentOut | Kind::GiveBack if is_over => {
                world.violate(format!("{:?} of an expired grant", transaction.kind));
            }
            Kind::Expiration if now < grant.expires_at => {
                world.violate("a grant has expired before its time".to_owned());
            }
            _ => {}
        }
    }
    if !matches!(transaction.kind, Kind::Usage | Kind::AdjustmentOut) {
        return;
    }
    // Nothing is left in a grant that should have gone before one that was used.
    let rank = |grant: &GrantRow| (grant.expires_at, grant.purchase.is_some(), grant.granted_at);
    let used = transaction.allocations.iter().filter_map(|part| find(before, &part.grant));
    let Some(last) = used.map(|grant| rank(&grant)).max() else { return };
    let left = after.iter().filter(|grant| grant.remaining.get() > 0 && now < grant.expires_at);
    if left.map(rank).any(|left| left < last) {
        world.violate("credits were used before others that go first".to_owned());
    }
}
