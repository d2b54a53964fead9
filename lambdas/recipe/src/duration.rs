//! How long something takes: ISO 8601 durations as schema.org wants them, and what pages write instead.

/// No recipe takes longer than a year; more is a mistake of the source.
const LONGEST_MINUTES: f64 = 366.0 * 24.0 * 60.0;

/// Reads a duration and rounds it to minutes; half a minute rounds up.
///
/// Takes `PT1H30M`, `P0DT0H20M`, lower case, blanks and decimals within, a missing `T`, plain numbers of
/// minutes (`90`), and amounts with words (`1 h 30`, `2 horas y 15 minutos`). `None` when any part of the text is
/// not understood, when it holds no number, or when it is longer than a year. `Some(0)` is a real zero.
#[must_use]
pub fn minutes(text: &str) -> Option<u32> {
    let lower = text.trim().to_lowercase();
    if lower.len() > 100 {
        return None;
    }
    let is_iso = lower.starts_with('p') && lower[1..].starts_with(|c: char| c == 't' || c.is_ascii_digit());
    let body = if is_iso { &lower[1..] } else { lower.as_str() };
    let has_time_part = is_iso && body.contains('t');

    let mut rest = body.trim_start();
    let mut in_time_part = !has_time_part;
    let mut total = 0.0;
    let mut seen = false;
    let mut last_unit = None;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('t').filter(|_| !in_time_part) {
            in_time_part = true;
            rest = after.trim_start();
            continue;
        }
        if seen && let Some(after) = skip_joining_word(rest) {
            rest = after;
            continue;
        }
        let (amount, after) = read_number(rest)?;
        let after = after.trim_start();
        let word_len = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
        // In ISO form the letter after `T` may touch the time part: "p1dt2h" reads "dt" as day, then time.
        let word_len =
            if is_iso { after.chars().next().map_or(0, char::len_utf8).min(word_len) } else { word_len };
        let unit = match &after[..word_len] {
            // "1 h 30" and "1h30": what follows hours without a word are minutes; a lone number too.
            "" if last_unit == Some(Unit::Hour) || (!seen && after.is_empty()) => Unit::Minute,
            // Before the `T` an M means months; without any `T` (`P30M`) it can only be meant as minutes.
            "m" if !in_time_part && amount > 0.0 => return None,
            "y" if amount > 0.0 => return None,
            "y" => Unit::Day,
            word => Unit::read(word)?,
        };
        total += amount * unit.minutes();
        last_unit = Some(unit);
        seen = true;
        rest = after[word_len..].trim_start_matches('.').trim_start();
    }
    let is_sane = seen && total <= LONGEST_MINUTES;
    // Within a year's minutes and not negative, so the cast is exact.
    is_sane.then(|| (total + 0.5).floor() as u32)
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
    fn read(word: &str) -> Option<Self> {
        Some(match word {
            "w" | "week" | "weeks" | "semana" | "semanas" | "semaine" | "semaines" => Self::Week,
            "d" | "day" | "days" | "día" | "días" | "dia" | "dias" | "j" | "jour" | "jours" => Self::Day,
            "h" | "hr" | "hrs" | "hour" | "hours" | "hora" | "horas" | "heure" | "heures" => Self::Hour,
            "m" | "mn" | "min" | "mins" | "minute" | "minutes" | "minuto" | "minutos" => Self::Minute,
            "s" | "sec" | "secs" | "second" | "seconds" | "segundo" | "segundos" | "seconde" | "secondes" => {
                Self::Second
            }
            _ => return None,
        })
    }

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

fn skip_joining_word(rest: &str) -> Option<&str> {
    if let Some(after) = rest.strip_prefix(',') {
        return Some(after.trim_start());
    }
    ["and ", "y ", "et "].iter().find_map(|word| rest.strip_prefix(word)).map(str::trim_start)
}

/// A number with a decimal point or comma at the start of `text`, and what follows it.
fn read_number(text: &str) -> Option<(f64, &str)> {
    let digits = |s: &str| s.find(|c: char| !c.is_ascii_digit()).unwrap_or(s.len());
    let whole = digits(text);
    if whole == 0 {
        return None;
    }
    let mut end = whole;
    if let Some(after) = text[whole..].strip_prefix(['.', ',']) {
        let decimals = digits(after);
        if decimals > 0 {
            end = whole + 1 + decimals;
        }
    }
    let number: f64 = text[..end].replace(',', ".").parse().ok()?;
    Some((number, &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::minutes;

    #[test]
    fn durations_become_minutes() {
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
}
