//! Converts strings with markup and entities to plain text in linear time.

use encoding_rs::WINDOWS_1252;
use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};
use recipe::{Places, Span};

use crate::dom::breaks_line;

/// Maximum rounds of decoding; texts may be escaped several times.
const MAX_ROUNDS: usize = 3;
/// Maximum length of an entity in bytes: `CounterClockwiseContourIntegral;`.
const LONGEST_ENTITY: usize = 32;

pub(crate) fn line(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    for word in plain(raw).split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Splits at line breaks, `<br>` and block edges.
pub(crate) fn lines(raw: &str) -> Vec<String> {
    plain(raw)
        .split('\n')
        .map(|piece| piece.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect()
}

/// Removes Markdown emphasis (`**bold**`, `_italic_`) and link targets from a line.
pub(crate) fn without_emphasis(line: &str) -> String {
    let mut out = without_link_targets(line);
    for mark in ["**", "__", "*", "_"] {
        if out.contains(mark) {
            out = without_mark(&out, mark);
        }
    }
    out
}

/// Removes pairs of `mark` around words, but not in `2*3`, `snake_case` or `* item`.
fn without_mark(line: &str, mark: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once(mark) {
        let is_start = !before.ends_with(|c: char| c.is_alphanumeric() || mark.starts_with(c));
        let end = behind.find(mark).filter(|_| is_start && behind.starts_with(|c: char| !c.is_whitespace()));
        let within = end.and_then(|end| behind.split_at_checked(end));
        let Some((within, after)) = within.map(|(within, after)| (within, after.span(mark.len()..))) else {
            out.push_str(before);
            out.push_str(mark);
            rest = behind;
            continue;
        };
        let is_pair = !within.is_empty()
            && !within.ends_with(char::is_whitespace)
            && !after.starts_with(char::is_alphanumeric);
        out.push_str(before);
        if is_pair {
            out.push_str(within);
            rest = after;
        } else {
            out.push_str(mark);
            rest = behind;
        }
    }
    out.push_str(rest);
    out
}

fn without_link_targets(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once("](") {
        let target = behind.split_once(')').filter(|(target, _)| !target.contains(char::is_whitespace));
        match (before.rsplit_once('['), target) {
            (Some((text, name)), Some((_, after))) => {
                out.push_str(text);
                out.push_str(name);
                rest = after;
            }
            _ => {
                out.push_str(before);
                out.push_str("](");
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

/// Decodes entities and escapes, repairs the encoding, and removes tags and invisible characters.
fn plain(raw: &str) -> String {
    let mut text = raw.to_owned();
    for _ in 0..MAX_ROUNDS {
        if !text.contains('&') {
            break;
        }
        let decoded = decode_entities(&text);
        if decoded == text {
            break;
        }
        text = decoded;
    }
    if text.contains("u00") {
        text = with_lost_escapes(&text);
    }
    for _ in 0..MAX_ROUNDS {
        if !text.contains('<') {
            break;
        }
        let stripped = strip_tags(&text);
        if stripped == text {
            break;
        }
        text = stripped;
    }
    if let Some(repaired) = repair_mojibake(&text) {
        text = repaired;
    }
    if text.contains('\\') {
        text = with_line_breaks(text);
    }
    text.chars().filter_map(shown).collect()
}

/// Decodes JSON escapes that lost their backslash: "salt u0026 pepper".
fn with_lost_escapes(text: &str) -> String {
    let mut pieces = text.split("u00");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let escaped = piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).map(char::from);
        match escaped.filter(|c| !c.is_control()) {
            Some(c) => {
                out.push(c);
                out.push_str(piece.get(2..).unwrap_or_default());
            }
            None => {
                out.push_str("u00");
                out.push_str(piece);
            }
        }
    }
    out
}

/// Converts line breaks that were escaped twice.
fn with_line_breaks(text: String) -> String {
    [r"\r\n", r"\n", r"\r"].into_iter().fold(text, |text, escaped| text.replace(escaped, "\n"))
}

/// Repairs UTF-8 that was decoded as windows-1252, such as "Ã©"; `None` if there is none.
fn repair_mojibake(text: &str) -> Option<String> {
    let is_lead = |c: char| ('\u{c2}'..='\u{f4}').contains(&c);
    if !text.contains(is_lead) {
        return None;
    }
    let mut out = String::new();
    let mut rest = text;
    let mut kept = 0;
    while let Some(at) = rest.span(kept..).find(is_lead).map(|at| kept + at) {
        match stretch(rest.span(at..)) {
            Some((length, c)) => {
                out.push_str(rest.span(..at));
                out.push(c);
                rest = rest.span(at + length..);
                kept = 0;
            }
            // The lead character has two bytes.
            None => kept = at + 2,
        }
    }
    (!out.is_empty()).then(|| out + rest)
}

/// Decodes two to four characters as the bytes of one UTF-8 character; returns their length in bytes, and that
/// character.
fn stretch(text: &str) -> Option<(usize, char)> {
    let (mut bytes, mut count, mut length) = ([0_u8; 4], 0, 0);
    for c in text.chars().take(4) {
        bytes.put(count, windows_1252(c)?);
        count += 1;
        length += c.len_utf8();
        if count > 1
            && let Ok(decoded) = std::str::from_utf8(bytes.span(..count))
        {
            return Some((length, decoded.chars().next()?));
        }
    }
    None
}

/// The byte that windows-1252 or Latin-1 decodes to `c`.
fn windows_1252(c: char) -> Option<u8> {
    if matches!(c, '\u{80}'..='\u{9f}') {
        return u8::try_from(u32::from(c)).ok();
    }
    let mut utf8 = [0; 4];
    let (bytes, _, has_errors) = WINDOWS_1252.encode(c.encode_utf8(&mut utf8));
    (!has_errors).then(|| bytes.first().copied()).flatten()
}

fn shown(c: char) -> Option<char> {
    match c {
        '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}'
        | '\u{feff}'
        | '\u{ad}' => None,
        '\r' | '\n' | '\u{2028}' | '\u{2029}' => Some('\n'),
        c if c.is_control() => Some(' '),
        c => Some(c),
    }
}

/// Decodes entities once, also those without a semicolon.
pub(crate) fn decode_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(rest.span(..at));
        rest = rest.span(at + 1..);
        match entity(rest) {
            Some((length, first, second)) => {
                out.extend(first);
                out.extend(second);
                rest = rest.span(length..);
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    out
}

fn entity(text: &str) -> Option<(usize, Option<char>, Option<char>)> {
    if let Some(number) = text.strip_prefix('#') {
        return numeric_entity(number).map(|(length, c)| (length + 1, c, None));
    }
    let mut found = None;
    for (at, c) in text.char_indices().take(LONGEST_ENTITY) {
        let length = at + c.len_utf8();
        // Prefixes of names have the value 0.
        let Some((first, second)) = NAMED_ENTITIES.get(text.span(..length)) else { break };
        if *first != 0 {
            found = Some((length, char::from_u32(*first), char::from_u32(*second).filter(|c| *c != '\0')));
        }
    }
    found
}

fn numeric_entity(number: &str) -> Option<(usize, Option<char>)> {
    let (digits, radix, prefix) = match number.strip_prefix(['x', 'X']) {
        Some(hex) => (hex, 16, 1),
        None => (number, 10, 0),
    };
    let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    if length == 0 {
        return None;
    }
    // A number that is too large becomes an invalid code point.
    let code = u32::from_str_radix(digits.span(..length), radix).unwrap_or(u32::MAX);
    let c = match code {
        0 => None,
        0x80..=0x9f => C1_REPLACEMENTS.at((code - 0x80) as usize),
        _ => Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)),
    };
    let semicolon = usize::from(digits.span(length..).starts_with(';'));
    Some((prefix + length + semicolon, c))
}

/// Removes tags; block tags become line breaks. Keeps a `<` that opens no tag.
fn strip_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(rest.span(..at));
        rest = rest.span(at..);
        let name = rest.span(1..).strip_prefix('/').unwrap_or(rest.span(1..));
        let is_comment = rest.starts_with("<!--");
        if !is_comment && !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!' || c == '?') {
            out.push('<');
            rest = rest.span(1..);
            continue;
        }
        let end =
            if is_comment { rest.find("-->").map(|end| end + 3) } else { rest.find('>').map(|end| end + 1) };
        // Stopping here keeps the search linear.
        let Some(end) = end else { break };
        let inner = rest.span(end..);
        if rest.starts_with("<sup>")
            && out.ends_with(|c: char| c.is_ascii_digit())
            && is_raised_fraction(inner)
        {
            out.push(' ');
        }
        let name_length = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
        if breaks_line(&name.span(..name_length).to_ascii_lowercase()) {
            out.push('\n');
        } else if name.span(..name_length).eq_ignore_ascii_case("td") {
            out.push(' ');
        }
        rest = rest.span(end..);
    }
    out.push_str(rest);
    out
}

/// Whether the text after `<sup>` starts with a fraction: "1</sup>⁄<sub>2", "1/2</sup>".
fn is_raised_fraction(text: &str) -> bool {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let rest = text.span(digits..);
    let rest = rest.strip_prefix("</sup>").unwrap_or(rest);
    (1..=2).contains(&digits) && rest.trim_start().starts_with(['/', '⁄'])
}

/// Whether programs print the word for a missing value.
pub(crate) fn is_placeholder(word: &str) -> bool {
    matches!(word, "null" | "undefined" | "NaN" | "(null)" | "[object Object]")
}

/// Removes placeholders before the name: "4 null", "undefined 2 eggs".
pub(crate) fn without_placeholders(line: &str) -> String {
    let is_amount = |word: &str| word.chars().all(|c| !c.is_alphabetic());
    let mut is_leading = true;
    let kept = line.split_whitespace().filter(|word| {
        let is_kept = !(is_leading && is_placeholder(word));
        is_leading &= !is_kept || is_amount(word);
        is_kept
    });
    kept.collect::<Vec<_>>().join(" ")
}

pub(crate) fn without_bullet(line: &str) -> &str {
    let is_bullet =
        |c: char| matches!(c, '•' | '·' | '▢' | '□' | '☐' | '◦' | '●' | '○' | '■' | '▪' | '*' | '-' | '–');
    let stripped = line.trim_start_matches(|c: char| c.is_whitespace() || is_bullet(c));
    // "-5" may be an amount.
    if line.starts_with(['-', '–'])
        && stripped.len() + 1 == line.len()
        && stripped.starts_with(char::is_numeric)
    {
        return line;
    }
    stripped
}

pub(crate) fn truncate_at_character(text: &mut String, max: usize) -> bool {
    if text.len() <= max {
        return false;
    }
    let end = (0..=max).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    text.truncate(end);
    true
}

/// The letters and digits in lower case, to compare titles.
pub(crate) fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Removes a repetition meant for screen readers: "2 figs: 2 figs".
pub(crate) fn without_repetition(line: &str) -> &str {
    let half = line.len().saturating_sub(2) / 2;
    match line.split_at_checked(half) {
        Some((first, again)) if !first.is_empty() && again.strip_prefix(": ") == Some(first) => first,
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_removes_markup_entities_and_mojibake() {
        for (raw, expected) in [
            ("  two\t\n blanks\u{a0}here ", "two blanks here"),
            ("Salt &amp; pepper", "Salt & pepper"),
            ("Salt &amp;amp; pepper", "Salt & pepper"),
            ("Salt &amp;amp;amp; pepper", "Salt & pepper"),
            ("&frac12; cup", "½ cup"),
            ("&frac12 cup", "½ cup"),
            ("Grandma&#39;s", "Grandma's"),
            ("Grandma&#x2019;s", "Grandma’s"),
            ("Grandma&#146;s", "Grandma’s"),
            ("&#0;a&#99999999999;", "a\u{fffd}"),
            ("M&Ms & R&B", "M&Ms & R&B"),
            ("Salt u0026 pepper, u00bd cup cru00e8me", "Salt & pepper, ½ cup crème"),
            ("menu00", "menu00"),
            ("u0007", "u0007"),
            ("<b>Bold</b>ly <a href='x'>linked</a>", "Boldly linked"),
            ("&lt;p&gt;Mix&lt;/p&gt;", "Mix"),
            ("cook < 5 minutes", "cook < 5 minutes"),
            ("a<!-- note -->b", "ab"),
            ("a <b unfinished", "a <b unfinished"),
            ("so\u{ad}ft\u{200b} hy\u{feff}phen", "soft hyphen"),
            ("a\u{7}b", "a b"),
            ("2 cupsÂ\u{a0}flour", "2 cups flour"),
            ("Grandmaâ€™s crÃ¨me brÃ»lÃ©e", "Grandma’s crème brûlée"),
            ("1â\u{81}\u{84}2 Â½ cup", "1⁄2 ½ cup"),
            ("Pâté à l’Âge d’or, ÀÉÎ, âñ", "Pâté à l’Âge d’or, ÀÉÎ, âñ"),
            ("Ã", "Ã"),
            ("<p>One</p><p>Two</p>", "One Two"),
        ] {
            assert_eq!(line(raw), expected, "{raw:?}");
        }
    }

    #[test]
    fn lines_splits_at_breaks_and_blocks() {
        for (raw, expected) in [
            ("a\nb\r\nc", vec!["a", "b", "c"]),
            ("a<br>b<BR/>c", vec!["a", "b", "c"]),
            ("<ul><li>a</li><li>b <i>c</i></li></ul>", vec!["a", "b c"]),
            ("&lt;p&gt;a&lt;/p&gt;&lt;p&gt;b&lt;/p&gt;", vec!["a", "b"]),
            ("", vec![]),
        ] {
            assert_eq!(lines(raw), expected, "{raw:?}");
        }
    }

    #[test]
    fn without_bullet_keeps_negative_amounts() {
        for (raw, expected) in [
            ("• salt", "salt"),
            ("▢ ▢ 1 egg", "1 egg"),
            ("- salt", "salt"),
            ("-5 g", "-5 g"),
            ("½ cup", "½ cup"),
        ] {
            assert_eq!(without_bullet(raw), expected);
        }
    }

    #[test]
    fn cut_truncates_at_a_character_boundary() {
        let mut text = String::from("añejo");
        assert!(truncate_at_character(&mut text, 2));
        assert_eq!(text, "a");
    }
}
