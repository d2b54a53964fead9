//! Diets, and which of the food table's kinds do not suit them.

use crate::foods::Kinds;

pub(crate) const NOT_VEGETARIAN: Kinds = Kinds::MEAT.or(Kinds::FISH).or(Kinds::GELATIN).or(Kinds::RENNET);
pub(crate) const ANIMAL: Kinds = NOT_VEGETARIAN.or(Kinds::DAIRY).or(Kinds::EGG).or(Kinds::HONEY);
pub(crate) const NOT_VEGAN: Kinds = ANIMAL.or(Kinds::UNSURE);
/// Stocks and sauces are thickened with flour as often as not.
pub(crate) const PERHAPS_GLUTEN: Kinds = Kinds::UNSURE.or(Kinds::BROTH).or(Kinds::SAUCE);
pub(crate) const NOT_GLUTEN_FREE: Kinds = Kinds::GLUTEN.or(PERHAPS_GLUTEN);

/// A way of eating that leaves out groups of foods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Diet {
    /// Nothing that comes from an animal, eggs, milk and honey included.
    Vegan,
    /// Neither meat nor fish, nor what is made of dead animals.
    Vegetarian,
    /// Nothing that is made of wheat, rye or barley. What holds traces of it is not told.
    GlutenReduced,
}

/// Whether a food suits a diet, as far as its name tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suits {
    /// By its name it does.
    Yes,
    /// It depends on the maker: the label says it.
    Unsure,
    /// It does not suit: its name says what is left out.
    No,
}
