//! The same recipe for more or fewer people: quantities as text, multiplied exactly.
//!
//! `vectors/scaling.json` says what must come out; the page's own code passes the same rows.

use crate::span::Span;
use num_rational::Ratio;
use num_traits::{CheckedMul, Zero};

use crate::Language;
use crate::fraction::mixed;
use crate::{measure, quantity};

/// Multiplies `quantity` by `factor` and writes the result as a mixed fraction: `1½` times 3 is `4 1/2`.
///
/// Both ends of a range are multiplied, and what stands between them stays. A quantity that is no number or range, or
/// too big to be reckoned with, comes back unchanged, an empty one stays empty. `language` decides between decimals
/// and thousands ("1,250", "1.250").
#[must_use]
pub fn scale(quantity: &str, factor: Ratio<u64>, language: Option<Language>) -> String {
    scaled(quantity.trim(), factor, language).unwrap_or_else(|| quantity.to_owned())
}

/// `quantity` in digits where it is written in words ("cuatro", "media docena", "one or two") or its ends are joined by
/// the "or" of a language ("3 ou 4"): `4`, `6`, `1-2`, `3-4`. Any other comes back as it is written.
#[must_use]
pub fn in_digits(quantity: &str, language: Option<Language>) -> String {
    let amount = quantity::amount(quantity, language).filter(|amount| amount.len == quantity.len());
    // Digits and what is no word between them are digits already.
    let is_written = amount.is_some_and(|_| !quantity.contains(char::is_alphabetic));
    match measure::amount_in_full(quantity, language).filter(|_| !is_written) {
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
    fn words_become_digits() {
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
    fn scaling_does_what_the_shared_vectors_say() {
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
    fn nothing_overflows() {
        for quantity in ["999999999", "999999999 999999998/999999999", "0.999999999", "1/999999999-999999999"]
        {
            let factor = Ratio::new(u64::MAX, u64::MAX - 1);
            assert_eq!(scale(quantity, factor, None), quantity);
        }
    }
}
