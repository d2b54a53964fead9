//! Fractions that Unicode writes as one character, and ratios as cooks write them.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use num_rational::Ratio;
use num_traits::Zero;

/// The numerator and denominator of a fraction that is one character, such as `½`; `None` for any other character.
#[must_use]
pub fn vulgar_fraction(c: char) -> Option<(u32, u32)> {
    Some(match c {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅐' => (1, 7),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        '⅑' => (1, 9),
        '⅒' => (1, 10),
        '↉' => (0, 3),
        _ => return None,
    })
}

/// The value of a fraction that is one character: 0.5 for `½`.
#[must_use]
pub fn fraction_value(c: char) -> Option<f64> {
    let (numerator, denominator) = vulgar_fraction(c)?;
    Some(f64::from(numerator) / f64::from(denominator))
}

/// A ratio as cooks write it: `3/2` is "1 1/2".
pub(crate) fn mixed(value: Ratio<u64>) -> String {
    let (whole, rest) = (value.to_integer(), value.fract());
    if rest.is_zero() {
        whole.to_string()
    } else if whole == 0 {
        rest.to_string()
    } else {
        format!("{whole} {rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fraction_of_one_character_is_read_by_its_parts_and_its_value() {
        assert_eq!(vulgar_fraction('⅞'), Some((7, 8)));
        assert_eq!(fraction_value('¾'), Some(0.75));
        assert_eq!(fraction_value('7'), None);
    }
}
