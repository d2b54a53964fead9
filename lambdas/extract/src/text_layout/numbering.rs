//! Finds the step numbers of a text, also those with a hyphen: "1-Mix", "2-Bake".

use super::marks::Mark;
use super::rows::{Row, Rows};

pub(super) struct Numbering {
    pub(super) is_kept: bool,
    /// Whether numbers without punctuation count.
    is_bare: bool,
    /// Maximum consecutive numbers that OCR may have lost.
    lost: u32,
}

const MAX_LOST: u32 = 2;
/// Minimum length of a sequence of numbers without 1.
const MIN_WITHOUT_FIRST: usize = 3;
const MIN_HYPHENATED_NUMBERS: usize = 3;

impl Numbering {
    pub(super) fn of(all: &Rows<'_>, rows: &[usize], is_recognised: bool) -> Self {
        let lost = if is_recognised { MAX_LOST } else { 0 };
        let in_row = |number: &dyn Fn(Mark) -> Option<u32>| {
            let (mut last, mut count, mut has_first) = (0, 0, false);
            for found in rows.iter().filter_map(|row| number(all.row(*row).mark)) {
                if found == 1 || (last + 1..=last + 1 + lost).contains(&found) {
                    has_first |= found == 1;
                    last = found;
                    count += 1;
                }
            }
            if has_first || count >= MIN_WITHOUT_FIRST { count } else { 0 }
        };
        let marked = in_row(&|mark| if let Mark::Number(number) = mark { Some(number) } else { None });
        let bare = in_row(&|mark| if let Mark::Bare(number) = mark { Some(number) } else { None });
        let opens = rows.first().is_some_and(|row| all.row(*row).mark == Mark::Number(1));
        Self { is_kept: marked >= 2 || opens || bare >= 2, is_bare: bare >= 2 && bare >= marked, lost }
    }

    /// The row's number; `None` unless the row is a list item, or the number is 1 or follows `last`.
    pub(super) fn number(&self, row: &Row<'_>, last: u32) -> Option<u32> {
        match row.mark {
            Mark::Number(number) if row.is_item() => Some(number),
            // Gaps are accepted: authors skip numbers.
            Mark::Number(number)
                if self.is_kept && (number == 1 || (last + 1..=last + 1 + MAX_LOST).contains(&number)) =>
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

/// Marks a sequence of hyphenated numbers as step numbers. A single one may be part of a word: "3-Ingredient
/// Pancakes".
pub(super) fn mark_hyphenated_numbers(rows: &mut [Row<'_>]) {
    let mut found: Vec<(usize, u32, usize)> = Vec::new();
    let mut run = 0;
    for at in 0..=rows.len() {
        let tied = rows.get(at).filter(|row| row.mark == Mark::None).and_then(|row| tied_number(&row.text));
        let due = (found.len() - run) as u32 + 1;
        match tied {
            Some((number, body)) if number == due => found.push((at, number, body)),
            None if at < rows.len() => {}
            _ => {
                if found.len() - run < MIN_HYPHENATED_NUMBERS {
                    found.truncate(run);
                }
                run = found.len();
                found
                    .extend(tied.filter(|(number, _)| *number == 1).map(|(number, body)| (at, number, body)));
            }
        }
    }
    for (at, number, body) in found {
        if let Some(row) = rows.get_mut(at) {
            (row.mark, row.body) = (Mark::Number(number), body);
        }
    }
}

/// A number tied to its word by a hyphen, and the byte offset of the word.
fn tied_number(text: &str) -> Option<(u32, usize)> {
    let (number, words) = text.split_once(['-', '–'])?;
    let is_number = (1..=2).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    let number = number.parse().ok().filter(|_| is_number && words.starts_with(char::is_uppercase))?;
    Some((number, text.len() - words.len()))
}
