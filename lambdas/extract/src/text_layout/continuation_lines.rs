//! Detects lines that continue a sentence after a manual line break.

use super::marks::Mark;
use super::print::{MeasuredText, Row};
use crate::cues;

const MIN_LINES_EACH: usize = 3;

/// Whether at most a third of the rows begin in lower case, so that these may be continuations; false for
/// printed lines.
pub(super) fn begin_in_capitals(print: &MeasuredText<'_>, rows: &[usize]) -> bool {
    let lower = rows.iter().filter(|at| begins_in_lower_case(print.rows.row(**at)));
    !print.is_wrapped && lower.count() * MIN_LINES_EACH <= rows.len()
}

fn begins_in_lower_case(row: &Row<'_>) -> bool {
    row.mark == Mark::None && !row.is_item() && !row.is_heading() && row.text.starts_with(char::is_lowercase)
}

/// Whether an instruction continues: "The cake is done when it is golden", "and no longer soft."
pub(super) fn goes_on_in_lower_case(print: &MeasuredText<'_>, above: &str, at: usize) -> bool {
    begins_in_lower_case(print.rows.row(at))
        && above.ends_with(|c: char| c.is_alphanumeric() || c == ',')
        && cues::is_instruction(above)
}
