//! Amounts of a line as exact numbers, for calculations.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use num_rational::Ratio;
use num_traits::CheckedMul;

use crate::Language;
use crate::amounts::{self, Amount, Kept, Role, ends};
use crate::normalized::normalized;
use crate::unit::{Size, Unit};

/// An amount of an ingredient.
///
/// Each measure is the *whole* amount: "2 x 400 g tins" is 2 cans and 800 g, "1 cup (240 ml)" is 1 cup and
/// 240 ml. To calculate, use one measure and add those with `adds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Lower end of a range, or the amount.
    pub low: Ratio<u64>,
    /// Upper end of a range, else equal to `low`.
    pub high: Ratio<u64>,
    /// Unit; `None` if pieces are counted ("2 eggs").
    pub unit: Option<Unit>,
    /// Whether it is added to the previous measure ("1 cup plus 2 tablespoons", "2 lb 3 oz").
    pub adds: bool,
}

/// Measures of a line, except those of another ingredient ("or 2 cups …", "soaked in 400 ml water").
pub(crate) fn measures(line: &str, language: Option<Language>) -> Vec<Measure> {
    let (text, _) = normalized(line, language);
    let amounts = amounts::amounts(&text, language);
    let mut found: Vec<Measure> = Vec::new();
    for amount in amounts.iter().filter(|amount| !amount.is_implied) {
        if amount.is_other && !found.is_empty() {
            break;
        }
        let is_counted = match amount.role {
            Role::Scales | Role::Unclear | Role::Kept(Kept::Size) => true,
            Role::Kept(Kept::Length) => found.is_empty(),
            Role::Kept(_) => false,
        };
        let count = amount.size_of.and_then(|count| amounts.get(count)).filter(|_| is_weighed(amount.unit));
        if let Some(measure) = measure(amount, count).filter(|_| is_counted) {
            found.push(measure);
        }
    }
    found.dedup();
    found
}

/// The amount, multiplied by `count` if the amount is the size of one item. Overflow gives zero.
fn measure(amount: &Amount, count: Option<&Amount>) -> Option<Measure> {
    let (low, high) = ends(amount)?;
    let (fewest, most) = count.and_then(ends).unwrap_or((Ratio::from_integer(1), Ratio::from_integer(1)));
    let product = low.checked_mul(&fewest).zip(high.checked_mul(&most));
    let (low, high) = product.unwrap_or((Ratio::from_integer(0), Ratio::from_integer(0)));
    Some(Measure { low, high, unit: amount.unit.or(amount.counted), adds: amount.adds })
}

fn is_weighed(unit: Option<Unit>) -> bool {
    unit.is_some_and(|unit| matches!(unit.size(), Size::Mass { .. } | Size::Volume { .. }))
}
