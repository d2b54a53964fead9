#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use num_rational::Ratio;
use num_traits::Zero;

/// Numerator and denominator of a fraction character such as `½`.
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

/// Value of a fraction character: 0.5 for `½`.
#[must_use]
pub fn fraction_value(c: char) -> Option<f64> {
    let (numerator, denominator) = vulgar_fraction(c)?;
    Some(f64::from(numerator) / f64::from(denominator))
}

/// Formats a ratio as a mixed number: `3/2` is "1 1/2".
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
    fn fraction_character_is_parsed() {
        assert_eq!(vulgar_fraction('⅞'), Some((7, 8)));
        assert_eq!(fraction_value('¾'), Some(0.75));
        assert_eq!(fraction_value('7'), None);
    }
}
