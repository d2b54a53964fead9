//! Removes baker's percentages, the last column of bakers' tables.

use super::row::Row;
use crate::cues;

/// Minimum percentages of a column. A few may belong to names: "200 g cream 35 %".
const MIN_PERCENTAGES: usize = 3;

/// Removes percentages, if most rows have one.
pub(super) fn drop_percentages(rows: &mut [Row<'_>]) {
    let starts: Vec<Option<usize>> = rows.iter().map(|row| percentage_start(&row.text)).collect();
    let count = starts.iter().flatten().count();
    if count < MIN_PERCENTAGES || count * 2 <= rows.len() {
        return;
    }
    for (row, start) in rows.iter_mut().zip(starts) {
        if let Some(start) = start {
            row.text.truncate(start);
        }
    }
}

/// Byte offset of the percentage after an ingredient: "524 g rye flour 94 %".
fn percentage_start(line: &str) -> Option<usize> {
    let number = line.strip_suffix('%')?.trim_end();
    let rest = number.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.'));
    let is_parted = rest.len() < number.len() && rest.ends_with(' ');
    let name = rest.trim_end();
    (is_parted && cues::starts_with_amount(name) && name.contains(char::is_alphabetic)).then_some(name.len())
}

#[cfg(test)]
mod tests {
    use crate::visible::tests::{STEP_LINES, STEPS, check};

    #[test]
    fn bakers_percentages_are_removed() {
        let row = |amount: &str, name: &str, share: &str| {
            format!("<tr><td>{amount}</td><td>{name}</td><td>{share}</td></tr>")
        };
        let table = |rows: &[String]| {
            format!(
                "<h1>Bread</h1><article><h2>Ingredients</h2><table><tr><td>for</td><td><input type='number' value='2'></td>\
                 <td>pieces, 2 portions</td></tr>{}</table>{STEPS}</article>",
                rows.concat()
            )
        };
        let shares =
            [row("500 g", "rye flour", "100 %"), row("350 g", "water", "70 %"), row("10 g", "salt", "2,0 %")];
        check(&table(&shares), &["500 g rye flour", "350 g water", "10 g salt"], &STEP_LINES);
        let contents = [row("500 g", "flour", ""), row("200 g", "cream", "35 %"), row("10 g", "salt", "")];
        check(&table(&contents), &["500 g flour", "200 g cream 35 %", "10 g salt"], &STEP_LINES);
    }
}
