//! Plain text: lines, blank lines, underlined headings and indentation.

use extract::{Role, Text, TextLine};
use recipe::Span;

use crate::documents::DocumentError;

/// Maximum bytes; large recipe collections have 3 MB.
const MAX_BYTES: usize = 10 * 1024 * 1024;
const MAX_LINES: usize = 50_000;
const MAX_LINE_BYTES: usize = 100_000;
/// Number of bytes examined to detect binary data.
const SAMPLE_BYTES: usize = 64 * 1024;
const LONGEST_HEADING_CHARS: usize = 100;
const TAB_COLUMNS: usize = 4;
/// Letters are about half as wide as high.
const COLUMNS_PER_HEIGHT: f32 = 2.0;
const MAX_BLANK_LINES: u32 = 4;

/// Reads plain text in any encoding; `name` is the file name.
///
/// # Errors
/// `TooLarge` above 10 MiB, `Unreadable` for binary data.
pub fn read_plain(bytes: &[u8], name: Option<&str>) -> Result<Text, DocumentError> {
    if bytes.len() > MAX_BYTES {
        return Err(DocumentError::TooLarge);
    }
    let decoded = extract::decode(bytes);
    if is_binary(&decoded) {
        return Err(DocumentError::Unreadable);
    }
    Ok(Text { lines: lines(&decoded), name: stem(name), ..Text::default() })
}

pub(crate) fn stem(name: Option<&str>) -> Option<String> {
    let name = name?.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).trim();
    (!stem.is_empty()).then(|| stem.replace('_', " "))
}

/// Whether more than 5 % of the characters are control or replacement characters.
pub(crate) fn is_binary(text: &str) -> bool {
    let sample = text.span(..text.floor_char_boundary(SAMPLE_BYTES));
    let foreign = sample
        .chars()
        .filter(|c| {
            c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}') || *c == char::REPLACEMENT_CHARACTER
        })
        .count();
    foreign.saturating_mul(20) > sample.chars().count()
}

fn lines(text: &str) -> Vec<TextLine> {
    let mut lines: Vec<TextLine> = Vec::new();
    let mut blanks = 0_u32;
    let breaks = |c: char| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    for raw in text.replace("\r\n", "\n").split(breaks) {
        if lines.len() >= MAX_LINES {
            break;
        }
        let raw = raw.span(..raw.floor_char_boundary(MAX_LINE_BYTES));
        let line = raw.trim();
        if line.is_empty() {
            blanks = blanks.saturating_add(1);
            continue;
        }
        if let Some(sign) = rule(line) {
            match lines.last_mut() {
                Some(above) if blanks == 0 && may_be_heading(above) => {
                    above.role = Role::Heading(if sign == '=' { 1 } else { 2 });
                }
                _ => blanks = blanks.saturating_add(1),
            }
            continue;
        }
        lines.push(TextLine {
            text: line.to_owned(),
            indent: indent(raw) as f32 / COLUMNS_PER_HEIGHT,
            space_above: if lines.is_empty() { 0.0 } else { blanks.min(MAX_BLANK_LINES) as f32 },
            ..TextLine::default()
        });
        blanks = 0;
    }
    lines
}

/// The character of a line that is drawn with at least three equal signs: "=====", "-----", "* * *".
fn rule(line: &str) -> Option<char> {
    let first = line
        .chars()
        .next()
        .filter(|c| matches!(c, '=' | '-' | '_' | '~' | '*' | '#' | '─' | '═' | '—' | '–' | '+'))?;
    let signs = line.chars().filter(|c| *c == first).count();
    (signs >= 3 && line.chars().all(|c| c == first || c == ' ')).then_some(first)
}

fn may_be_heading(line: &TextLine) -> bool {
    line.role == Role::Plain && line.text.chars().nth(LONGEST_HEADING_CHARS).is_none()
}

fn indent(raw: &str) -> usize {
    let mut columns = 0_usize;
    for c in raw.chars().take_while(|c| c.is_whitespace()).take(200) {
        let next = columns.saturating_add(1);
        columns = if c == '\t' { next.next_multiple_of(TAB_COLUMNS) } else { next };
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Text {
        read_plain(text.as_bytes(), Some("plum_cake.txt")).unwrap()
    }

    #[test]
    fn blank_lines_indents_and_underlined_headings_are_kept() {
        let text = read(
            "Plum cake\r\n=========\r\n\r\n\r\nMethod\r\n------\r\n1. Mix.\r\n\tStir well.\r\n\r\n-----\r\nServe.",
        );
        let layout: Vec<(&str, Role, f32, f32)> = text
            .lines
            .iter()
            .map(|line| (line.text.as_str(), line.role, line.indent, line.space_above))
            .collect();
        assert_eq!(
            layout,
            [
                ("Plum cake", Role::Heading(1), 0.0, 0.0),
                ("Method", Role::Heading(2), 0.0, 2.0),
                ("1. Mix.", Role::Plain, 0.0, 0.0),
                ("Stir well.", Role::Plain, 2.0, 0.0),
                ("Serve.", Role::Plain, 0.0, 2.0),
            ]
        );
        assert_eq!(text.name.as_deref(), Some("plum cake"));
    }

    #[test]
    fn other_encodings_are_read_and_binary_data_is_rejected() {
        let cases: [(&[u8], Result<&str, DocumentError>); 6] = [
            (b"cr\xe8me br\xfbl\xe9e", Ok("crème brûlée")),
            (b"\xff\xfeg\x00r\x00a\x00p\x00e\x00", Ok("grape")),
            ("\u{feff}piña".as_bytes(), Ok("piña")),
            (b"", Ok("")),
            (b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0e\x0f", Err(DocumentError::Unreadable)),
            (&[b'a'; MAX_BYTES + 1], Err(DocumentError::TooLarge)),
        ];
        for (bytes, expected) in cases {
            let read = read_plain(bytes, None);
            let read = read.map(|text| text.lines.first().map_or(String::new(), |line| line.text.clone()));
            assert_eq!(read, expected.map(str::to_owned));
        }
    }

    #[test]
    fn endless_line_is_cut() {
        let text = read(&"flour and water ".repeat(300_000));
        assert_eq!(text.lines.len(), 1);
        assert!(text.lines[0].text.len() <= MAX_LINE_BYTES);
    }
}
