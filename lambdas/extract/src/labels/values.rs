//! Parses values of labels: "1 h 20", "about 30-40 min.", "24 small cookies".

use recipe::{Span, duration};

use super::words::{self, words};
use crate::cues;

const LONGEST_MINUTES: u32 = 60 * 24 * 60;
const MIN_BARE: u32 = 5;
const MAX_BARE: u32 = 600;
const MAX_PEOPLE: u32 = 1_000;
const LONGEST_YIELD_BYTES: usize = 60;
const MAX_WORDS: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Minutes(u32),
    Amount { servings: Option<u32>, yields: Option<String> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) minutes: u32,
    pub(super) end: usize,
}

/// The time at the start of `text`; of a range, the upper end. If `is_in_minutes`, numbers without a
/// unit count as minutes.
pub(super) fn time(text: &str, is_in_minutes: bool) -> Option<Time> {
    if text.starts_with(['P', 'p']) {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        if let Some(minutes) = duration::minutes(text.span(..end)).filter(|minutes| *minutes > 0) {
            return Some(Time { minutes, end });
        }
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    // Excludes a time of day.
    let is_clock = word.contains(':') && !rest.trim_start().starts_with(['a', 'A', 'p', 'P']);
    if let Some(minutes) = duration::minutes(word).filter(|minutes| is_clock && *minutes > 0) {
        return Some(Time { minutes, end });
    }
    let start = skip_approximation(text);
    let (minutes, end) = match duration::leading(text.span(start..)) {
        Some((minutes, rest)) => (minutes, text.len().saturating_sub(rest.len())),
        None if is_in_minutes => {
            let amount = Amount::at(text, start).filter(|amount| amount.is_whole)?;
            // At most four digits, so the cast is exact.
            (amount.value as u32, amount.end)
        }
        None => return None,
    };
    (1..=LONGEST_MINUTES).contains(&minutes).then_some(Time { minutes, end })
}

/// Reads a number from 5 to 600 without a unit as minutes; smaller numbers could be hours.
pub(super) fn bare_minutes(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|minutes| (MIN_BARE..=MAX_BARE).contains(minutes))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Makes<'a> {
    /// The number, if it is whole; of a range, the lower one.
    pub(super) count: Option<u32>,
    /// The number with its words: "4 to 6 servings", "24 cookies".
    pub(super) text: &'a str,
    pub(super) words: &'a str,
    pub(super) is_range: bool,
    pub(super) end: usize,
}

pub(super) fn makes(text: &str) -> Option<Makes<'_>> {
    let start = skip_approximation(text);
    let amount = Amount::at(text, start).filter(|amount| amount.value > 0.0)?;
    let upper = range(text, amount.end).filter(|upper| upper.value > amount.value);
    let number_end = upper.map_or(amount.end, |upper| upper.end);
    let rest = text.span(number_end..);
    // Excludes numbers that are not amounts: "1x", "4th", "50%", "12/24", "12:30". "4p" counts people.
    let is_clock_time =
        rest.strip_prefix(':').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if rest.starts_with(['%', '/', '°', '$', '€', 'x', '×']) || is_clock_time {
        return None;
    }
    if rest.starts_with(char::is_alphabetic)
        && !words::is_people(rest.span(..letters(rest, 0)))
        && !rest.starts_with('p')
    {
        return None;
    }
    let behind = yield_end(rest);
    let end = number_end.saturating_add(behind);
    // Cuts the words of a sentence: "12 small cakes you need".
    let words_end =
        number_end.saturating_add(cues::before_needs(rest.span(..behind)).map_or(behind, str::len));
    let is_whole = amount.is_whole && amount.value <= f64::from(MAX_PEOPLE);
    let is_joint = |c: char| c.is_whitespace() || matches!(c, ',' | ':' | '-' | '–');
    // Trims a bracket before the next label: "6-8 (makes 1 loaf)".
    Some(Makes {
        // Whole and small, so the cast is exact.
        count: is_whole.then_some(amount.value as u32),
        text: text.span(start..words_end).trim_end_matches([',', ':', ' ', '-', '–', '(']),
        words: text
            .span(number_end..words_end)
            .trim_start_matches(is_joint)
            .trim_end_matches(|c: char| is_joint(c) || c == '('),
        is_range: upper.is_some(),
        end,
    })
}

fn yield_end(rest: &str) -> usize {
    let mark = rest.find(['|', '•', '·', ';', '—', '\n', '*']).unwrap_or(rest.len());
    // Stops at the end of a bracket that opens before the number: "(serves 4)".
    let bracket = rest.find(['(', ')']).filter(|at| rest.span(*at..).starts_with(')')).unwrap_or(rest.len());
    let mut end = mark.min(bracket).min(rest.find(". ").unwrap_or(rest.len()));
    let next_label = words(rest.span(..end))
        .take(MAX_WORDS)
        .map(|(start, _)| start)
        .find(|start| begins_label(rest.span(*start..end)));
    end = rest.span(..next_label.unwrap_or(end)).trim_end().len();
    if end <= LONGEST_YIELD_BYTES {
        return end;
    }
    // Shortens a long text at a bracket or comma, or drops its words.
    rest.span(..end).find(['(', ',']).filter(|at| *at <= LONGEST_YIELD_BYTES).unwrap_or(0)
}

/// Whether the text starts with a label. "Serving size" is a label, "servings" is not. A common word needs a time
/// after it: "Prep: 5 min".
pub(super) fn begins_label(text: &str) -> bool {
    let first_end = words(text).next().map_or(0, |(_, end)| end);
    let is_sure = words::unambiguous_label_end(text)
        .is_some_and(|end| end > first_end || !words::is_people(text.span(..first_end)));
    let is_timed =
        |label: words::Label| label.kind.is_time() && time(text.span(label.rest..), false).is_some();
    is_sure || words::label(text).is_some_and(is_timed)
}

#[derive(Clone, Copy, Debug)]
struct Amount {
    value: f64,
    is_whole: bool,
    end: usize,
}

impl Amount {
    fn at(text: &str, at: usize) -> Option<Self> {
        let rest = text.span(at..);
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits == 0 {
            if let Some((value, length)) = glyph(rest) {
                return Some(Self { value, is_whole: false, end: at.saturating_add(length) });
            }
            let end = letters(rest, 0);
            let value = words::number(rest.span(..end)).filter(|_| end > 0)?;
            return Some(Self { value: f64::from(value), is_whole: true, end: at.saturating_add(end) });
        }
        if digits > 4 {
            return None;
        }
        let mut value: f64 = rest.span(..digits).parse().ok()?;
        let (mut is_whole, mut end) = (true, digits);
        let behind = rest.span(digits..);
        let decimals = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        if let Some(after) =
            behind.strip_prefix(['.', ',']).filter(|after| (1..=2).contains(&decimals(after)))
        {
            end = end.saturating_add(1).saturating_add(decimals(after));
            value = rest.span(..end).replace(',', ".").parse().ok()?;
            is_whole = rest.span(digits.saturating_add(1)..end).bytes().all(|b| b == b'0');
        } else if let Some((part, length)) = glyph(behind.trim_start()) {
            end = end
                .saturating_add(behind.len())
                .saturating_sub(behind.trim_start().len())
                .saturating_add(length);
            value += part;
            is_whole = false;
        } else if let Some((part, length)) = fraction(behind.trim_start()).filter(|_| behind.starts_with(' '))
        {
            end = end
                .saturating_add(behind.len())
                .saturating_sub(behind.trim_start().len())
                .saturating_add(length);
            value += part;
            is_whole = false;
        } else if let Some((part, length)) = fraction(rest) {
            end = length;
            value = part;
            is_whole = false;
        }
        Some(Self { value, is_whole, end: at.saturating_add(end) })
    }
}

/// The value of a common fraction and the offset after it; "6/8" and "4/6" are ranges.
fn fraction(text: &str) -> Option<(f64, usize)> {
    for (written, value) in [
        ("1/2", 0.5),
        ("1/3", 1.0 / 3.0),
        ("2/3", 2.0 / 3.0),
        ("1/4", 0.25),
        ("3/4", 0.75),
        ("1⁄2", 0.5),
        ("1⁄4", 0.25),
        ("3⁄4", 0.75),
    ] {
        if let Some(after) = text.strip_prefix(written)
            && !after.starts_with(|c: char| c.is_ascii_digit())
        {
            return Some((value, written.len()));
        }
    }
    None
}

fn glyph(text: &str) -> Option<(f64, usize)> {
    let c = text.chars().next()?;
    Some((recipe::fraction_value(c)?, c.len_utf8()))
}

fn range(text: &str, at: usize) -> Option<Amount> {
    let mut next = skip_blanks(text, at);
    let rest = text.span(next..);
    if let Some(mark) = rest.chars().next().filter(|c| matches!(c, '-' | '–' | '—' | '/' | '~' | '‑')) {
        next = next.saturating_add(mark.len_utf8());
    } else {
        let end = letters(text, next);
        if end == next || !words::is_range(text.span(next..end)) {
            return None;
        }
        next = end;
    }
    Amount::at(text, skip_blanks(text, next))
}

/// The offset after words such as "about".
fn skip_approximation(text: &str) -> usize {
    let mut at = skip_blanks(text, 0);
    for _ in 0..3 {
        let sign = text.span(at..).chars().next().filter(|c| matches!(c, '~' | '≈' | '+' | '(' | '±'));
        let from = at.saturating_add(sign.map_or(0, char::len_utf8));
        let end = letters(text, from);
        if end == from {
            return from;
        }
        if !words::is_about(text.span(from..end)) {
            return from;
        }
        at = skip_blanks(text, if text.span(end..).starts_with('.') { end.saturating_add(1) } else { end });
    }
    at
}

fn skip_blanks(text: &str, at: usize) -> usize {
    text.len().saturating_sub(text.span(at..).trim_start().len())
}

fn letters(text: &str, at: usize) -> usize {
    text.span(at..).find(|c: char| !c.is_alphabetic()).map_or(text.len(), |length| at.saturating_add(length))
}
