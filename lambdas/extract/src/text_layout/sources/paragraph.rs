//! A recipe in one paragraph: "Overnight oats! ½ cup oats, ½ cup milk, 1 tsp honey. Mix in a jar."

use super::ConvertedText;
use crate::cues;
use crate::text_layout::{Text, TextLine};

/// Longer texts have a list of lines.
const MOST_LINES: usize = 4;
const LEAST_AMOUNTS: usize = 3;
const LONGEST_PARAGRAPH_BYTES: usize = 4_000;

/// Puts the list and the instructions after it on separate lines.
pub(super) fn split(text: &Text) -> Option<ConvertedText> {
    if text.lines.len() > MOST_LINES {
        return None;
    }
    let (at, parts) =
        text.lines.iter().enumerate().find_map(|(at, line)| Some((at, list_within(&line.text)?)))?;
    let mut lines: Vec<(usize, TextLine)> = Vec::new();
    for (number, line) in (1..).zip(&text.lines) {
        if number == at + 1 {
            let told = parts.iter().filter(|part| !part.is_empty());
            lines.extend(told.map(|part| {
                (number, TextLine { text: (*part).to_owned(), space_above: 1.0, ..line.clone() })
            }));
        } else {
            lines.push((number, line.clone()));
        }
    }
    Some(ConvertedText::new(text, lines))
}

/// Splits at a list: text before, list, instructions.
fn list_within(line: &str) -> Option<[&str; 3]> {
    if line.len() > LONGEST_PARAGRAPH_BYTES {
        return None;
    }
    let mut ends: Vec<usize> = line
        .char_indices()
        .filter(|(_, c)| matches!(c, '.' | '!' | '?' | ':'))
        .map(|(at, c)| at + c.len_utf8())
        .filter(|end| {
            let behind = line.get(*end..).unwrap_or_default();
            // "2 tbsp. oil" is one sentence.
            behind.strip_prefix(' ').is_some_and(|next| !next.starts_with(char::is_lowercase))
        })
        .collect();
    ends.push(line.len());
    let mut start = 0;
    for end in ends {
        let sentence = line.get(start..end)?.trim();
        let behind = line.get(end..)?.trim();
        if is_list(sentence.trim_end_matches('.')) && cues::is_told(behind) {
            return Some([line.get(..start)?.trim().trim_end_matches(':'), sentence, behind]);
        }
        start = end;
    }
    None
}

fn is_list(sentence: &str) -> bool {
    let amounts = cues::pieces(sentence).iter().filter(|piece| cues::starts_with_amount(piece)).count();
    amounts >= LEAST_AMOUNTS && cues::lists_amounts(sentence)
}
