//! Converts headings and check boxes of Markdown in plain text.

use super::ConvertedText;
use crate::text_layout::{Role, Text, TextLine};

const DEEPEST_HEADING: usize = 6;

/// Turns "### Pastry" into a heading and "- [ ] 2 eggs" into "- 2 eggs"; `None` if there are none.
pub(super) fn shown(text: &Text) -> Option<ConvertedText> {
    let mut is_changed = false;
    let lines: Vec<(usize, TextLine)> = (1..)
        .zip(&text.lines)
        .map(|(number, line)| {
            let converted = heading(line).or_else(|| checked(line));
            is_changed |= converted.is_some();
            (number, converted.unwrap_or_else(|| line.clone()))
        })
        .collect();
    is_changed.then(|| ConvertedText::new(text, lines))
}

fn heading(line: &TextLine) -> Option<TextLine> {
    let words = line.text.trim_start_matches('#');
    let level = line.text.len() - words.len();
    let is_heading = (1..=DEEPEST_HEADING).contains(&level)
        && line.role == Role::Plain
        && words.starts_with(' ')
        && words.contains(char::is_alphabetic);
    let text = words.trim_matches(['#', ' ']).to_owned();
    is_heading.then(|| TextLine { text, role: Role::Heading(level as u8), ..line.clone() })
}

fn checked(line: &TextLine) -> Option<TextLine> {
    let bare = line.text.trim_start_matches(['-', '*', '+', '•', ' ']);
    let item = ["[ ]", "[x]", "[X]", "[]"].iter().find_map(|mark| bare.strip_prefix(mark))?.trim_start();
    (!item.is_empty()).then(|| TextLine { text: format!("- {item}"), ..line.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_check_boxes_are_converted() {
        for (line, expected) in [
            ("### Pastry", Some(("Pastry", Role::Heading(3)))),
            ("# Fig pie #", Some(("Fig pie", Role::Heading(1)))),
            ("- [ ] 2 figs", Some(("- 2 figs", Role::Plain))),
            ("[x] salt", Some(("- salt", Role::Plain))),
            ("#figs #pie", None),
            ("# 2", None),
            ("[Sauce]", None),
        ] {
            let text = Text {
                lines: vec![TextLine { text: line.to_owned(), ..TextLine::default() }],
                ..Text::default()
            };
            let converted = shown(&text).map(|shown| shown.text.lines);
            let converted = converted.iter().flatten().next().map(|line| (line.text.as_str(), line.role));
            assert_eq!(converted, expected, "{line}");
        }
    }
}
