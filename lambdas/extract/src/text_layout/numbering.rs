//! The numbers that count the steps of a text.

use super::marks::Mark;
use super::print::{Print, Row};

/// How the steps count themselves.
pub(super) struct Numbering {
    /// Whether numbers count the steps at all.
    pub(super) is_kept: bool,
    /// Whether numbers without a point do.
    is_bare: bool,
    /// How many numbers may be missing between two: a recogniser takes some for signs, the first one most often.
    lost: u32,
}

/// Numbers that a recogniser may have lost in a row.
const MOST_LOST: u32 = 2;
/// Numbers that begin behind 1 count steps from so many on.
const LEAST_WITHOUT_FIRST: usize = 3;

impl Numbering {
    pub(super) fn of(print: &Print<'_>, rows: &[usize]) -> Self {
        let lost = if print.text.is_recognised { MOST_LOST } else { 0 };
        let in_row = |number: &dyn Fn(Mark) -> Option<u32>| {
            let (mut last, mut count, mut has_first) = (0, 0, false);
            for found in rows.iter().filter_map(|row| number(print.rows.row(*row).mark)) {
                if found == 1 || (last + 1..=last + 1 + lost).contains(&found) {
                    has_first |= found == 1;
                    last = found;
                    count += 1;
                }
            }
            if has_first || count >= LEAST_WITHOUT_FIRST { count } else { 0 }
        };
        let marked = in_row(&|mark| if let Mark::Number(number) = mark { Some(number) } else { None });
        let bare = in_row(&|mark| if let Mark::Bare(number) = mark { Some(number) } else { None });
        let opens = rows.first().is_some_and(|row| print.rows.row(*row).mark == Mark::Number(1));
        Self { is_kept: marked >= 2 || opens || bare >= 2, is_bare: bare >= 2 && bare >= marked, lost }
    }

    /// The number that a row counts its step with, if it is the one that is due.
    pub(super) fn number(&self, row: &Row<'_>, last: u32) -> Option<u32> {
        match row.mark {
            Mark::Number(number) if row.is_item() => Some(number),
            // A recogniser may have lost some between them.
            Mark::Number(number)
                if self.is_kept && (number == 1 || (last + 1..=last + 3).contains(&number)) =>
            {
                Some(number)
            }
            Mark::Bare(number)
                if self.is_bare && (number == 1 || (last + 1..=last + 1 + self.lost).contains(&number)) =>
            {
                Some(number)
            }
            _ => None,
        }
    }
}
