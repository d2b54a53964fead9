//! Converts amounts between metric and US units, rounded to values that can be measured (5 g, 10 ml, ¼ cup).
//! Spoons and pinches are not converted.
//!
//! The frontend shares the test vectors in `recipe/vectors/converting.json`.

use crate::{Size, Unit};
use num_rational::Ratio;
use serde::Deserialize;

/// System of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// Grams, litres, centimetres.
    Metric,
    /// Ounces, US cups, inches.
    Us,
}

/// An amount, or a range if `high` is greater than `low`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) low: Ratio<u64>,
    pub(crate) high: Ratio<u64>,
    pub(crate) unit: Unit,
}

/// The system of a unit; `None` for other units, such as spoons and counts.
pub(crate) fn system_of(unit: Unit) -> Option<System> {
    match unit {
        Unit::Milligram | Unit::Gram | Unit::Kilogram => Some(System::Metric),
        Unit::Millilitre | Unit::Centilitre | Unit::Decilitre | Unit::Litre => Some(System::Metric),
        Unit::Millimetre | Unit::Centimetre => Some(System::Metric),
        Unit::Ounce | Unit::Pound | Unit::FluidOunce | Unit::Inch => Some(System::Us),
        Unit::Cup | Unit::Pint | Unit::Quart | Unit::Gallon => Some(System::Us),
        _ => None,
    }
}

/// Upper limit in grams, millilitres or millimetres; unit; rounding step in that unit.
type UnitStep = (f64, Unit, f64);

const ENDLESS: f64 = f64::INFINITY;
const METRIC_MASS: &[UnitStep] = &[
    (5.0, Unit::Gram, 0.5),
    (25.0, Unit::Gram, 1.0),
    (247.5, Unit::Gram, 5.0),
    (495.0, Unit::Gram, 10.0),
    (990.0, Unit::Gram, 25.0),
    (ENDLESS, Unit::Kilogram, 0.05),
];
const METRIC_VOLUME: &[UnitStep] = &[
    (20.0, Unit::Millilitre, 1.0),
    (97.5, Unit::Millilitre, 5.0),
    (250.0, Unit::Millilitre, 10.0),
    (990.0, Unit::Millilitre, 25.0),
    (ENDLESS, Unit::Litre, 0.05),
];
const METRIC_LENGTH: &[UnitStep] =
    &[(5.0, Unit::Millimetre, 1.0), (70.0, Unit::Centimetre, 0.5), (ENDLESS, Unit::Centimetre, 1.0)];
const US_MASS: &[UnitStep] = &[
    (113.0, Unit::Ounce, 0.25),
    (446.0, Unit::Ounce, 0.5),
    (4_536.0, Unit::Pound, 0.25),
    (ENDLESS, Unit::Pound, 0.5),
];
const US_VOLUME: &[UnitStep] = &[
    (2.0, Unit::Teaspoon, 0.125),
    (12.5, Unit::Teaspoon, 0.25),
    (55.0, Unit::Tablespoon, 0.5),
    (LARGEST_CUPS, Unit::Cup, 1.0 / 12.0),
    (ENDLESS, Unit::Quart, 0.25),
];
const US_LENGTH: &[UnitStep] = &[
    (6.0, Unit::Inch, 0.125),
    (100.0, Unit::Inch, 0.25),
    (300.0, Unit::Inch, 0.5),
    (ENDLESS, Unit::Inch, 1.0),
];

/// Millilitres below which cups are used, not quarts.
const LARGEST_CUPS: f64 = 1_420.0;
const CUP_PARTS: [f64; 7] = [0.0, 0.25, 1.0 / 3.0, 0.5, 2.0 / 3.0, 0.75, 1.0];
/// Relative error of cups above which spoons are used.
const CUP_TOLERANCE: f64 = 0.06;
/// Relative rounding error of the lower end above which a smaller unit is used.
const LOW_END_TOLERANCE: f64 = 0.13;
/// Millilitres above which cups are used even if inexact.
const ONE_CUP: f64 = 237.0;
const MOST: f64 = 1e9;

/// Converts an amount; `None` if this is not needed or not possible. `density` in g/ml converts between cups
/// and grams.
pub(crate) fn convert(amount: Amount, to: System, density: Option<f64>) -> Option<Amount> {
    let from = system_of(amount.unit)?;
    if from == to {
        return None;
    }
    let (size, ladder) = match (amount.unit.size(), to) {
        (Size::Mass { grams }, System::Metric) => (grams, METRIC_MASS),
        (Size::Mass { grams }, System::Us) => (grams, US_MASS),
        (Size::Volume { millilitres }, System::Metric) => (millilitres, METRIC_VOLUME),
        (Size::Volume { millilitres }, System::Us) => (millilitres, US_VOLUME),
        (Size::Length { millimetres }, System::Metric) => (millimetres, METRIC_LENGTH),
        (Size::Length { millimetres }, System::Us) => (millimetres, US_LENGTH),
        (Size::Count, _) => return None,
    };
    let (low, high) = (float(amount.low) * size, float(amount.high) * size);
    if low <= 0.0 || high > MOST {
        return None;
    }
    match (amount.unit.size(), to, density) {
        (Size::Volume { .. }, System::Metric, Some(density)) => {
            Some(written(low * density, high * density, METRIC_MASS))
        }
        // US recipes also state large amounts by weight.
        (Size::Mass { .. }, System::Us, Some(density)) if density > 0.0 && high / density < LARGEST_CUPS => {
            Some(written(low / density, high / density, US_VOLUME))
        }
        _ => Some(written(low, high, ladder)),
    }
}

fn written(low: f64, high: f64, ladder: &[UnitStep]) -> Amount {
    let rung = unit_step_for(low, high, ladder);
    let low = rounded(low, rung);
    Amount { low, high: rounded(high, rung).max(low), unit: rung.1 }
}

/// Largest unit that shows both ends accurately: not "¼ cup" for "1–4 tbsp".
fn unit_step_for(low: f64, high: f64, ladder: &[UnitStep]) -> UnitStep {
    let count = ladder.iter().take_while(|(below, ..)| high >= *below).count().saturating_add(1);
    let mut telling = ladder
        .iter()
        .take(count)
        .rev()
        .copied()
        .filter(|rung| rung.1 != Unit::Cup || high > ONE_CUP || is_near(high, *rung, CUP_TOLERANCE));
    let coarsest = telling.next().unwrap_or((ENDLESS, Unit::Gram, 1.0));
    if low >= high || is_near(low, coarsest, LOW_END_TOLERANCE) {
        return coarsest;
    }
    telling.find(|rung| is_near(low, *rung, LOW_END_TOLERANCE)).unwrap_or(coarsest)
}

fn is_near(value: f64, rung: UnitStep, tolerance: f64) -> bool {
    (float(rounded(value, rung)) * base(rung.1) - value).abs() <= value * tolerance
}

fn rounded(value: f64, (_, unit, step): UnitStep) -> Ratio<u64> {
    let count = value / base(unit);
    if unit == Unit::Cup {
        return parts(nearest_cup(count).max(0.25), 12);
    }
    // Never round to zero.
    let steps = (count / step).round().max(1.0);
    if step < 1.0 && (1.0 / step).fract() == 0.0 {
        parts(steps * step, whole(1.0 / step))
    } else {
        parts(steps * step, 100)
    }
}

fn base(unit: Unit) -> f64 {
    match unit.size() {
        Size::Mass { grams } => grams,
        Size::Volume { millilitres } => millilitres,
        Size::Length { millimetres } => millimetres,
        Size::Count => 1.0,
    }
}

fn nearest_cup(count: f64) -> f64 {
    let rest = count.fract();
    let nearer = |best: f64, next: &f64| if (next - rest).abs() < (best - rest).abs() { *next } else { best };
    count.floor() + CUP_PARTS.iter().fold(0.0, nearer)
}

fn parts(value: f64, parts: u64) -> Ratio<u64> {
    Ratio::new(whole(value * float(Ratio::from_integer(parts))), parts.max(1))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts from floats saturate")]
fn whole(value: f64) -> u64 {
    value.round() as u64
}

#[expect(clippy::cast_precision_loss, reason = "sixteen digits are enough for amounts")]
pub(crate) fn float(value: Ratio<u64>) -> f64 {
    *value.numer() as f64 / (*value.denom()).max(1) as f64
}

/// Converts to the other scale. Rounds oven temperatures to 10 °C or 25 °F, others to 1°.
pub(crate) fn convert_temperature(degrees: i32, is_celsius: bool) -> i32 {
    let value = f64::from(degrees);
    if is_celsius {
        let exact = value * 9.0 / 5.0 + 32.0;
        let is_oven = degrees >= 120 && degrees % 10 == 0;
        return if is_oven { degrees_of((exact / 25.0).round() * 25.0) } else { degrees_of(exact) };
    }
    let exact = (value - 32.0) * 5.0 / 9.0;
    let is_oven = degrees >= 250 && degrees % 25 == 0;
    if is_oven { degrees_of((exact / 10.0).round() * 10.0) } else { degrees_of(exact) }
}

#[expect(clippy::cast_possible_truncation, reason = "casts from floats saturate")]
fn degrees_of(value: f64) -> i32 {
    value.round() as i32
}

#[cfg(test)]
mod tests {
    use crate::{Ingredient, Language};
    use serde::Deserialize;

    use super::*;
    use crate::adapt::units::write::write;

    #[derive(Deserialize)]
    struct Vectors {
        rows: Vec<Row>,
        ranges: Vec<Range>,
        temperatures: Vec<Temperature>,
    }

    #[derive(Deserialize)]
    struct Row {
        value: String,
        unit: Unit,
        to: String,
        food: Option<String>,
        expected: String,
    }

    #[derive(Deserialize)]
    struct Range {
        low: String,
        high: String,
        unit: Unit,
        to: String,
        expected: String,
    }

    #[derive(Deserialize)]
    struct Temperature {
        degrees: i32,
        scale: String,
        expected: i32,
    }

    fn vectors() -> Vectors {
        serde_json::from_str(include_str!("../../../vectors/converting.json")).unwrap()
    }

    #[test]
    fn amount_conversion_matches_the_shared_vectors() {
        for Row { value, unit, to, food, expected } in vectors().rows {
            let value = fraction(&value);
            let line = Ingredient { name: food.clone().unwrap_or_default(), ..Ingredient::default() };
            let density = crate::food_of(&line, Some(Language::En)).and_then(crate::NamedFood::grams_per_ml);
            let written = converted_text(Amount { low: value, high: value, unit }, &to, density);
            assert_eq!(written, expected, "{value} {unit:?} of {food:?}");
        }
    }

    #[test]
    fn range_conversion_matches_the_shared_vectors() {
        for Range { low, high, unit, to, expected } in vectors().ranges {
            let written =
                converted_text(Amount { low: fraction(&low), high: fraction(&high), unit }, &to, None);
            assert_eq!(written, expected, "{low} to {high} {unit:?}");
        }
    }

    fn fraction(text: &str) -> Ratio<u64> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        Ratio::new(numerator.parse().unwrap(), denominator.parse().unwrap())
    }

    fn converted_text(amount: Amount, to: &str, density: Option<f64>) -> String {
        let to = if to == "metric" { System::Metric } else { System::Us };
        let (quantity, unit) = write(convert(amount, to, density).unwrap(), Some(Language::En));
        format!("{quantity} {unit}")
    }

    #[test]
    fn temperature_conversion_matches_the_shared_vectors() {
        for Temperature { degrees, scale, expected } in vectors().temperatures {
            assert_eq!(convert_temperature(degrees, scale == "C"), expected, "{degrees} °{scale}");
        }
    }
}
