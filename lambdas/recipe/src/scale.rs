//! The same recipe for more or fewer people: quantities as text, multiplied exactly.
//!
//! `vectors/scaling.json` says what must come out; the page's own code passes the same rows.

use num_rational::Ratio;
use num_traits::{CheckedMul, Zero};

use crate::Language;
use crate::quantity;

/// Multiplies `quantity` by `factor` and writes the result as a mixed fraction: `1½` times 3 is `4 1/2`.
///
/// Both ends of a range are multiplied, and what stands between them stays. A quantity that is no number or range, or
/// too big to be reckoned with, comes back unchanged, an empty one stays empty. `language` decides between decimals
/// and thousands ("1,250", "1.250").
#[must_use]
pub fn scale(quantity: &str, factor: Ratio<u64>, language: Option<Language>) -> String {
    scaled(quantity.trim(), factor, language).unwrap_or_else(|| quantity.to_owned())
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
    Some(format!("{low}{}{high}", &quantity[end..start]))
}

fn mixed(value: Ratio<u64>) -> String {
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
    use serde::Deserialize;

    use super::*;

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
