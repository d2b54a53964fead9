use crate::adapt::units::convert::{System, convert_temperature};

/// Temperatures of cooking, in °C or °F.
const COOKING: std::ops::RangeInclusive<i32> = 30..=600;

const RANGE_WORDS: [&str; 9] = [" to", " or", " and", " a", " o", " y", " à", " ou", "–"];

struct Temperature {
    number: std::ops::Range<usize>,
    end: usize,
    degrees: i32,
    is_celsius: bool,
}

/// The text with converted temperatures; `None` without one, with one in the target scale, or for a range.
pub(super) fn converted(text: &str, system: System) -> Option<String> {
    let found = temperatures(text);
    let is_metric = system == System::Metric;
    let is_other = |temperature: &Temperature| {
        temperature.is_celsius != is_metric
            && !ends_range(text.get(..temperature.number.start).unwrap_or_default())
    };
    if found.is_empty() || !found.iter().all(is_other) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for Temperature { number, end, degrees, is_celsius } in found {
        out.push_str(text.get(from..number.start)?);
        let sign = if is_celsius { "°F" } else { "°C" };
        out.push_str(&format!("{} {sign}", convert_temperature(degrees, is_celsius)));
        from = end;
    }
    out.push_str(text.get(from..)?);
    Some(out)
}

fn ends_range(before: &str) -> bool {
    let before = before.trim_end();
    let joined = RANGE_WORDS.iter().find_map(|word| before.strip_suffix(word));
    joined.is_some_and(|rest| rest.trim_end().ends_with(|c: char| c.is_ascii_digit()))
}

fn temperatures(text: &str) -> Vec<Temperature> {
    let mut found: Vec<Temperature> = Vec::new();
    let digits = text.char_indices().filter(|(_, c)| c.is_ascii_digit());
    for (start, _) in digits {
        let before = text.get(..start).and_then(|before| before.chars().next_back());
        if before.is_some_and(|before| before.is_ascii_digit() || matches!(before, '.' | ',' | '/' | '-')) {
            continue;
        }
        found.extend(temperature_at(text, start));
    }
    found
}

/// Parses a cooking temperature: "350°F", "180 ºC", "180 grados C".
fn temperature_at(text: &str, start: usize) -> Option<Temperature> {
    let rest = text.get(start..)?;
    let length = rest.find(|c: char| !c.is_ascii_digit())?;
    let degrees: i32 = rest.get(..length)?.parse().ok().filter(|degrees| COOKING.contains(degrees))?;
    let mut behind = rest.get(length..)?.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let before = behind.len();
    behind = behind.trim_start_matches(['°', 'º', '˚']);
    for word in ["degrees", "degree", "grados", "degrés"] {
        behind = behind.strip_prefix(word).unwrap_or(behind);
    }
    let is_signed = behind.len() < before;
    behind = behind.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let word_length = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
    let is_celsius = match behind.get(..word_length)? {
        "C" | "Celsius" | "celsius" | "centígrados" => true,
        "F" | "Fahrenheit" | "fahrenheit" => false,
        _ => return None,
    };
    // "4 C" may mean four cups.
    if !is_signed && word_length == 1 && degrees < 100 {
        return None;
    }
    let end = text.len() - behind.len() + word_length;
    Some(Temperature { number: start..start + length, end, degrees, is_celsius })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_temperature_with_a_scale_is_converted() {
        for (text, expected) in [
            ("Bake at 350°F for 20 minutes.", Some("Bake at 180 °C for 20 minutes.")),
            ("Bake at 350 degrees F.", Some("Bake at 180 °C.")),
            ("From 325 to 375 °F", None),
            ("Cook to 165 Fahrenheit, about 35 minutes", Some("Cook to 74 °C, about 35 minutes")),
            ("Bake at 350°F (180°C).", None),
            ("Bake at 350.", None),
            ("Add 40 C of water.", None),
            ("Bake 350-375°F", None),
        ] {
            assert_eq!(converted(text, System::Metric).as_deref(), expected, "{text}");
        }
        assert_eq!(converted("Hornea a 180 ºC.", System::Us).as_deref(), Some("Hornea a 350 °F."));
    }
}
