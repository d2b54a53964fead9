//! The units of ingredient lines: a closed set, and how much each of them is.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod agreeing;

pub use agreeing::agreeing;

use serde::{Deserialize, Serialize};

/// A unit that a line may count in. Its forms in each language stand in `lexicons/`, under the name that JSON uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it; the forms stand in the lexicons")]
pub enum Unit {
    Milligram,
    Gram,
    Kilogram,
    Ounce,
    Pound,
    Millilitre,
    Centilitre,
    Decilitre,
    Litre,
    Teaspoon,
    Dessertspoon,
    Tablespoon,
    Spoon,
    FluidOunce,
    Cup,
    Pint,
    Quart,
    Gallon,
    Glass,
    Drop,
    Pinch,
    Dash,
    Splash,
    Drizzle,
    Millimetre,
    Centimetre,
    Inch,
    Bag,
    Ball,
    Block,
    Bottle,
    Bowl,
    Box,
    Bulb,
    Bunch,
    Can,
    Carton,
    Clove,
    Cube,
    Ear,
    Handful,
    Head,
    Jar,
    Knob,
    Leaf,
    Loaf,
    Nest,
    Package,
    Part,
    Piece,
    Portion,
    Punnet,
    Rack,
    Rasher,
    Recipe,
    Rib,
    Scoop,
    Sheet,
    Slice,
    Spear,
    Sprig,
    Stalk,
    Stick,
    Strip,
    Tub,
    Tube,
    Wedge,
}

/// How much one of a unit is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// Its amount is a weight, whatever the food.
    Mass {
        /// What one of the unit comes to, in the unit of SI that the field is called by.
        grams: f64,
    },
    /// It is poured or heaped.
    Volume {
        /// What one of the unit comes to, in the unit of SI that the field is called by.
        millilitres: f64,
    },
    /// It measures one side of the thing, as in "5 cm piece of ginger": no amount that can be weighed.
    Length {
        /// What one of the unit comes to, in the unit of SI that the field is called by.
        millimetres: f64,
    },
    /// It is counted: what one of it weighs depends on the food.
    Count,
}

impl Unit {
    /// How much one of it is.
    ///
    /// Avoirdupois weights are exact. Cups, pints, quarts, gallons and fluid ounces are the US customary ones, because
    /// pages that mean the imperial ones nearly always say millilitres beside them. Spoons hold 15, 10 and 5 ml, as
    /// Europe's cooks and US food labels have it. What no law defines is the usual reckoning: a glass 200 ml, a pinch
    /// a sixteenth of a teaspoon, a dash an eighth, a splash or drizzle a teaspoon, twenty drops a millilitre.
    #[must_use]
    pub fn size(self) -> Size {
        match self {
            Self::Milligram => Size::Mass { grams: 0.001 },
            Self::Gram => Size::Mass { grams: 1.0 },
            Self::Kilogram => Size::Mass { grams: 1000.0 },
            Self::Ounce => Size::Mass { grams: 28.349_523_125 },
            Self::Pound => Size::Mass { grams: 453.592_37 },
            Self::Millilitre => Size::Volume { millilitres: 1.0 },
            Self::Centilitre => Size::Volume { millilitres: 10.0 },
            Self::Decilitre => Size::Volume { millilitres: 100.0 },
            Self::Litre => Size::Volume { millilitres: 1000.0 },
            Self::Teaspoon | Self::Splash | Self::Drizzle => Size::Volume { millilitres: 5.0 },
            Self::Dessertspoon => Size::Volume { millilitres: 10.0 },
            Self::Tablespoon | Self::Spoon => Size::Volume { millilitres: 15.0 },
            Self::FluidOunce => Size::Volume { millilitres: 29.573_529_562_5 },
            Self::Cup => Size::Volume { millilitres: 236.588_236_5 },
            Self::Pint => Size::Volume { millilitres: 473.176_473 },
            Self::Quart => Size::Volume { millilitres: 946.352_946 },
            Self::Gallon => Size::Volume { millilitres: 3_785.411_784 },
            Self::Glass => Size::Volume { millilitres: 200.0 },
            Self::Drop => Size::Volume { millilitres: 0.05 },
            Self::Pinch => Size::Volume { millilitres: 0.3125 },
            Self::Dash => Size::Volume { millilitres: 0.625 },
            Self::Millimetre => Size::Length { millimetres: 1.0 },
            Self::Centimetre => Size::Length { millimetres: 10.0 },
            Self::Inch => Size::Length { millimetres: 25.4 },
            _ => Size::Count,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Deserialize)]
    struct Vectors {
        rows: Vec<Row>,
    }

    #[derive(Deserialize)]
    struct Row {
        unit: Unit,
        kind: String,
        size: f64,
    }

    #[derive(Deserialize)]
    struct Lexicon {
        units: BTreeMap<Unit, Vec<String>>,
    }

    #[test]
    fn sizes_are_those_that_the_page_converts_by() {
        let Vectors { rows } = serde_json::from_str(include_str!("../vectors/units.json")).unwrap();
        assert!(rows.len() >= 25);
        for Row { unit, kind, size } in &rows {
            let told = match unit.size() {
                Size::Mass { grams } => ("mass", grams),
                Size::Volume { millilitres } => ("volume", millilitres),
                Size::Length { millimetres } => ("length", millimetres),
                Size::Count => ("count", 0.0),
            };
            assert_eq!((kind.as_str(), *size), told, "{unit:?}");
        }
        let lexicons = [
            include_str!("../lexicons/en.toml"),
            include_str!("../lexicons/es.toml"),
            include_str!("../lexicons/fr.toml"),
        ];
        for lexicon in lexicons {
            let Lexicon { units } = toml::from_str(lexicon).unwrap();
            for unit in units.into_keys().filter(|unit| rows.iter().all(|row| row.unit != *unit)) {
                assert_eq!(unit.size(), Size::Count, "{unit:?} has no row");
            }
        }
    }
}
