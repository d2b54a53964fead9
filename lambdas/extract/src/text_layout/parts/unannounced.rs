//! Finds bulleted steps that follow the ingredients without a heading.

use super::{Section, Walk};
use crate::cues::{self, Topic};
use crate::text_layout::marks::Mark;
use crate::text_layout::print::Row;

const MIN_STEPS: usize = 2;
const MIN_AMOUNTS: usize = 2;
const MAX_WORDS_OF_A_NAME: usize = 4;
const MAX_LOOKED_AT: usize = 40;
const MAX_LISTED: usize = 60;

impl Walk<'_, '_> {
    /// Whether steps start at this row: instructions with bullets and without amounts, after a list without
    /// instructions.
    pub(super) fn begins_steps(&self, section: usize, at: usize) -> bool {
        let rows = &self.print.rows;
        let row = rows.row(at);
        let is_list =
            |section: &&Section| section.topic == Topic::Ingredients && section.rows.len() > MIN_AMOUNTS;
        let Some(section) = self.parts.sections.get(section).filter(is_list) else { return false };
        if row.mark != Mark::Bullet
            || row.is_item()
            || self.last_steps.is_some_and(|steps| steps > at)
            || cues::starts_with_amount(row.words())
        {
            return false;
        }
        let listed = || section.rows.iter().rev().take(MAX_LISTED).map(|row| rows.row(*row));
        let is_marked = listed().any(|row| row.mark == Mark::Bullet);
        let has_no_instruction = !listed().any(Row::is_instruction_sentence);
        // Continuation lines have no bullet.
        let continues = |row: &Row<'_>| row.text.starts_with(|c: char| c == '(' || c.is_lowercase());
        let is_bulleted = |row: &&Row<'_>| row.mark == Mark::Bullet;
        let run = || {
            let below = rows.iter().take(self.end).skip(at).take(MAX_LOOKED_AT);
            below.take_while(|row| row.mark == Mark::Bullet || continues(row)).filter(is_bulleted)
        };
        let count = run().count();
        let is_long = |row: &Row<'_>| row.words().split_whitespace().nth(MAX_WORDS_OF_A_NAME).is_some();
        let (long, instructions) = (
            run().filter(|row| is_long(row)).count(),
            run().filter(|row| row.is_instruction_sentence()).count(),
        );
        let is_steps = if is_marked {
            instructions * 4 >= count * 3 && count > MIN_STEPS
        } else {
            long * 4 >= count * 3
        };
        listed().filter(|row| row.has_amount()).count() >= MIN_AMOUNTS
            && count >= MIN_STEPS
            && has_no_instruction
            && is_steps
            && !run().any(|row| cues::starts_with_amount(row.words()))
    }
}
