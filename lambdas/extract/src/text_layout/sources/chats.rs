//! Reads chat exports, in which each message has a sender and a time.

use std::collections::HashMap;

use super::ConvertedText;
use crate::text_layout::{Text, TextLine};

const LONGEST_NAME_BYTES: usize = 60;

/// The messages of the person who wrote most; `None` if the text is not a chat.
pub(super) fn of_main_writer(text: &Text) -> Option<ConvertedText> {
    let mut writer: Option<&str> = None;
    let mut lines: Vec<(Option<&str>, usize, TextLine)> = Vec::new();
    let mut is_first = false;
    for (number, line) in (1..).zip(&text.lines) {
        let words = match stamp(&line.text) {
            Some(stamp) => {
                writer = stamp.writer;
                is_first = true;
                stamp.words
            }
            None => &line.text,
        };
        if !words.is_empty() {
            let space_above = if std::mem::take(&mut is_first) { 1.0 } else { line.space_above };
            lines.push((writer, number, TextLine { text: words.to_owned(), space_above, ..line.clone() }));
        }
    }
    let mut written: HashMap<&str, usize> = HashMap::new();
    for (writer, _, line) in &lines {
        if let Some(writer) = writer {
            let so_far = written.entry(writer).or_default();
            *so_far = so_far.saturating_add(line.text.len());
        }
    }
    let main_writer =
        written.into_iter().max_by_key(|(writer, bytes)| (*bytes, *writer)).map(|(writer, _)| writer)?;
    Some(ConvertedText::new(
        text,
        lines
            .into_iter()
            .filter(|(writer, ..)| *writer == Some(main_writer))
            .map(|(_, number, line)| (number, line)),
    ))
}

struct MessageHeader<'a> {
    writer: Option<&'a str>,
    words: &'a str,
}

/// Parses the header of a message: "[12/03/2024, 18:25:01] Ana: two eggs", "12.03.24, 6:25 pm - Ana: two
/// eggs".
fn stamp(line: &str) -> Option<MessageHeader<'_>> {
    // Skip a left-to-right mark.
    let line = line.trim_start_matches('\u{200e}');
    if let Some((name, moment)) = line.split_once(", [")
        && moment.strip_suffix(']').and_then(after_moment).is_some_and(str::is_empty)
    {
        return Some(MessageHeader { writer: named(name), words: "" });
    }
    let behind = match line.strip_prefix('[') {
        Some(inside) => after_moment(inside)?.strip_prefix(']')?,
        None => after_moment(line)?.strip_prefix(" - ")?,
    };
    let behind = behind.trim_start_matches([' ', '\u{200e}']);
    let parts = behind.split_once(": ").or_else(|| behind.strip_suffix(':').map(|name| (name, "")));
    Some(match parts.and_then(|(name, words)| Some((named(name)?, words))) {
        Some((name, words)) => MessageHeader { writer: Some(name), words: words.trim() },
        None => MessageHeader { writer: None, words: behind },
    })
}

fn named(name: &str) -> Option<&str> {
    let name = name.trim();
    (!name.is_empty() && name.len() <= LONGEST_NAME_BYTES).then_some(name)
}

fn after_moment(text: &str) -> Option<&str> {
    let (parts, rest) = numbers(text, &['/', '.', '-'])?;
    let rest = rest.strip_prefix(',').unwrap_or(rest).strip_prefix(' ')?;
    let (of_time, rest) = numbers(rest, &[':', '.'])?;
    ((2..=3).contains(&parts) && (2..=3).contains(&of_time)).then(|| after_half_of_day(rest))
}

/// Number of leading numbers, joined by `signs`, and the rest.
fn numbers<'a>(text: &'a str, signs: &[char]) -> Option<(usize, &'a str)> {
    let mut rest = text;
    let mut count = 0_usize;
    loop {
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if !(1..=4).contains(&rest.len().saturating_sub(behind.len())) {
            return None;
        }
        count += 1;
        match behind.strip_prefix(signs).filter(|next| next.starts_with(|c: char| c.is_ascii_digit())) {
            Some(next) => rest = next,
            None => return Some((count, behind)),
        }
    }
}

/// Removes "am", "pm" or "p. m."
fn after_half_of_day(text: &str) -> &str {
    let words = text.trim_start_matches([' ', '\u{202f}', '\u{a0}']);
    let behind =
        words.strip_prefix(['a', 'p', 'A', 'P']).map(|rest| rest.trim_start_matches(['.', ' ', '\u{a0}']));
    match behind.and_then(|rest| rest.strip_prefix(['m', 'M'])) {
        Some(rest) => rest.strip_prefix('.').unwrap_or(rest),
        None => text,
    }
}
