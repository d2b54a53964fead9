//! What must be true of a member's rows, worked out anew from all of them.

mod account;
mod holds;
mod keys;
mod purchases;

use std::fmt;

use crate::ledger::change::RowKey;
use crate::ledger::moment::Moment;
use crate::ledger::state::MemberRows;

/// A row that cannot be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Which row, in words: never whose.
    pub row: String,
    /// What is wrong with it.
    pub finding: Finding,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.row, self.finding)
    }
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Finding {
    /// The row is there and cannot be read.
    #[error("it cannot be read")]
    Unreadable,
    /// There are grants or transactions, and no balance.
    #[error("it is missing")]
    Missing,
    /// The balance is not what its grants hold.
    #[error("it is not what the grants hold")]
    NotWhatGrantsHold,
    /// The balance is not the sum of its transactions.
    #[error("it is not the sum of the transactions")]
    NotTheSum,
    /// The version of the balance is not the number of its last transaction.
    #[error("its version is not the last transaction's number")]
    NotTheLast,
    /// A total is not what the transactions of its kind say, or the totals do not make the balance.
    #[error("its totals are not those of the transactions")]
    TotalsDiffer,
    /// `balanceAfter` does not follow from the transaction before.
    #[error("its balance does not follow from the one before")]
    ChainBroken,
    /// It was written before the transaction that it follows.
    #[error("it is older than the one before")]
    OutOfTime,
    /// The amount is not the sum of its allocations.
    #[error("its amount is not the sum of its allocations")]
    NotItsAllocations,
    /// An allocation names a grant that is not there, or a purchase that is not the grant's.
    #[error("it allocates what is not there")]
    UnknownGrant,
    /// What remains is not what the transactions have left.
    #[error("what remains is not what the transactions have left")]
    RemainderDiffers,
    /// More remains than was ever granted.
    #[error("more remains than was granted")]
    MoreThanGranted,
    /// It is marked as expired and holds credits.
    #[error("it has expired and holds credits")]
    ExpiredWithCredits,
    /// It should have been swept long ago.
    #[error("the sweep has passed it over")]
    Overdue,
    /// The key is another transaction's, too.
    #[error("its key was used twice")]
    KeyTwice,
    /// The key has no record.
    #[error("its key is not recorded")]
    KeyUnrecorded,
    /// The record is not of any transaction, or says something else.
    #[error("it is not what the transaction says")]
    RecordDiffers,
    /// Not clawed ≤ target ≤ credits, or the target is not the share of what was lost.
    #[error("not clawed ≤ target ≤ credits")]
    TargetsDiffer,
    /// What was taken back is not what the transactions say.
    #[error("what was clawed is not what the transactions say")]
    ClawedDiffers,
    /// Credits are left although more must go.
    #[error("credits are left although more must go")]
    NotClawed,
    /// The status contradicts the grants or the target.
    #[error("its status is not what its grant and target say")]
    StatusDiffers,
    /// It has not exactly one grant with its credits, or has one though it was not paid.
    #[error("it has not exactly the grant that it should have")]
    NotOneGrant,
    /// Its transaction is missing or says something else.
    #[error("its transaction says something else")]
    HoldDiffers,
    /// It was given back although it is not released, or released and not given back.
    #[error("it was not given back exactly when it was released")]
    GivenBackWrongly,
}

/// Looks at all rows of a member: none found means that every invariant of the ledger holds for them. `now` tells what
/// the sweeps have passed over.
#[must_use]
pub fn audit(rows: &MemberRows, now: Moment) -> Vec<Damage> {
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

/// How long after its time a row may wait for its sweep.
const SWEPT_WITHIN: std::time::Duration = std::time::Duration::from_secs(2 * 24 * 60 * 60);

/// What an invariant tells of what it finds.
type Tell<'t> = dyn FnMut(RowKey, Finding) + 't;
