//! Splits the two columns of a printed page, with ingredients on the left and instructions on the right.

use std::collections::HashMap;

use recipe::Span;

use super::ConvertedText;
use crate::cues::{self, Topic};
use crate::text_layout::{Text, TextLine};

/// Minimum blanks between columns.
const MIN_GAP: usize = 3;
const MIN_LINES: usize = 2;
const COLUMN_OF_TABS: usize = usize::MAX;
/// Characters per unit of [`TextLine::indent`].
const COLUMNS_OF_INDENT: f32 = 2.0;

/// Puts the right column below the left one; `None` without columns.
pub(super) fn one_below_the_other(text: &Text) -> Option<ConvertedText> {
    if let Some(shown) = without_table_heads(text) {
        return Some(shown);
    }
    let parts: Vec<Option<(usize, usize)>> = text.lines.iter().map(gap).collect();
    let mut counts: HashMap<usize, usize> = HashMap::new();
    for (_, column) in parts.iter().flatten() {
        *counts.entry(*column).or_default() += 1;
    }
    let (column, count) = counts.into_iter().max_by_key(|(column, count)| (*count, *column))?;
    if count < MIN_LINES {
        return None;
    }
    let is_split = |part: &Option<(usize, usize)>| part.is_some_and(|(_, other)| other == column);
    let first = parts.iter().position(is_split)?;
    let last = parts.iter().rposition(is_split)?;
    let mut left: Vec<(usize, TextLine)> = Vec::new();
    let mut right: Vec<(usize, TextLine)> = Vec::new();
    for (at, (line, part)) in text.lines.iter().zip(&parts).enumerate().take(last + 1).skip(first) {
        match part.filter(|(_, other)| *other == column) {
            Some((start, _)) => {
                let piece =
                    |text: &str| TextLine { text: text.trim().to_owned(), indent: 0.0, ..line.clone() };
                left.push((at + 1, piece(line.text.span(..start))));
                right.push((at + 1, piece(line.text.span(start..))));
            }
            None if indent(line) >= column => right.push((at + 1, TextLine { indent: 0.0, ..line.clone() })),
            None => left.push((at + 1, line.clone())),
        }
    }
    if !are_lists(&left) || !are_lists(&right) {
        return None;
    }
    let has_amount = |(_, line): &(usize, TextLine)| cues::starts_with_amount(&line.text);
    if left.iter().all(has_amount) && right.iter().all(has_amount) {
        // If both columns have ingredients, they are read line by line.
        (left, right) = (in_turn(left, right), Vec::new());
    }
    let right = without_breaks(right);
    let numbered = |range: std::ops::Range<usize>| {
        text.lines
            .iter()
            .enumerate()
            .take(range.end)
            .skip(range.start)
            .map(|(at, line)| (at + 1, line.clone()))
    };
    let lines = numbered(0..first).chain(left).chain(right).chain(numbered(last + 1..text.lines.len()));
    Some(ConvertedText::new(text, lines))
}

/// Shortens table heads: "Ingredient Amount" becomes "Ingredient".
fn without_table_heads(text: &Text) -> Option<ConvertedText> {
    let head = |line: &TextLine, next: &TextLine| {
        let (start, _) = gap(line)?;
        let label = line.text.span(..start).trim_end();
        let is_head = cues::announced(label)
            .is_some_and(|heading| heading.topic == Topic::Ingredients && heading.words_after == 0)
            && cues::announced(line.text.span(start..)).is_none();
        let is_row = gap(next).is_some_and(|(start, _)| {
            [next.text.span(..start), next.text.span(start..)]
                .into_iter()
                .any(|part| cues::is_bare_amount(part.trim()))
        });
        (is_head && is_row).then(|| label.to_owned())
    };
    let mut is_changed = false;
    let lines: Vec<(usize, TextLine)> = (1..)
        .zip(&text.lines)
        .map(|(number, line)| match text.lines.get(number).and_then(|next| head(line, next)) {
            Some(label) => {
                is_changed = true;
                (number, TextLine { text: label, ..line.clone() })
            }
            None => (number, line.clone()),
        })
        .collect();
    is_changed.then(|| ConvertedText::new(text, lines))
}

fn in_turn(left: Vec<(usize, TextLine)>, right: Vec<(usize, TextLine)>) -> Vec<(usize, TextLine)> {
    let mut all: Vec<(usize, TextLine)> = left.into_iter().chain(right).collect();
    all.sort_by_key(|(number, _)| *number);
    all
}

/// Joins sentences that continue on the next line of a narrow column.
fn without_breaks(lines: Vec<(usize, TextLine)>) -> Vec<(usize, TextLine)> {
    let is_prose =
        lines.iter().filter(|(_, line)| cues::starts_with_amount(&line.text)).count() * 2 < lines.len();
    let mut joined: Vec<(usize, TextLine)> = Vec::with_capacity(lines.len());
    for (number, line) in lines {
        let continues = is_prose && line.text.starts_with(char::is_lowercase);
        match joined.last_mut().filter(|(_, last)| continues && !last.text.ends_with(['.', '!', '?', ':'])) {
            Some((_, last)) => {
                last.text.push(' ');
                last.text.push_str(&line.text);
            }
            None => joined.push((number, line)),
        }
    }
    if let Some((_, first)) = joined.first_mut() {
        first.space_above = 1.0;
    }
    joined
}

/// Byte offset and column of the text after the only wide gap.
fn gap(line: &TextLine) -> Option<(usize, usize)> {
    let (mut blanks, mut column, mut found) = (0, indent(line), None);
    for (at, c) in line.text.char_indices() {
        if c == '\t' || c == ' ' {
            blanks += if c == '\t' { MIN_GAP } else { 1 };
        } else {
            if blanks >= MIN_GAP {
                if found.is_some() {
                    return None;
                }
                // The column after a tab does not depend on the length of the text before it.
                let is_tab = line.text.span(..at).ends_with('\t');
                found = Some((at, if is_tab { COLUMN_OF_TABS } else { column }));
            }
            blanks = 0;
        }
        column += 1;
    }
    found
}

fn indent(line: &TextLine) -> usize {
    (line.indent * COLUMNS_OF_INDENT) as usize
}

/// Whether most lines are complete list lines, not only amounts or names of a table.
fn are_lists(lines: &[(usize, TextLine)]) -> bool {
    let is_whole = |line: &TextLine| {
        let is_line = cues::starts_with_amount(&line.text) && !cues::is_bare_amount(&line.text);
        is_line || cues::announced(&line.text).is_some() || line.text.split_whitespace().nth(2).is_some()
    };
    lines.iter().filter(|(_, line)| is_whole(line)).count() * 3 > lines.len() * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Option<Vec<String>> {
        let line = |line: &str| TextLine {
            text: line.trim().to_owned(),
            indent: (line.len() - line.trim_start().len()) as f32 / COLUMNS_OF_INDENT,
            ..TextLine::default()
        };
        let text = Text { lines: text.lines().map(line).collect(), ..Text::default() };
        one_below_the_other(&text).map(|shown| shown.text.lines.into_iter().map(|line| line.text).collect())
    }

    #[test]
    fn right_column_follows_the_left_one() {
        let columns = "Pea soup\n\
             Ingredients      Method\n\
             500 g peas       Boil the peas in\n\
             1 onion          the stock.\n\
             700 ml stock     Blend until smooth.\n\
             \u{20}                Serve it warm.";
        let expected = [
            "Pea soup",
            "Ingredients",
            "500 g peas",
            "1 onion",
            "700 ml stock",
            "Method",
            "Boil the peas in the stock.",
            "Blend until smooth.",
            "Serve it warm.",
        ];
        assert_eq!(lines(columns).as_deref(), Some(&expected.map(str::to_owned)[..]));
    }

    #[test]
    fn two_ingredients_in_a_line_are_read_in_turn() {
        let expected = ["8 oz flour", "8 oz oats", "4 oz lard", "4 oz sugar", "1 egg"];
        let list = "8 oz flour      8 oz oats\n4 oz lard       4 oz sugar\n1 egg";
        assert_eq!(lines(list).as_deref(), Some(&expected.map(str::to_owned)[..]));
    }

    #[test]
    fn columns_may_be_parted_by_tabs() {
        let expected =
            ["Ingredients", "500 g peas", "1 onion", "Method", "Boil the peas.", "Blend until smooth."];
        let columns = "Ingredients\tMethod\n500 g peas\tBoil the peas.\n1 onion\tBlend until smooth.";
        assert_eq!(lines(columns).as_deref(), Some(&expected.map(str::to_owned)[..]));
    }

    #[test]
    fn heading_of_a_table_is_that_of_its_list() {
        let table = "Ingredient\tAmount\nRye flour\t300 g\nEggs\t2";
        let expected = ["Ingredient", "Rye flour\t300 g", "Eggs\t2"];
        assert_eq!(lines(table).as_deref(), Some(&expected.map(str::to_owned)[..]));
    }

    #[test]
    fn table_of_names_and_amounts_is_kept() {
        for table in [
            "peas        500 g\nonion       1\nstock       700 ml",
            "500 g       peas\n1           onion\n700 ml      stock",
            "500 g peas  chopped\n1 onion  diced",
        ] {
            assert_eq!(lines(table), None, "{table}");
        }
    }
}
