mod account;
mod holds;
mod keys;
mod purchases;

use std::fmt;

use crate::ledger::change::RowKey;
use crate::ledger::state::MemberRows;
use zest_core::Timestamp;

/// A row that violates an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The row, without the member's id.
    pub row: String,
    /// The violated invariant.
    pub finding: Finding,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.row, self.finding)
    }
}

/// Violations found by the audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Finding {
    /// The row cannot be parsed.
    #[error("it cannot be read")]
    Unreadable,
    /// The balance or a transaction is missing.
    #[error("it is missing")]
    Missing,
    /// The balance is not the sum of its grants.
    #[error("it is not what the grants hold")]
    NotWhatGrantsHold,
    /// The balance is not the sum of its transactions.
    #[error("it is not the sum of the transactions")]
    NotTheSum,
    /// The balance's version is not the number of its last transaction.
    #[error("its version is not the last transaction's number")]
    NotTheLast,
    /// A total differs from its transactions, or the totals do not add up to the balance.
    #[error("its totals are not those of the transactions")]
    TotalsDiffer,
    /// `balanceAfter` does not follow from the previous transaction.
    #[error("its balance does not follow from the one before")]
    ChainBroken,
    /// The transaction is older than the previous one.
    #[error("it is older than the one before")]
    OutOfTime,
    /// The amount is not the sum of its allocations.
    #[error("its amount is not the sum of its allocations")]
    NotItsAllocations,
    /// An allocation names an unknown grant, or a purchase other than the grant's.
    #[error("it allocates what is not there")]
    UnknownGrant,
    /// The remaining credits differ from the transactions.
    #[error("what remains is not what the transactions have left")]
    RemainderDiffers,
    /// More credits remain than were granted.
    #[error("more remains than was granted")]
    MoreThanGranted,
    /// The grant is marked as expired and has credits.
    #[error("it has expired and holds credits")]
    ExpiredWithCredits,
    /// The row is due, but was not swept in time.
    #[error("the sweep has passed it over")]
    Overdue,
    /// Another transaction has the same key.
    #[error("its key was used twice")]
    KeyTwice,
    /// The key has no record.
    #[error("its key is not recorded")]
    KeyUnrecorded,
    /// The record has no matching transaction.
    #[error("it is not what the transaction says")]
    RecordDiffers,
    /// `clawed ≤ target ≤ credits` does not hold, or the target does not match the lost money.
    #[error("not clawed ≤ target ≤ credits")]
    TargetsDiffer,
    /// The clawed credits differ from the transactions.
    #[error("what was clawed is not what the transactions say")]
    ClawedDiffers,
    /// Credits of the purchase remain although a clawback is outstanding.
    #[error("credits are left although more must go")]
    NotClawed,
    /// The status contradicts the grants or the target.
    #[error("its status is not what its grant and target say")]
    StatusDiffers,
    /// A paid purchase must have exactly one grant with its credits, an unpaid one none.
    #[error("it has not exactly the grant that it should have")]
    NotOneGrant,
    /// The hold's transaction is missing or different, or has no hold.
    #[error("its transaction says something else")]
    HoldDiffers,
    /// The credits were returned without a release, or released without a return.
    #[error("it was not given back exactly when it was released")]
    GivenBackWrongly,
}

/// Audits all rows of a member; empty if every invariant holds. `now` determines which rows are overdue and
/// which grants have expired.
#[must_use]
pub fn audit(rows: &MemberRows, now: Timestamp) -> Vec<Damage> {
    let mut found: Vec<Damage> =
        rows.unreadable.iter().map(|row| Damage { row: row.clone(), finding: Finding::Unreadable }).collect();
    let mut tell = |row: RowKey, finding| {
        let damage = Damage { row: row.to_string(), finding };
        if !found.contains(&damage) {
            found.push(damage);
        }
    };
    account::look(rows, now, &mut tell);
    keys::look(rows, &mut tell);
    purchases::look(rows, now, &mut tell);
    holds::look(rows, now, &mut tell);
    found
}

const MAX_SWEEP_DELAY: std::time::Duration = std::time::Duration::from_secs(2 * 24 * 60 * 60);

type ReportDamage<'t> = dyn FnMut(RowKey, Finding) + 't;
