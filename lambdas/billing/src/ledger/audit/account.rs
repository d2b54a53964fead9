use std::collections::HashMap;

use crate::ledger::account::{Balance, GrantRow, Kind, Transaction};
use crate::ledger::amounts::{Amount, Credits};
use crate::ledger::audit::{Finding, MAX_SWEEP_DELAY, ReportDamage};
use crate::ledger::change::RowKey;
use crate::ledger::ids::GrantId;
use crate::ledger::state::MemberRows;
use zest_core::Timestamp;

pub(super) fn look(rows: &MemberRows, now: Timestamp, tell: &mut ReportDamage<'_>) {
    transactions(rows, tell);
    grants(rows, now, tell);
    match &rows.balance {
        Some(balance) => totals(balance, rows, tell),
        None if rows.grants.is_empty() && rows.transactions.is_empty() => {}
        None => tell(RowKey::Balance(rows.member.clone()), Finding::Missing),
    }
}

fn transactions(rows: &MemberRows, tell: &mut ReportDamage<'_>) {
    let grants: HashMap<&GrantId, &GrantRow> = rows.grants.iter().map(|grant| (&grant.id, grant)).collect();
    let (mut next, mut before, mut at) = (1, Credits::ZERO, None);
    let mut sorted: Vec<_> = rows.transactions.iter().collect();
    sorted.sort_by_key(|transaction| transaction.sequence);
    for transaction in sorted {
        let key = || RowKey::Transaction(rows.member.clone(), transaction.sequence);
        while next < transaction.sequence {
            tell(RowKey::Transaction(rows.member.clone(), next), Finding::Missing);
            next += 1;
            // After a gap, the chain starts again at this transaction.
            before = before_of(transaction).unwrap_or(before);
        }
        if before.moved(transaction.amount) != Some(transaction.balance_after) {
            tell(key(), Finding::ChainBroken);
        }
        if at > Some(transaction.created_at) {
            tell(key(), Finding::OutOfTime);
        }
        let allocations = &transaction.allocations;
        if allocations.iter().map(|part| part.amount).sum::<Amount>() != transaction.amount {
            tell(key(), Finding::NotItsAllocations);
        }
        let is_known = |part: &crate::ledger::Allocation| {
            grants.get(&part.grant).is_some_and(|grant| grant.purchase == part.purchase)
        };
        if !allocations.iter().all(is_known) {
            tell(key(), Finding::UnknownGrant);
        }
        (next, before, at) =
            (transaction.sequence + 1, transaction.balance_after, Some(transaction.created_at));
    }
}

fn before_of(transaction: &Transaction) -> Option<Credits> {
    transaction.balance_after.moved(transaction.amount.reversed())
}

fn grants(rows: &MemberRows, now: Timestamp, tell: &mut ReportDamage<'_>) {
    let mut left: HashMap<&GrantId, i64> = HashMap::new();
    for part in rows.transactions.iter().flat_map(|transaction| &transaction.allocations) {
        *left.entry(&part.grant).or_default() += part.amount.get();
    }
    for grant in &rows.grants {
        let key = || RowKey::Grant(rows.member.clone(), grant.expires_at, grant.id.clone());
        if left.get(&grant.id).copied() != Some(i64::from(grant.remaining.get())) {
            tell(key(), Finding::RemainderDiffers);
        }
        if grant.remaining > grant.granted {
            tell(key(), Finding::MoreThanGranted);
        }
        if grant.expired && !grant.remaining.is_zero() {
            tell(key(), Finding::ExpiredWithCredits);
        }
        if !grant.remaining.is_zero() && now > grant.expires_at.plus(MAX_SWEEP_DELAY) {
            tell(key(), Finding::Overdue);
        }
    }
}

fn totals(balance: &Balance, rows: &MemberRows, tell: &mut ReportDamage<'_>) {
    let key = || RowKey::Balance(rows.member.clone());
    let held: Amount = rows.grants.iter().map(|grant| Amount::positive(grant.remaining)).sum();
    if held != Amount::positive(balance.balance) {
        tell(key(), Finding::NotWhatGrantsHold);
    }
    let sum: Amount = rows.transactions.iter().map(|transaction| transaction.amount).sum();
    if sum != Amount::positive(balance.balance) {
        tell(key(), Finding::NotTheSum);
    }
    let last = rows.transactions.iter().map(|transaction| transaction.sequence).max();
    if last != Some(balance.version) {
        tell(key(), Finding::NotTheLast);
    }
    let of = |kinds: &[Kind]| -> i64 {
        let those = rows.transactions.iter().filter(|transaction| kinds.contains(&transaction.kind));
        those.map(|transaction| transaction.amount.get()).sum()
    };
    let totals = [
        (balance.lifetime_credits, of(&[Kind::Purchase, Kind::Promotion, Kind::AdjustmentIn])),
        (balance.lifetime_usage, -of(&[Kind::Usage, Kind::GiveBack])),
        (balance.lifetime_expired, -of(&[Kind::Expiration])),
        (balance.lifetime_refunded, -of(&[Kind::Clawback, Kind::Return])),
        (balance.lifetime_adjusted_out, -of(&[Kind::AdjustmentOut])),
    ];
    let (came, went) = (totals[0].0, &totals[1..]);
    let went: i64 = went.iter().map(|(total, _)| i64::from(total.get())).sum();
    let is_whole = i64::from(came.get()) - went == i64::from(balance.balance.get());
    if !is_whole || totals.iter().any(|(total, sum)| i64::from(total.get()) != *sum) {
        tell(key(), Finding::TotalsDiffer);
    }
}
