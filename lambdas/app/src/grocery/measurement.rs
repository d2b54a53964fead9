use recipe::line::measures;
use recipe::{Language, Measure, Size, Unit};
use serde::Serialize;

const MOST: usize = 4;
/// Quantities are rounded to 1 / `PRECISION`.
const PRECISION: f64 = 1_000.0;
const MILLILITER: &str = "milliliter";
const GRAM: &str = "gram";
const EACH: &str = "each";

/// One of several alternative amounts of an ingredient; the partner chooses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measurement {
    /// Greater than zero, rounded to thousandths.
    pub quantity: f64,
    /// The partner's unit name.
    pub unit: &'static str,
}

/// Alternative amounts for a quantity and unit, the recipe's own first. Empty if the quantity is not a
/// number. For a range, uses the upper end.
#[must_use]
pub fn measurements(quantity: &str, unit: &str, language: Option<Language>) -> Vec<Measurement> {
    let singular = unit.strip_suffix('s').unwrap_or(unit);
    if let Some(many) = number(unit, language).or_else(|| number(singular, language))
        && let Some(count) = number(quantity, language)
    {
        return partner_measurements(count * many, None);
    }
    let mut ways: Vec<(Measure, Vec<Measure>)> = Vec::new();
    for measure in measures(&format!("{quantity} {unit}"), language) {
        match ways.last_mut() {
            Some((_, more)) if measure.adds => more.push(measure),
            _ => ways.push((measure, Vec::new())),
        }
    }
    let mut found: Vec<Measurement> = Vec::new();
    for (first, more) in ways {
        for way in total(first, &more) {
            let quantity = (way.quantity * PRECISION).round() / PRECISION;
            if quantity > 0.0 && found.iter().all(|known| known.unit != way.unit) {
                found.push(Measurement { quantity, ..way });
            }
        }
    }
    found.truncate(MOST);
    found
}

/// Parses a number, also as "dozen" or "docena".
fn number(text: &str, language: Option<Language>) -> Option<f64> {
    let read = measures(text, language);
    let [measure] = read.as_slice() else { return None };
    (measure.unit.is_none() && *measure.high.numer() > 0).then(|| amount(*measure))
}

/// Adds up "1 cup plus 2 tablespoons"; only the first amount if the units cannot be added.
fn total(first: Measure, more: &[Measure]) -> Vec<Measurement> {
    if more.is_empty() {
        return partner_measurements(amount(first), first.unit);
    }
    let parts = || std::iter::once(&first).chain(more);
    let sum = |one: fn(Size) -> Option<f64>| -> Option<f64> {
        parts().map(|part| Some(amount(*part) * one(part.unit?.size())?)).sum()
    };
    let grams = sum(|size| if let Size::Mass { grams } = size { Some(grams) } else { None });
    let millilitres =
        sum(|size| if let Size::Volume { millilitres } = size { Some(millilitres) } else { None });
    match (grams, millilitres) {
        (Some(quantity), _) => vec![Measurement { quantity, unit: GRAM }],
        (_, Some(quantity)) => vec![Measurement { quantity, unit: MILLILITER }],
        (None, None) => partner_measurements(amount(first), first.unit),
    }
}

#[expect(clippy::cast_precision_loss, reason = "a quantity has at most nine digits")]
fn amount(measure: Measure) -> f64 {
    *measure.high.numer() as f64 / *measure.high.denom() as f64
}

/// Converts to Instacart's units. An unknown unit becomes a count; a pinch or a length becomes a count of
/// one.
fn partner_measurements(quantity: f64, unit: Option<Unit>) -> Vec<Measurement> {
    let one = |quantity: f64, unit: &'static str| vec![Measurement { quantity, unit }];
    let Some(unit) = unit else { return one(quantity, EACH) };
    match (unit, unit.size()) {
        (Unit::Kilogram, _) => one(quantity, "kilogram"),
        (Unit::Ounce, _) => one(quantity, "ounce"),
        (Unit::Pound, _) => one(quantity, "lb"),
        (_, Size::Mass { grams }) => one(quantity * grams, GRAM),
        (Unit::Litre, _) => one(quantity, "liter"),
        (Unit::Teaspoon, _) => one(quantity, "teaspoon"),
        (Unit::Tablespoon | Unit::Spoon, _) => one(quantity, "tablespoon"),
        (Unit::Cup, _) => one(quantity, "cup"),
        (Unit::Pint, _) => one(quantity, "pint"),
        (Unit::Quart, _) => one(quantity, "quart"),
        (Unit::Gallon, _) => one(quantity, "gallon"),
        // This official unit name is unusual, so milliliters are sent too.
        (Unit::FluidOunce, Size::Volume { millilitres }) => vec![
            Measurement { quantity, unit: "fl oz ounce" },
            Measurement { quantity: quantity * millilitres, unit: MILLILITER },
        ],
        (Unit::Pinch | Unit::Dash | Unit::Drop | Unit::Splash | Unit::Drizzle, _)
        | (_, Size::Length { .. }) => one(1.0, EACH),
        (_, Size::Volume { millilitres }) => one(quantity * millilitres, MILLILITER),
        (Unit::Bunch, _) => one(quantity, "bunch"),
        (Unit::Can, _) => one(quantity, "can"),
        (Unit::Ear, _) => one(quantity, "ear"),
        (Unit::Head | Unit::Bulb, _) => one(quantity, "head"),
        (Unit::Package, _) => one(quantity, "package"),
        (_, Size::Count) => one(quantity, EACH),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KNOWN: [&str; 18] = [
        "cup",
        "fl oz ounce",
        "gallon",
        "milliliter",
        "liter",
        "pint",
        "quart",
        "tablespoon",
        "teaspoon",
        "gram",
        "kilogram",
        "lb",
        "ounce",
        "each",
        "bunch",
        "can",
        "ear",
        "head",
    ];

    fn check(quantity: &str, unit: &str, language: Language, expected: &[(f64, &str)]) {
        let read = measurements(quantity, unit, Some(language));
        let read: Vec<_> = read.iter().map(|way| (way.quantity, way.unit)).collect();
        assert_eq!(read, expected, "{quantity:?} {unit:?}");
    }

    #[test]
    fn units_map_to_partner_units() {
        use Language::{En, Es, Fr};
        check("2", "cups", En, &[(2.0, "cup")]);
        check("1 1/2", "tbsp", En, &[(1.5, "tablespoon")]);
        check("½", "tsp", En, &[(0.5, "teaspoon")]);
        check("8", "fl oz", En, &[(8.0, "fl oz ounce"), (236.588, "milliliter")]);
        check("2", "lbs", En, &[(2.0, "lb")]);
        check("250", "g", En, &[(250.0, "gram")]);
        check("500", "mg", En, &[(0.5, "gram")]);
        check("1,5", "kg", Es, &[(1.5, "kilogram")]);
        check("2", "dl", Fr, &[(200.0, "milliliter")]);
        check("25", "cl", Fr, &[(250.0, "milliliter")]);
        check("2", "cucharadas", Es, &[(2.0, "tablespoon")]);
        check("3", "gousses", Fr, &[(3.0, "each")]);
        check("1", "latas", Es, &[(1.0, "can")]);
        check("1", "tin (400 g)", En, &[(1.0, "can"), (400.0, "gram")]);
        check("1", "bunch", En, &[(1.0, "bunch")]);
    }

    #[test]
    fn unknown_unit_becomes_a_count() {
        use Language::{En, Es, Fr};
        check("4", "cloves", En, &[(4.0, "each")]);
        check("6", "slices", En, &[(6.0, "each")]);
        check("3", "pinches", En, &[(1.0, "each")]);
        check("2", "inch", En, &[(1.0, "each")]);
        check("3", "", En, &[(3.0, "each")]);
        check("3", "smidgens", En, &[(3.0, "each")]);
        check("2", "dozen", En, &[(24.0, "each")]);
        check("1", "docena", Es, &[(12.0, "each")]);
        check("2", "douzaines", Fr, &[(24.0, "each")]);
        check("", "dozen", En, &[(12.0, "each")]);
        check("a", "dozen", En, &[(12.0, "each")]);
    }

    #[test]
    fn range_uses_upper_end_and_compound_amounts_are_summed() {
        use Language::{En, Fr};
        check("2-3", "", En, &[(3.0, "each")]);
        check("1 to 2", "cups", En, &[(2.0, "cup")]);
        check("3 ou 4", "", Fr, &[(4.0, "each")]);
        check("2 lb 3", "oz", En, &[(992.233, "gram")]);
        check("1 cup plus 2", "tbsp", En, &[(266.588, "milliliter")]);
    }

    #[test]
    fn amount_without_a_number_is_empty() {
        for quantity in ["", "0", "0.0001", "1/0", "a few", "999999999999", "NaN", "-", "∞"] {
            check(quantity, "cup", Language::En, &[]);
        }
    }

    proptest! {
        #[test]
        fn every_measurement_is_valid_for_the_partner(quantity in "\\PC{0,20}", unit in "\\PC{0,20}") {
            for way in measurements(&quantity, &unit, None) {
                prop_assert!(way.quantity.is_finite() && way.quantity > 0.0, "{way:?}");
                prop_assert!(KNOWN.contains(&way.unit) || way.unit == "package", "{way:?}");
            }
        }

        #[test]
        fn whole_numbers_keep_their_value(number in 1u32..100_000, unit in prop::sample::select(
            vec![("cups", "cup"), ("g", "gram"), ("lb", "lb"), ("oz", "ounce"), ("ml", "milliliter"), ("eggs", "each")],
        )) {
            let read = measurements(&number.to_string(), unit.0, Some(Language::En));
            prop_assert_eq!(read, vec![Measurement { quantity: f64::from(number), unit: unit.1 }]);
        }
    }
}
