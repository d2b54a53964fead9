//! Invariants checked after each step: the ledger's audit, and rules implemented independently here.

use billing::ledger::{
    Change, Finding, GRANTS_AT_ONCE, GrantId, GrantRow, Kind, Memory, Needs, Row, State, Transaction, UserId,
    audit,
};
use zest_core::Timestamp;

/// Usable credits, summed without the ledger.
pub(crate) fn live(grants: &[GrantRow], now: Timestamp) -> u32 {
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

pub(crate) fn before(rows: &Memory, change: &Change) -> Vec<GrantRow> {
    member_of(change).map(|member| grants_of(rows, &member)).unwrap_or_default()
}

pub(crate) fn step(rows: &Memory, now: Timestamp, change: &Change, before: &[GrantRow]) -> Vec<String> {
    let grants = change.puts.iter().filter(|put| matches!(put.row, Row::Grant(_))).count();
    let mut found = Vec::new();
    if grants > GRANTS_AT_ONCE {
        found.push(format!("{grants} grants in one transaction"));
    }
    let Some(member) = member_of(change) else { return found };
    let after = grants_of(rows, &member);
    for put in &change.puts {
        if let Row::Transaction(transaction) = &put.row {
            found.extend(moved(now, transaction, before, &after).map(str::to_owned));
        }
    }
    found.extend(sound(rows, &member, now, false));
    found
}

/// Audit findings of a member; overdue rows count only if `is_swept`.
pub(crate) fn sound(rows: &Memory, member: &UserId, now: Timestamp, is_swept: bool) -> Vec<String> {
    let found = audit(&rows.rows_of(member), now).into_iter();
    let counts = found.filter(|damage| is_swept || damage.finding != Finding::Overdue);
    counts.map(|damage| format!("audit: {damage}")).collect()
}

fn moved(
    now: Timestamp,
    transaction: &Transaction,
    before: &[GrantRow],
    after: &[GrantRow],
) -> Option<&'static str> {
    let find = |rows: &'_ [GrantRow], id: &GrantId| rows.iter().find(|grant| grant.id == *id).cloned();
    for part in &transaction.allocations {
        let Some(grant) = find(before, &part.grant).or_else(|| find(after, &part.grant)) else { continue };
        let is_over = now >= grant.expires_at || grant.expired;
        match transaction.kind {
            Kind::Usage | Kind::AdjustmentOut if is_over => return Some("an expired grant was used"),
            Kind::GiveBack if is_over => return Some("credits came back to an expired grant"),
            Kind::Expiration if now < grant.expires_at => return Some("a grant has expired before its time"),
            _ => {}
        }
    }
    if !matches!(transaction.kind, Kind::Usage | Kind::AdjustmentOut) {
        return None;
    }
    // Grants that come earlier in the order of use must be empty.
    let rank = |grant: &GrantRow| (grant.expires_at, grant.purchase.is_some(), grant.granted_at);
    let used = transaction.allocations.iter().filter_map(|part| find(before, &part.grant));
    let last = used.map(|grant| rank(&grant)).max()?;
    let mut left = after.iter().filter(|grant| grant.remaining.get() > 0 && now < grant.expires_at);
    left.any(|grant| rank(grant) < last).then_some("credits were used before others that go first")
}
