//! Numbers that only their order tells from parts of words: "1-Mix", "2-Bake", "3-Serve".

use super::marks::Mark;
use super::rows::Row;

/// Fewer numbers that a hyphen ties to their words count nothing.
const LEAST_TIED: usize = 3;

/// Takes the numbers that a hyphen ties to the first word for those of steps, if the text has several in order: "1-Mix",
/// "2-Bake", "3-Serve". One alone may be a part of its word: "3-Ingredient Pancakes".
pub(super) fn count_tied(rows: &mut [Row<'_>]) {
    let mut found: Vec<(usize, u32, usize)> = Vec::new();
    let mut run = 0;
    for at in 0..=rows.len() {
        let tied = rows.get(at).filter(|row| row.mark == Mark::None).and_then(|row| tied_number(&row.text));
        let due = (found.len() - run) as u32 + 1;
        match tied {
            Some((number, body)) if number == due => found.push((at, number, body)),
            None if at < rows.len() => {}
            _ => {
                if found.len() - run < LEAST_TIED {
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

/// The number that a hyphen ties to the word behind it, and where that word begins.
fn tied_number(text: &str) -> Option<(u32, usize)> {
    let (number, words) = text.split_once(['-', '–'])?;
    let is_number = (1..=2).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    let number = number.parse().ok().filter(|_| is_number && words.starts_with(char::is_uppercase))?;
    Some((number, text.len() - words.len()))
}
