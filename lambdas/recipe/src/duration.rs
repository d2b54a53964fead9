//! Parses durations: ISO 8601 and free text.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::fraction::fraction_value;
use crate::span::Span;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

const LONGEST_MINUTES: f64 = 366.0 * 24.0 * 60.0;
const MAX_BYTES: usize = 100;
/// Minimum bytes of a full word; shorter words are abbreviations.
const SHORTEST_WORD_BYTES: usize = 3;

/// Parses a duration, rounded to minutes (half up).
///
/// Accepts `PT1H30M`, `P0DT0H20M`, a missing `T`, plain minutes (`90`), hours and minutes (`1:30`) and words
/// (`1 h 30`, `2 horas y 15 minutos`, `20-25 min`, `half an hour`). `None` if a part is unknown or the
/// duration exceeds a year.
#[must_use]
pub fn minutes(text: &str) -> Option<u32> {
    let text = text.trim();
    if text.len() > MAX_BYTES {
        return None;
    }
    if let Some(body) = iso_body(text) {
        // "PT20 Mins": only the prefix is ISO 8601.
        return iso(body).or_else(|| whole(body.trim_start_matches(['T', 't'])));
    }
    if let Some((minutes, rest)) = number(text).filter(|(_, rest)| rest.trim().is_empty()) {
        return whole_minutes(minutes).filter(|_| rest.is_empty());
    }
    if let Some(minutes) = clock(text) {
        return Some(minutes);
    }
    whole(text)
}

fn whole(text: &str) -> Option<u32> {
    leading(text).filter(|(_, rest)| rest.is_empty()).map(|(minutes, _)| minutes)
}

/// Parses a leading duration in words; returns minutes and the remaining text: `45 minutes, plus chilling`.
/// For a range, also `30 minutes to 1 hour`, returns the upper end.
#[must_use]
pub fn leading(text: &str) -> Option<(u32, &str)> {
    let (minutes, rest) = one(text)?;
    match range_mark(rest).and_then(one) {
        Some((upper, rest)) if upper > minutes => Some((upper, rest)),
        _ => Some((minutes, rest)),
    }
}

/// Parses hours and minutes with a colon: `1:30`, `01:30:00`, `1:30 h`.
fn clock(text: &str) -> Option<u32> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(text.len());
    let unit_word = text.span(end..).trim();
    if !unit_word.is_empty()
        && !unit(unit_word).is_some_and(|(unit, rest)| unit == Unit::Hour && rest.is_empty())
    {
        return None;
    }
    let mut parts = text.span(..end).split(':');
    let hours = parts.next().filter(|hours| (1..=2).contains(&hours.len()))?;
    let sixtieth = |part: &str| part.parse::<f64>().ok().filter(|value| part.len() == 2 && *value < 60.0);
    let minutes: f64 = sixtieth(parts.next()?)?;
    let seconds = parts.next().map_or(Some(0.0), sixtieth)?;
    let hours: f64 = hours.parse::<f64>().ok().filter(|_| parts.next().is_none())?;
    whole_minutes(hours * 60.0 + minutes + seconds / 60.0)
}

/// Parses one duration, not a range between two units.
fn one(text: &str) -> Option<(u32, &str)> {
    let mut rest = without_about(text);
    let mut total = 0.0;
    let mut last: Option<Unit> = None;
    loop {
        let joined = if last.is_some() { skip_joining(rest) } else { rest };
        let Some((amount, after)) = range(joined) else { break };
        let named = if amount < 1.0 { skip_of(after) } else { after.trim_start() };
        let is_in_words = joined.starts_with(char::is_alphabetic);
        let (unit, after) = match unit(named) {
            // "a d" and "one m" are rarely durations.
            Some((_, rest))
                if is_in_words && named.len().saturating_sub(rest.len()) < SHORTEST_WORD_BYTES =>
            {
                break;
            }
            Some(found) => found,
            // "1 h 30", "1h05": two digits after hours are minutes.
            None if last == Some(Unit::Hour) && joined.len().saturating_sub(after.len()) == 2 => {
                (Unit::Minute, after)
            }
            None => break,
        };
        // "30 minutes 2 hours" is two durations.
        if last.is_some_and(|last| last.minutes() <= unit.minutes()) {
            break;
        }
        total += amount * unit.minutes();
        last = Some(unit);
        rest = after.trim_start();
        if let Some((part, after)) = part_behind(rest) {
            total += part * unit.minutes();
            rest = after;
            break;
        }
    }
    last?;
    Some((whole_minutes(total)?, rest))
}

fn without_about(text: &str) -> &str {
    let after_about = |text| WORDS.about.iter().find_map(|about| after_phrase(text, about));
    let mut rest = text.trim_start();
    while let Some(after) = after_about(rest) {
        rest = after.trim_start_matches('.').trim_start();
    }
    rest
}

/// The text after a phrase that ends at a word boundary. Ignores case.
fn after_phrase<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(phrase.len())?;
    let continues = phrase.ends_with(char::is_alphabetic) && rest.starts_with(char::is_alphabetic);
    (head.to_lowercase() == phrase && !continues).then_some(rest)
}

fn whole_minutes(minutes: f64) -> Option<u32> {
    // The value is between 0 and a year, so the cast is exact.
    (minutes <= LONGEST_MINUTES).then(|| (minutes + 0.5).floor() as u32)
}

fn iso_body(text: &str) -> Option<&str> {
    let body = text.strip_prefix(['P', 'p'])?;
    body.starts_with(|c: char| c.eq_ignore_ascii_case(&'t') || c.is_ascii_digit()).then_some(body)
}

fn iso(body: &str) -> Option<u32> {
    let lower = body.to_ascii_lowercase();
    let mut rest = lower.as_str();
    let mut in_time_part = !rest.contains('t');
    let mut total = 0.0;
    let mut seen = false;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('t').filter(|_| !in_time_part) {
            in_time_part = true;
            rest = after.trim_start();
            continue;
        }
        let (amount, after) = number(rest)?;
        if after.is_empty() && !seen && lower.starts_with('t') {
            // "PT2400" has no unit; 300 or more are seconds if divisible by 60.
            let is_in_seconds = amount >= 300.0 && amount % 60.0 == 0.0;
            return whole_minutes(if is_in_seconds { amount / 60.0 } else { amount });
        }
        let mut letters = after.trim_start().chars();
        total += amount
            * match letters.next()? {
                'w' => Unit::Week.minutes(),
                'd' => Unit::Day.minutes(),
                'h' => Unit::Hour.minutes(),
                'm' if in_time_part => Unit::Minute.minutes(),
                's' => Unit::Second.minutes(),
                // `M` before `T` means months; in a text without `T` (`P30M`), it means minutes.
                'm' | 'y' if amount == 0.0 => 0.0,
                _ => return None,
            };
        seen = true;
        rest = letters.as_str().trim_start();
    }
    if seen { whole_minutes(total) } else { None }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Week,
    Day,
    Hour,
    Minute,
    Second,
}

impl Unit {
    fn minutes(self) -> f64 {
        match self {
            Self::Week => 7.0 * 24.0 * 60.0,
            Self::Day => 24.0 * 60.0,
            Self::Hour => 60.0,
            Self::Minute => 1.0,
            Self::Second => 1.0 / 60.0,
        }
    }
}

struct Words {
    units: HashMap<String, Unit>,
    joining: HashSet<String>,
    ranges: HashSet<String>,
    about: Vec<String>,
    numerals: HashMap<String, f64>,
    parts: HashMap<String, f64>,
    of: HashSet<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    week: Vec<String>,
    day: Vec<String>,
    hour: Vec<String>,
    minute: Vec<String>,
    second: Vec<String>,
    joining: HashSet<String>,
    ranges: HashSet<String>,
    about: Vec<String>,
    numerals: HashMap<String, f64>,
    parts: HashMap<String, f64>,
    of: HashSet<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by tests of this module")]
    let source: Source =
        toml::from_str(include_str!("../lexicons/durations.toml")).expect("the words are well-formed");
    let Source { week, day, hour, minute, second, joining, ranges, about, numerals, parts, of } = source;
    let units = [
        (week, Unit::Week),
        (day, Unit::Day),
        (hour, Unit::Hour),
        (minute, Unit::Minute),
        (second, Unit::Second),
    ];
    let units = units.into_iter().flat_map(|(words, unit)| words.into_iter().map(move |word| (word, unit)));
    Words { units: units.collect(), joining, ranges, about, numerals, parts, of }
});

fn unit(text: &str) -> Option<(Unit, &str)> {
    let (word, rest) = word(text)?;
    let unit = *WORDS.units.get(&word)?;
    // Two apostrophes mean seconds or inches.
    if !word.starts_with(char::is_alphabetic) && rest.starts_with(&word) {
        return None;
    }
    Some((unit, rest.strip_prefix('.').unwrap_or(rest)))
}

fn word(text: &str) -> Option<(String, &str)> {
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let end = if end == 0 { text.chars().next().filter(|c| !c.is_numeric())?.len_utf8() } else { end };
    (end <= 40).then(|| (text.span(..end).to_lowercase(), text.span(end..)))
}

fn skip_joining(text: &str) -> &str {
    let text = text.strip_prefix(',').unwrap_or(text).trim_start();
    match word(text) {
        Some((word, after)) if WORDS.joining.contains(&word) => after.trim_start(),
        _ => text,
    }
}

/// Number or upper end of a range, and the remaining text.
fn range(text: &str) -> Option<(f64, &str)> {
    let (low, rest) = amount(text)?;
    match range_mark(rest).and_then(amount) {
        Some((high, rest)) if high >= low => Some((high, rest)),
        _ => Some((low, rest)),
    }
}

fn range_mark(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let after = text
        .strip_prefix(['-', '–', '—'])
        .or_else(|| word(text).filter(|(word, _)| WORDS.ranges.contains(word)).map(|(_, after)| after));
    after.map(str::trim_start)
}

/// Number in digits or words (`two`, `half`, `three quarters`), with the remaining text.
fn amount(text: &str) -> Option<(f64, &str)> {
    let words = &*WORDS;
    if let Some(found) = number(text) {
        return Some(found);
    }
    let (first, rest) = word(text)?;
    if let Some(part) = words.parts.get(&first) {
        return Some((*part, rest));
    }
    let count = words.numerals.get(&first)?;
    match word(rest.trim_start()).and_then(|(next, rest)| Some((words.parts.get(&next)?, rest))) {
        Some((part, rest)) => Some((count * part, rest)),
        None => Some((*count, rest)),
    }
}

/// The share in `and a half`, `y media`, `et quart`, ` ½`, and the remaining text.
fn part_behind(text: &str) -> Option<(f64, &str)> {
    let (part, rest) = amount(skip_joining(text)).filter(|(part, _)| *part < 1.0)?;
    let is_in_words = text.starts_with(char::is_alphabetic);
    // Excludes "1 hour and half an hour", "1 hour and half an onion" and "1 hour 1/2 cup".
    let next = word(rest.trim_start()).map(|(word, _)| word);
    let ends = match next {
        Some(next) if is_in_words => unit(skip_of(rest)).is_none() && !WORDS.numerals.contains_key(&next),
        next => next.is_none(),
    };
    ends.then_some((part, rest.trim_start()))
}

/// Removes the words between a share and its unit: `half an hour`, `un quart d'heure`.
fn skip_of(text: &str) -> &str {
    let mut rest = text.trim_start().trim_start_matches('-');
    while let Some((_, after)) = word(rest).filter(|(word, _)| WORDS.of.contains(word)) {
        rest = after.trim_start_matches(['\'', '’']).trim_start();
    }
    rest
}

fn number(text: &str) -> Option<(f64, &str)> {
    let Some((whole, rest)) = decimal(text) else { return glyph(text) };
    if let Some((below, rest)) = rest.strip_prefix('/').and_then(decimal).filter(|(below, _)| *below > 0.0) {
        return Some((whole / below, rest));
    }
    let after = rest.trim_start();
    if let Some((part, rest)) = glyph(after) {
        return Some((whole + part, rest));
    }
    if after.len() < rest.len()
        && let Some((above, after)) = decimal(after)
        && let Some((below, rest)) = after.strip_prefix('/').and_then(decimal)
        && above < below
    {
        return Some((whole + above / below, rest));
    }
    Some((whole, rest))
}

fn decimal(text: &str) -> Option<(f64, &str)> {
    let digits = |s: &str| s.find(|c: char| !c.is_ascii_digit()).unwrap_or(s.len());
    let whole = digits(text);
    if whole == 0 {
        return None;
    }
    let mut end = whole;
    if let Some(after) = text.span(whole..).strip_prefix(['.', ',']) {
        let decimals = digits(after);
        if decimals > 0 {
            end = whole.saturating_add(1).saturating_add(decimals);
        }
    }
    let number: f64 = text.span(..end).replace(',', ".").parse().ok()?;
    Some((number, text.span(end..)))
}

fn glyph(text: &str) -> Option<(f64, &str)> {
    let glyph = text.chars().next()?;
    Some((fraction_value(glyph)?, text.span(glyph.len_utf8()..)))
}

#[cfg(test)]
mod tests {
    use super::{leading, minutes};

    #[test]
    fn duration_is_parsed_to_minutes() {
        for (text, expected) in [
            ("PT1H30M", Some(90)),
            ("PT90M", Some(90)),
            ("P0DT0H20M", Some(20)),
            ("P0Y0M0DT0H35M0.000S", Some(35)),
            ("pt15m", Some(15)),
            ("PT1H", Some(60)),
            ("P1D", Some(1440)),
            ("P1DT2H", Some(1560)),
            ("P1W", Some(10080)),
            ("PT90S", Some(2)),
            ("PT89S", Some(1)),
            ("PT0M", Some(0)),
            ("PT0.5H", Some(30)),
            ("PT1,5H", Some(90)),
            ("PT 1H 30 M", Some(90)),
            ("P30M", Some(30)),
            ("P2H", Some(120)),
            ("  PT10M\n", Some(10)),
            ("45", Some(45)),
            ("45.0", Some(45)),
            ("30 minutes", Some(30)),
            ("1 hour and 5 mins", Some(65)),
            ("1 hr, 20 min.", Some(80)),
            ("2 horas y 15 minutos", Some(135)),
            ("1 h 30", Some(90)),
            ("1h30", Some(90)),
            ("1 heure et 10 minutes", Some(70)),
            ("2 días", Some(2880)),
            ("PT2400", Some(40)),
            ("PT45", Some(45)),
            ("1 1/2 hours", Some(90)),
            ("1½ h", Some(90)),
            ("½ hour", Some(30)),
            ("PT20 Mins", Some(20)),
            ("PT1 hour 20 mins", Some(80)),
            ("Less than 30 min", Some(30)),
            ("less than about 30 min.", Some(30)),
            ("over 2 hours", Some(120)),
            ("menos de 20 minutos", Some(20)),
            ("plus de 2 heures", Some(120)),
            ("overnight", None),
            ("30 mins to 1 hour", Some(60)),
            ("45 min - 1 h 15 min", Some(75)),
            ("1 hour to 30 minutes", None),
            ("1:30", Some(90)),
            ("0:05", Some(5)),
            ("01:30:00", Some(90)),
            ("1:30 h", Some(90)),
            ("1:75", None),
            ("1:30 pm", None),
            ("20'", Some(20)),
            ("1 h 5’", Some(65)),
            ("20''", None),
            ("20-25 minutes", Some(25)),
            ("20 to 25 min", Some(25)),
            ("1–2 h", Some(120)),
            ("ca. 35 Min.", Some(35)),
            ("1 Std. 20 Min.", Some(80)),
            ("1 ώρα και 15 λεπτά", Some(75)),
            ("40分", Some(40)),
            ("1時間30分", Some(90)),
            ("1 hour and a half", Some(90)),
            ("an hour and a quarter", Some(75)),
            ("One hour and twenty minutes", Some(80)),
            ("half an hour", Some(30)),
            ("three quarters of an hour", Some(45)),
            ("one to two hours", Some(120)),
            ("1 hora y media", Some(90)),
            ("2 horas y cuarto", Some(135)),
            ("Media hora", Some(30)),
            ("tres cuartos de hora", Some(45)),
            ("unas dos horas", Some(120)),
            ("1 heure et demie", Some(90)),
            ("une demi-heure", Some(30)),
            ("un quart d’heure", Some(15)),
            ("3/4 d'heure", Some(45)),
            ("1 h ½", Some(90)),
            ("one d", None),
            ("half", None),
            ("30 minutes 2 hours", None),
            ("45 minutes, plus chilling", None),
            ("", None),
            ("PT", None),
            ("PT30É", None),
            ("P", None),
            ("PTH", None),
            ("PT-5M", None),
            ("-5", None),
            ("P3MT10M", None),
            ("P1Y", None),
            ("soon", None),
            ("30 parsecs", None),
            ("10 20", None),
            ("pizza", None),
            ("PT99999999999999999999H", None),
            ("9999999999999999999999999999999999", None),
        ] {
            assert_eq!(minutes(text), expected, "{text:?}");
        }
    }

    #[test]
    fn leading_duration_is_split_from_the_rest() {
        for (text, expected) in [
            ("45 minutes, plus chilling", Some((45, ", plus chilling"))),
            ("1 h 05 Préparation", Some((65, "Préparation"))),
            ("20 Mins | Cook", Some((20, "| Cook"))),
            ("1 hour + 20 hours proofing", Some((60, "+ 20 hours proofing"))),
            ("1 h 2 eggs", Some((60, "2 eggs"))),
            ("1 hour 1/2 cup milk", Some((60, "1/2 cup milk"))),
            ("1 hora y media de horno", Some((90, "de horno"))),
            ("2 hours and half an onion", Some((120, "and half an onion"))),
            ("20 eggs", None),
            ("20", None),
            ("minutes", None),
        ] {
            assert_eq!(leading(text), expected, "{text:?}");
        }
    }
}
