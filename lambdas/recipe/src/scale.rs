//! Scales quantities in text form, exactly.
//!
//! The frontend shares the test vectors in `vectors/scaling.json`.

use crate::span::Span;
use num_rational::Ratio;
use num_traits::{CheckedMul, Zero};

use crate::Language;
use crate::fraction::mixed;
use crate::{amounts, quantity};

/// Multiplies `quantity` by `factor`, as a mixed fraction: `1½` times 3 is `4 1/2`. Returns unparsable or too
/// large quantities unchanged. `language` determines the decimal separator.
#[must_use]
pub fn scale(quantity: &str, factor: Ratio<u64>, language: Option<Language>) -> String {
    scaled(quantity.trim(), factor, language).unwrap_or_else(|| quantity.to_owned())
}

/// Converts number words to digits: "cuatro" to `4`, "media docena" to `6`, "3 ou 4" to `3-4`. Returns other
/// text unchanged.
#[must_use]
pub fn in_digits(quantity: &str, language: Option<Language>) -> String {
    let amount = quantity::amount(quantity, language).filter(|amount| amount.len == quantity.len());
    let is_written = amount.is_some_and(|_| !quantity.contains(char::is_alphabetic));
    match amounts::amount_in_full(quantity, language).filter(|_| !is_written) {
        Some((low, high)) if low == high => mixed(low),
        Some((low, high)) => format!("{}-{}", mixed(low), mixed(high)),
        None => quantity.to_owned(),
    }
}

fn scaled(quantity: &str, factor: Ratio<u64>, language: Option<Language>) -> Option<String> {
    let amount = quantity::amount(quantity, language).filter(|amount| amount.len == quantity.len())?;
    if factor.is_zero() {
        return None;
    }
    let low = mixed(amount.low.ratio()?.checked_mul(&factor)?);
    let (end, start) = amount.between;
    if start == end {
        return Some(low);
    }
    let high = mixed(amount.high.ratio()?.checked_mul(&factor)?);
    Some(format!("{low}{}{high}", quantity.span(end..start)))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[test]
    fn number_words_are_converted_to_digits() {
        for (language, quantity, expected) in [
            (Language::Es, "cuatro", "4"),
            (Language::Es, "4 ó 5", "4-5"),
            (Language::Es, "Media docena", "6"),
            (Language::Es, "una docena", "12"),
            (Language::Es, "dos o tres", "2-3"),
            (Language::Es, "1/4–1/2", "1/4–1/2"),
            (Language::Fr, "3 ou 4", "3-4"),
            (Language::Fr, "Une trentaine", "30"),
            (Language::Fr, "demi", "1/2"),
            (Language::Fr, "moitié d'un", "1/2"),
            (Language::Es, "cuarto de una", "1/4"),
            (Language::Fr, "une", "une"),
            (Language::En, "one", "1"),
            (Language::En, "1 1/2", "1 1/2"),
            (Language::En, "a few", "a few"),
            (Language::En, "", ""),
        ] {
            assert_eq!(in_digits(quantity, Some(language)), expected, "{quantity:?}");
        }
    }

    #[derive(Deserialize)]
    struct Vectors {
        rows: Vec<Row>,
    }

    #[derive(Deserialize)]
    struct Row {
        quantity: String,
        factor: String,
        language: Option<Language>,
        expected: String,
    }

    #[test]
    fn scaling_matches_the_shared_vectors() {
        let vectors: Vectors = serde_json::from_str(include_str!("../vectors/scaling.json")).unwrap();
        assert!(vectors.rows.len() >= 80);
        for row in vectors.rows {
            let (numerator, denominator) = row.factor.split_once('/').unwrap_or((&row.factor, "1"));
            let factor = Ratio::new(numerator.parse().unwrap(), denominator.parse().unwrap());
            let what = format!("{:?} x {}", row.quantity, row.factor);
            assert_eq!(scale(&row.quantity, factor, row.language), row.expected, "{what}");
        }
    }

    #[test]
    fn too_large_result_is_returned_unchanged() {
        for quantity in ["999999999", "999999999 999999998/999999999", "0.999999999", "1/999999999-999999999"]
        {
            let factor = Ratio::new(u64::MAX, u64::MAX - 1);
            assert_eq!(scale(quantity, factor, None), quantity);
        }
    }
}
