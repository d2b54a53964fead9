use std::ops::RangeInclusive;

use super::patterns;

const TEMPERATURE_DIGITS: RangeInclusive<usize> = 2..=3;

pub(crate) fn names_temperature(line: &str) -> bool {
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let number = rest.get(start..).unwrap_or_default();
        let behind = number.trim_start_matches(|c: char| c.is_ascii_digit());
        let degrees = behind.trim_start().trim_start_matches(['°', 'º', ' ']);
        let has_sign = degrees.len() < behind.trim_start().len();
        let has_scale =
            degrees.strip_prefix(['C', 'F']).is_some_and(|end| !end.starts_with(char::is_alphanumeric));
        if TEMPERATURE_DIGITS.contains(&(number.len() - behind.len()))
            && (has_sign || has_scale || patterns::begins_with_degrees(degrees))
        {
            return true;
        }
        rest = behind;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temperatures_are_distinguished_from_other_numbers() {
        for line in [
            "Oven on 410F",
            "180 °C",
            "200º",
            "Bake at 375 F.",
            "Horno a 180°C",
            "2 eggs, 90 °",
            "Heat to 350 degrees",
        ] {
            assert!(names_temperature(line), "{line}");
        }
        for line in ["", "12 comments", "100 g", "1000 F", "4 C", "200 Figs", "180 Calories", "5 °C"] {
            assert!(!names_temperature(line), "{line}");
        }
    }
}
