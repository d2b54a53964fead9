use std::collections::HashMap;

use crate::ledger::account::{HoldRow, HoldState, Kind, Transaction};
use crate::ledger::amounts::Amount;
use crate::ledger::audit::{Finding, MAX_SWEEP_DELAY, ReportDamage};
use crate::ledger::change::RowKey;
use crate::ledger::ids::{Key, Scope};
use crate::ledger::state::MemberRows;
use zest_core::Timestamp;

pub(super) fn look(rows: &MemberRows, now: Timestamp, tell: &mut ReportDamage<'_>) {
    let keyed =
        rows.transactions.iter().filter_map(|transaction| Some((transaction.key.clone()?, transaction)));
    let mut keyed: HashMap<Key, &Transaction> = keyed.collect();
    for hold in &rows.holds {
        let row = || RowKey::Hold(rows.member.clone(), hold.id.clone());
        let taken = keyed.remove(&Key::of_hold(&hold.id));
        let back = keyed.remove(&Key::of_release(&hold.id));
        if !taken.is_some_and(|transaction| is_of(hold, transaction)) {
            tell(row(), Finding::HoldDiffers);
        }
        let is_back = back.is_some_and(|transaction| {
            transaction.kind == Kind::GiveBack && transaction.amount == Amount::positive(hold.credits)
        });
        if is_back != (hold.state == HoldState::Released) || back.is_some() != is_back {
            tell(row(), Finding::GivenBackWrongly);
        }
        if hold.state == HoldState::Held && now > hold.deadline.plus(MAX_SWEEP_DELAY) {
            tell(row(), Finding::Overdue);
        }
    }
    // Remaining hold and release transactions have no hold.
    for (key, transaction) in keyed {
        if matches!(key.scope(), Scope::Hold | Scope::Release) {
            tell(RowKey::Transaction(rows.member.clone(), transaction.sequence), Finding::HoldDiffers);
        }
    }
}

fn is_of(hold: &HoldRow, transaction: &Transaction) -> bool {
    transaction.kind == Kind::Usage
        && transaction.sequence == hold.sequence
        && transaction.amount == Amount::goes(hold.credits)
        && transaction.allocations == hold.taken
}
