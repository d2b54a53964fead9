//! Diets, and the kinds of foods that violate them.

use serde::{Deserialize, Serialize};

use crate::foods::Kinds;

pub(crate) const NOT_VEGETARIAN: Kinds = Kinds::MEAT.or(Kinds::FISH).or(Kinds::GELATIN).or(Kinds::RENNET);
pub(crate) const ANIMAL: Kinds = NOT_VEGETARIAN.or(Kinds::DAIRY).or(Kinds::EGG).or(Kinds::HONEY);
pub(crate) const NOT_VEGAN: Kinds = ANIMAL.or(Kinds::UNSURE);
/// Stocks and sauces are often thickened with flour.
pub(crate) const PERHAPS_GLUTEN: Kinds = Kinds::UNSURE.or(Kinds::BROTH).or(Kinds::SAUCE);
pub(crate) const NOT_GLUTEN_FREE: Kinds = Kinds::GLUTEN.or(PERHAPS_GLUTEN);

/// A diet that recipes are checked for or adapted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Diet {
    /// No animal products, including eggs, milk and honey.
    Vegan,
    /// No meat, fish or other products of slaughter (gelatine, rennet).
    Vegetarian,
    /// No wheat, rye or barley; traces are not considered.
    GlutenReduced,
}

/// Whether a food suits a diet, according to its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suits {
    /// Suitable.
    Yes,
    /// Depends on the product; check the label.
    Unsure,
    /// Not suitable.
    No,
}
