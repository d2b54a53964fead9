//! Finds amounts, times and temperatures in a text, in three languages.

use recipe::{Language, Size, Unit, duration};

use super::numbers::{in_digits, in_words};

/// Kind of a figure, with its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Weight in grams.
    Grams,
    /// Volume in millilitres.
    Millilitres,
    /// Length in millimetres.
    Millimetres,
    /// Duration in seconds.
    Seconds,
    /// Temperature in °C.
    Celsius,
    /// Temperature in °F.
    Fahrenheit,
    /// Temperature without a scale.
    Degrees,
    /// Energy in kcal.
    Kilocalories,
    /// Time of day in minutes since midnight.
    Clock,
    /// Count, or a bare number.
    Count,
}

/// An amount, time, temperature or bare number in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Possible interpretations; nearly always one.
    pub readings: Vec<(Kind, f64)>,
    /// The figure in the text's own words.
    pub words: String,
    /// Whether it is more than a bare number.
    pub is_amount: bool,
    /// Whether it is the lower end of a range.
    pub is_lower_end: bool,
}

const MAX_BYTES: usize = 200_000;
const RANGE_WORDS: [&str; 9] = ["to", "or", "a", "o", "u", "à", "ou", "y", "and"];
const JOINING_WORDS: [&str; 5] = ["and", "y", "e", "et", "plus"];
const BETWEEN_WORDS: [&str; 8] = ["a", "an", "of", "de", "d", "un", "una", "une"];
/// Half units after a joining word: "an hour and a half".
const HALVES: [&str; 4] = ["a half", "media", "demie", "demi"];
const ARTICLES: [&str; 5] = ["a", "an", "un", "una", "une"];

/// All figures of a text in order, including bare numbers.
#[must_use]
pub fn scan(text: &str, language: Option<Language>) -> Vec<Figure> {
    let text = text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or(text);
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let is_inside = before.is_some_and(|before: char| before.is_alphanumeric());
        let taken = match () {
            () if c.is_numeric() && !is_inside => numeric(rest, language, &mut found),
            () if c.is_alphabetic() && !is_inside => worded(rest, language, &mut found),
            () => 0,
        };
        let taken = if taken == 0 { c.len_utf8() } else { taken };
        before = text.get(..at + taken).and_then(|before| before.chars().next_back());
        at += taken;
    }
    found
}

fn numeric(text: &str, language: Option<Language>, found: &mut Vec<Figure>) -> usize {
    if let Some((readings, length)) = clock(text) {
        found.push(figure(text, length, readings, true));
        return length;
    }
    let Some(number) = in_digits(text) else {
        return text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    };
    let behind = text.get(number.length..).unwrap_or_default();
    if let Some((measure, length)) = measure(behind, number.values.first().copied(), language) {
        let (more, taken) = sum_of(text.get(number.length + length..).unwrap_or_default(), measure);
        let length = number.length + length + taken;
        let readings =
            number.values.iter().map(|value| (measure.kind, value * measure.size + more)).collect();
        found.push(figure(text, length, readings, true));
        return length;
    }
    // The lower end of a range takes the unit of the upper end.
    if let Some(gap) = range_gap(behind)
        && let Some(second) = behind.get(gap..).and_then(in_digits)
        && let Some(behind) = behind.get(gap + second.length..)
        && let Some((measure, _)) = measure(behind, second.values.first().copied(), language)
    {
        let readings = number.values.iter().map(|value| (measure.kind, value * measure.size)).collect();
        let words = text.get(..number.length + gap + second.length + unit_length(behind, language));
        let words = words.unwrap_or_default().trim().to_owned();
        found.push(Figure { readings, words, is_amount: true, is_lower_end: true });
        return number.length;
    }
    let is_amount = counts_food(behind, language);
    let readings = number.values.iter().map(|value| (Kind::Count, *value)).collect();
    found.push(figure(text, number.length, readings, is_amount));
    number.length
}

/// Reads a figure that starts with a number word or article; returns the bytes consumed.
fn worded(text: &str, language: Option<Language>, found: &mut Vec<Figure>) -> usize {
    let word = word(text);
    let lower = word.to_lowercase();
    let behind = text.get(word.len()..).unwrap_or_default();
    if ARTICLES.contains(&lower.as_str()) {
        let is_measured = measure(behind, Some(1.0), language).filter(|(measure, _)| measure.is_measured);
        if let Some((measure, length)) = is_measured {
            let (more, taken) = sum_of(behind.get(length..).unwrap_or_default(), measure);
            let length = word.len() + length + taken;
            found.push(figure(text, length, vec![(measure.kind, measure.size + more)], true));
            return length;
        }
        return word.len();
    }
    let Some(value) = in_words(&lower, language) else { return word.len() };
    let gap = between(behind);
    let counted = behind.get(gap..).unwrap_or_default();
    if let Some((measure, length)) = measure(counted, Some(value), language) {
        let length = word.len() + gap + length;
        found.push(figure(text, length, vec![(measure.kind, value * measure.size)], true));
        return length;
    }
    // "one" may be an article and is ignored.
    if value >= 2.0 && counts_food(behind, language) {
        found.push(figure(text, word.len(), vec![(Kind::Count, value)], true));
    }
    word.len()
}

fn figure(text: &str, length: usize, readings: Vec<(Kind, f64)>, is_amount: bool) -> Figure {
    // Includes the next word: "3 eggs".
    let is_bare = readings.iter().all(|(kind, _)| *kind == Kind::Count);
    let end = if is_amount && is_bare {
        let behind = text.get(length..).unwrap_or_default();
        length + behind.len() - behind.trim_start().len() + word(behind.trim_start()).len()
    } else {
        length
    };
    Figure {
        readings,
        words: text.get(..end).unwrap_or_default().trim().to_owned(),
        is_amount,
        is_lower_end: false,
    }
}

#[derive(Clone, Copy)]
struct Measure {
    kind: Kind,
    size: f64,
    /// Whether the unit after "a" is an amount: "a cup", but not "a pinch".
    is_measured: bool,
}

/// Reads the unit after spaces or a hyphen; returns the bytes consumed.
fn measure(text: &str, value: Option<f64>, language: Option<Language>) -> Option<(Measure, usize)> {
    let trimmed = text.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let trimmed = trimmed.strip_prefix('-').unwrap_or(trimmed);
    let gap = text.len() - trimmed.len();
    temperature(trimmed, value)
        .or_else(|| duration_unit(trimmed))
        .or_else(|| kitchen_unit(trimmed, language))
        .map(|(measure, length)| (measure, gap + length))
}

fn unit_length(text: &str, language: Option<Language>) -> usize {
    measure(text, None, language).map_or(0, |(_, length)| length)
}

fn temperature(text: &str, value: Option<f64>) -> Option<(Measure, usize)> {
    const SIGNS: [char; 3] = ['°', 'º', '˚'];
    let named = |kind| Measure { kind, size: 1.0, is_measured: false };
    let first = word(text);
    let is_signed = text.starts_with(SIGNS);
    let is_named =
        ["degrees", "degree", "grados", "grado", "degrés", "degré"].contains(&first.to_lowercase().as_str());
    if is_signed || is_named {
        let sign = if is_signed { text.chars().next().map_or(0, char::len_utf8) } else { first.len() };
        let behind = text.get(sign..)?;
        let blanks = behind.len() - behind.trim_start_matches([' ', '\u{a0}', '\u{202f}']).len();
        let scale = word(behind.get(blanks..)?);
        let length = sign + blanks + scale.len();
        return Some(match scale.to_lowercase().as_str() {
            "c" | "celsius" | "centígrados" => (named(Kind::Celsius), length),
            "f" | "fahrenheit" => (named(Kind::Fahrenheit), length),
            _ => (named(Kind::Degrees), sign),
        });
    }
    // "4 C" may mean four cups.
    let is_hot = value.is_some_and(|value| value >= 100.0);
    match first {
        "C" if is_hot => Some((named(Kind::Celsius), 1)),
        "F" if is_hot => Some((named(Kind::Fahrenheit), 1)),
        "Celsius" | "celsius" | "centígrados" => Some((named(Kind::Celsius), first.len())),
        "Fahrenheit" | "fahrenheit" => Some((named(Kind::Fahrenheit), first.len())),
        _ => None,
    }
}

/// Duration words of other languages that mean something else here: "2 at a time".
const OTHER_LANGUAGES: [&str; 9] = ["time", "timer", "tim", "ore", "ora", "tag", "tage", "d", "w"];

/// Reads a unit of the duration lexicon: "minutes", "h", "jours".
fn duration_unit(text: &str) -> Option<(Measure, usize)> {
    let name = word(text);
    let sixty = format!("60 {name}");
    let is_other = OTHER_LANGUAGES.contains(&name.to_lowercase().as_str());
    let minutes = (!name.is_empty() && !is_other).then(|| duration::minutes(&sixty)).flatten()?;
    // Minutes in 60 units equal the seconds in one unit.
    let size = f64::from(minutes);
    (size > 0.0).then_some((Measure { kind: Kind::Seconds, size, is_measured: size == 3_600.0 }, name.len()))
}

/// Reads a kitchen unit; the longest name wins: "cuillères à soupe", "fl oz".
fn kitchen_unit(text: &str, language: Option<Language>) -> Option<(Measure, usize)> {
    let name = word(text).to_lowercase();
    if ["kcal", "calories", "calorie", "calorías", "caloría", "kilocalories", "cal"].contains(&name.as_str())
    {
        let measure = Measure { kind: Kind::Kilocalories, size: 1.0, is_measured: false };
        return Some((measure, word(text).len()));
    }
    let mut lengths = Vec::new();
    let mut at = 0;
    for _ in 0..4 {
        let rest = text.get(at..)?;
        let blanks = rest.len() - rest.trim_start_matches([' ', '\u{a0}']).len();
        // Keeps full stops of abbreviations: "c. à s.".
        let word = rest.get(blanks..)?.find(|c: char| !(c.is_alphabetic() || c == '.' || c == '\''));
        let length = word.unwrap_or(rest.len() - blanks);
        if length == 0 {
            break;
        }
        at += blanks + length;
        lengths.push(at);
    }
    let units = lengths.into_iter().rev().filter_map(|length| {
        let name = text.get(..length)?;
        Some((Unit::find(name.trim_end_matches('.'), language)?, length))
    });
    let mut sized = units.filter_map(|(unit, length)| {
        let (kind, size) = match unit.size() {
            Size::Mass { grams } => (Kind::Grams, grams),
            Size::Volume { millilitres } => (Kind::Millilitres, millilitres),
            Size::Length { millimetres } => (Kind::Millimetres, millimetres),
            Size::Count => return None,
        };
        let is_vague = matches!(
            unit,
            Unit::Pinch | Unit::Dash | Unit::Splash | Unit::Drizzle | Unit::Drop | Unit::Glass | Unit::Spoon
        );
        let is_spelled = text.get(..length).is_some_and(|name| name.chars().count() >= 3);
        Some((
            Measure { kind, size, is_measured: is_spelled && !is_vague && kind != Kind::Millimetres },
            length,
        ))
    });
    sized.next()
}

/// Second part of a duration ("1 hour and 30 minutes", "1 h 30", "hora y media"): seconds and bytes consumed.
fn sum_of(text: &str, first: Measure) -> (f64, usize) {
    let nothing = (0.0, 0);
    if first.kind != Kind::Seconds {
        return nothing;
    }
    let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\u{a0}', ',', '.']).len();
    let mut at = blanks(text);
    let joining = word(text.get(at..).unwrap_or_default());
    let is_joined = JOINING_WORDS.contains(&joining.to_lowercase().as_str());
    if is_joined {
        at += joining.len();
        at += blanks(text.get(at..).unwrap_or_default());
    }
    let Some(rest) = text.get(at..).filter(|_| !text.starts_with('.')) else { return nothing };
    let half = HALVES.into_iter().find(|half| rest.starts_with(half)).filter(|_| is_joined);
    if let Some(half) = half {
        return (first.size / 2.0, at + half.len());
    }
    let Some(number) = in_digits(rest) else { return nothing };
    let Some(value) = number.values.first().copied() else { return nothing };
    let behind = rest.get(number.length..).unwrap_or_default();
    let gap = behind.len() - behind.trim_start_matches([' ', '\u{a0}']).len();
    match duration_unit(behind.get(gap..).unwrap_or_default()) {
        Some((unit, length)) if unit.size < first.size => {
            (value * unit.size, at + number.length + gap + length)
        }
        // In "1 h 30", two digits after hours are minutes, unless they count something.
        None if first.size == 3_600.0
            && number.length == 2
            && !is_joined
            && measure(behind, Some(value), None).is_none() =>
        {
            let is_last = !counts_food(behind, None);
            if is_last { (value * 60.0, at + 2) } else { nothing }
        }
        _ => nothing,
    }
}

/// A time of day: "19:30", "7:30 pm"; with `h` ("19h30") it may also be a duration.
fn clock(text: &str) -> Option<(Vec<(Kind, f64)>, usize)> {
    let hours_length = text.find(|c: char| !c.is_ascii_digit()).filter(|length| (1..=2).contains(length))?;
    let hours: f64 = text.get(..hours_length)?.parse().ok()?;
    let sign = text.get(hours_length..)?.chars().next().filter(|c| matches!(c, ':' | 'h' | 'H'))?;
    let behind = text.get(hours_length + 1..)?;
    let minutes_length = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
    let minutes: f64 = behind.get(..minutes_length).filter(|_| minutes_length == 2)?.parse().ok()?;
    if hours > 23.0 || minutes > 59.0 {
        return None;
    }
    let length = hours_length + 1 + minutes_length;
    let rest = text.get(length..)?;
    let blanks = rest.len() - rest.trim_start().len();
    let half = word(rest.get(blanks..)?).to_lowercase();
    let (later, taken) = match half.as_str() {
        "pm" if hours < 12.0 => (12.0, blanks + 2),
        "am" | "pm" => (0.0, blanks + 2),
        _ => (0.0, 0),
    };
    let mut readings = vec![(Kind::Clock, (hours + later) * 60.0 + minutes)];
    if sign != ':' {
        readings.push((Kind::Seconds, hours * 3_600.0 + minutes * 60.0));
    }
    Some((readings, length + taken))
}

/// Bytes between the ends of a range; `None` if no upper end follows.
fn range_gap(text: &str) -> Option<usize> {
    let trimmed = text.trim_start();
    let gap = text.len() - trimmed.len();
    let joint = word(trimmed);
    let length = match trimmed.chars().next()? {
        dash @ ('-' | '–' | '—') => dash.len_utf8(),
        _ if RANGE_WORDS.contains(&joint.to_lowercase().as_str()) => joint.len(),
        _ => return None,
    };
    let rest = trimmed.get(length..)?;
    let blanks = rest.len() - rest.trim_start().len();
    rest.trim_start().starts_with(|c: char| c.is_numeric()).then_some(gap + length + blanks)
}

/// Length in bytes of a word between number and unit: "half **an** hour", "quart **d'**heure".
fn between(text: &str) -> usize {
    let trimmed = text.trim_start_matches([' ', '\u{a0}']);
    let gap = text.len() - trimmed.len();
    let joint = word(trimmed);
    if !BETWEEN_WORDS.contains(&joint.to_lowercase().as_str()) {
        return 0;
    }
    let rest = trimmed.get(joint.len()..).unwrap_or_default();
    gap + joint.len()
        + usize::from(rest.starts_with('\''))
        + if rest.starts_with('’') { '’'.len_utf8() } else { 0 }
}

/// Whether the next three words contain a food or a unit of count: "3 large eggs", "2 cloves".
fn counts_food(text: &str, language: Option<Language>) -> bool {
    let mut rest = text;
    let mut end = 0;
    for _ in 0..3 {
        let trimmed = rest.trim_start_matches([' ', '\u{a0}']);
        let name = word(trimmed);
        if name.is_empty() || trimmed.len() == rest.len() {
            break;
        }
        if Unit::find(name, language).is_some_and(|unit| unit.size() == Size::Count) {
            return true;
        }
        end += rest.len() - trimmed.len() + name.len();
        rest = trimmed.get(name.len()..).unwrap_or_default();
    }
    text.get(..end).is_some_and(|words| !recipe::foods_in(words, language).is_empty())
}

fn word(text: &str) -> &str {
    let length = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    text.get(..length).unwrap_or_default()
}
