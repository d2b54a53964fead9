//! Amounts in the other system, rounded to what a cook can measure: 5 g, 10 ml, a quarter of a cup. Spoons and pinches stay, because
//! every kitchen has them.
//!
//! `recipe/vectors/converting.json` says what must come out; the page's own code passes the same rows.

use crate::{Size, Unit};
use num_rational::Ratio;

/// The system of units that an amount is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// Weights in grams, volumes in litres, lengths in centimetres.
    Metric,
    /// Ounces, cups and inches of the United States.
    Us,
}

/// One amount or, where `high` is above `low`, a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Amount {
    pub(crate) low: Ratio<u64>,
    pub(crate) high: Ratio<u64>,
    pub(crate) unit: Unit,
}

/// Which system a unit belongs to; `None` for spoons, pinches and what is counted.
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

/// A unit to write an amount in, while it stays below so many grams, millilitres or millimetres, and what it is rounded to, in
/// that unit itself.
type Rung = (f64, Unit, f64);

const ENDLESS: f64 = f64::INFINITY;
const METRIC_MASS: &[Rung] = &[
    (5.0, Unit::Gram, 0.5),
    (25.0, Unit::Gram, 1.0),
    (247.5, Unit::Gram, 5.0),
    (495.0, Unit::Gram, 10.0),
    (990.0, Unit::Gram, 25.0),
    (ENDLESS, Unit::Kilogram, 0.05),
];
const METRIC_VOLUME: &[Rung] = &[
    (20.0, Unit::Millilitre, 1.0),
    (97.5, Unit::Millilitre, 5.0),
    (250.0, Unit::Millilitre, 10.0),
    (990.0, Unit::Millilitre, 25.0),
    (ENDLESS, Unit::Litre, 0.05),
];
const METRIC_LENGTH: &[Rung] =
    &[(5.0, Unit::Millimetre, 1.0), (70.0, Unit::Centimetre, 0.5), (ENDLESS, Unit::Centimetre, 1.0)];
const US_MASS: &[Rung] = &[
    (113.0, Unit::Ounce, 0.25),
    (446.0, Unit::Ounce, 0.5),
    (4_536.0, Unit::Pound, 0.25),
    (ENDLESS, Unit::Pound, 0.5),
];
const US_VOLUME: &[Rung] = &[
    (2.0, Unit::Teaspoon, 0.125),
    (12.5, Unit::Teaspoon, 0.25),
    (55.0, Unit::Tablespoon, 0.5),
    (LARGEST_CUPS, Unit::Cup, 1.0 / 12.0),
    (ENDLESS, Unit::Quart, 0.25),
];
const US_LENGTH: &[Rung] = &[
    (6.0, Unit::Inch, 0.125),
    (100.0, Unit::Inch, 0.25),
    (300.0, Unit::Inch, 0.5),
    (ENDLESS, Unit::Inch, 1.0),
];

/// More is told in quarts, and weighed rather than measured, in millilitres.
const LARGEST_CUPS: f64 = 1_420.0;
/// Measuring cups come in quarters and thirds; twelfths that are neither are passed over.
const CUP_PARTS: [f64; 7] = [0.0, 0.25, 1.0 / 3.0, 0.5, 2.0 / 3.0, 0.75, 1.0];
/// What the nearest cup measure would falsify by more is told in spoons instead.
const CUP_TOLERANCE: f64 = 0.06;
/// What rounding may add to the low end of a range, or take from it, before a smaller unit tells the range.
const LOW_END_TOLERANCE: f64 = 0.13;
/// A cup and more is told in cups in any case.
const ONE_CUP: f64 = 237.0;
/// Beyond it nothing is cooked, in grams, millilitres or millimetres.
const MOST: f64 = 1e9;

/// The same amount in the other system; `None` when it needs no change or has none: it is of that system already, of neither, or
/// counted. `density` is grams a millilitre of the food, where that is sure: cups become grams and grams cups.
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
        // A kilogram of flour is a matter for the scales in every kitchen; a cup of it is not.
        (Size::Mass { .. }, System::Us, Some(density)) if density > 0.0 && high / density < LARGEST_CUPS => {
            Some(written(low / density, high / density, US_VOLUME))
        }
        _ => Some(written(low, high, ladder)),
    }
}

fn written(low: f64, high: f64, ladder: &[Rung]) -> Amount {
    let rung = rung_for(low, high, ladder);
    let low = rounded(low, rung);
    Amount { low, high: rounded(high, rung).max(low), unit: rung.1 }
}

/// The coarsest unit for the high end that tells both ends of a range truly: "1–4 tbsp" is not "¼ cup".
fn rung_for(low: f64, high: f64, ladder: &[Rung]) -> Rung {
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

fn is_near(value: f64, rung: Rung, tolerance: f64) -> bool {
    (float(rounded(value, rung)) * base(rung.1) - value).abs() <= value * tolerance
}

fn rounded(value: f64, (_, unit, step): Rung) -> Ratio<u64> {
    let count = value / base(unit);
    if unit == Unit::Cup {
        return parts(nearest_cup(count).max(0.25), 12);
    }
    // Something is never rounded to nothing.
    let steps = (count / step).round().max(1.0);
    if step < 1.0 && (1.0 / step).fract() == 0.0 {
        parts(steps * step, whole(1.0 / step))
    } else {
        parts(steps * step, 100)
    }
}

/// Grams, millilitres or millimetres of one.
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

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast from a float ends at the bounds"
)]
fn whole(value: f64) -> u64 {
    value.round() as u64
}

#[expect(clippy::cast_precision_loss, reason = "kitchens do not weigh to sixteen digits")]
pub(crate) fn float(value: Ratio<u64>) -> f64 {
    *value.numer() as f64 / (*value.denom()).max(1) as f64
}

/// Oven temperatures come in tens of degrees Celsius and quarters of a hundred Fahrenheit; others are meant exactly.
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

#[expect(clippy::cast_possible_truncation, reason = "a cast from a float ends at the bounds")]
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
    fn amounts_are_converted_as_the_shared_vectors_say() {
        for Row { value, unit, to, food, expected } in vectors().rows {
            let value = fraction(&value);
            let line = Ingredient { name: food.clone().unwrap_or_default(), ..Ingredient::default() };
            let density = crate::food_of(&line, Some(Language::En)).and_then(crate::NamedFood::grams_per_ml);
            let written = told(Amount { low: value, high: value, unit }, &to, density);
            assert_eq!(written, expected, "{value} {unit:?} of {food:?}");
        }
    }

    #[test]
    fn ranges_are_converted_as_the_shared_vectors_say() {
        for Range { low, high, unit, to, expected } in vectors().ranges {
            let written = told(Amount { low: fraction(&low), high: fraction(&high), unit }, &to, None);
            assert_eq!(written, expected, "{low} to {high} {unit:?}");
        }
    }

    fn fraction(text: &str) -> Ratio<u64> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        Ratio::new(numerator.parse().unwrap(), denominator.parse().unwrap())
    }

    fn told(amount: Amount, to: &str, density: Option<f64>) -> String {
        let to = if to == "metric" { System::Metric } else { System::Us };
        let (quantity, unit) = write(convert(amount, to, density).unwrap(), Some(Language::En));
        format!("{quantity} {unit}")
    }

    #[test]
    fn temperatures_are_converted_as_the_shared_vectors_say() {
        for Temperature { degrees, scale, expected } in vectors().temperatures {
            assert_eq!(convert_temperature(degrees, scale == "C"), expected, "{degrees} °{scale}");
        }
    }
}
