//! Units of ingredient lines and their sizes.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

mod agreeing;

pub use agreeing::agreeing;

use serde::{Deserialize, Serialize};

/// Unit of an ingredient line. The forms per language are in `lexicons/`, keyed by the JSON name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are self-explanatory; the lexicons list the forms")]
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

/// Size of one unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Size {
    /// Weight.
    Mass {
        /// Grams per unit.
        grams: f64,
    },
    /// Volume.
    Volume {
        /// Millilitres per unit.
        millilitres: f64,
    },
    /// Length of one side, as in "5 cm piece of ginger"; it cannot be converted to a weight.
    Length {
        /// Millimetres per unit.
        millimetres: f64,
    },
    /// A count; the weight depends on the food.
    Count,
}

impl Unit {
    /// Size of one unit.
    ///
    /// Cups, pints, quarts, gallons and fluid ounces are US customary; spoons are 15, 10 and 5 ml. Others:
    /// glass 200 ml, pinch 1/16 teaspoon, dash 1/8 teaspoon, splash and drizzle 1 teaspoon, 20 drops 1 ml.
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
    fn unit_sizes_match_the_shared_vectors() {
        let Vectors { rows } = serde_json::from_str(include_str!("../vectors/units.json")).unwrap();
        assert!(rows.len() >= 25);
        for Row { unit, kind, size } in &rows {
            let actual = match unit.size() {
                Size::Mass { grams } => ("mass", grams),
                Size::Volume { millilitres } => ("volume", millilitres),
                Size::Length { millimetres } => ("length", millimetres),
                Size::Count => ("count", 0.0),
            };
            assert_eq!((kind.as_str(), *size), actual, "{unit:?}");
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
