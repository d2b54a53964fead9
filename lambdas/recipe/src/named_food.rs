//! Public view of the food table: diets and densities.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::diet::{ANIMAL, Diet, NOT_VEGETARIAN, PERHAPS_GLUTEN, Suits};
use crate::foods::{self, Food, Kinds};
use crate::words::Words;
use crate::{Ingredient, Language};

const MAX_WORDS_OF_A_LINE: usize = 60;
const MAX_WORDS_OF_A_STEP: usize = 400;

/// First English names of foods with a reliable density, from `foods/weighed.toml`.
static WEIGHED: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the compiled-in file is covered by a test")]
    let aisles: BTreeMap<String, Vec<String>> =
        toml::from_str(include_str!("../foods/weighed.toml")).expect("the list is well-formed");
    aisles.into_values().flatten().collect()
});

/// A row of the food table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedFood(&'static Food);

impl NamedFood {
    /// First English name; identifies the food in other data.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Whether `group` is its aisle or one of its kinds (`foods/README.md`).
    #[must_use]
    pub fn is_of(self, group: &str) -> bool {
        self.0.is_of(group)
    }

    /// Density in g/ml, if reliable.
    #[must_use]
    pub fn grams_per_ml(self) -> Option<f64> {
        self.0.grams_per_ml.map(f64::from).filter(|_| WEIGHED.contains(self.0.name))
    }

    /// Whether it suits a diet.
    #[must_use]
    pub fn suits(self, diet: Diet) -> Suits {
        let (bars, perhaps) = match diet {
            Diet::Vegan => (ANIMAL, Kinds::UNSURE),
            Diet::Vegetarian => (NOT_VEGETARIAN, Kinds::UNSURE),
            Diet::GlutenReduced => (Kinds::GLUTEN, PERHAPS_GLUTEN),
        };
        if self.0.kinds.any(bars) {
            Suits::No
        } else if self.0.kinds.any(perhaps) {
            Suits::Unsure
        } else {
            Suits::Yes
        }
    }
}

/// Food of an ingredient name, if the table contains it.
#[must_use]
pub fn food_of(line: &Ingredient, language: Option<Language>) -> Option<NamedFood> {
    foods::find(&Words::of(&line.name, MAX_WORDS_OF_A_LINE), language).map(NamedFood)
}

/// Foods in the first 400 words of a text, in order, with repetitions.
#[must_use]
pub fn foods_in(text: &str, language: Option<Language>) -> Vec<NamedFood> {
    let words = Words::of(text, MAX_WORDS_OF_A_STEP);
    foods::find_all(&words, language).into_iter().map(|found| NamedFood(found.food)).collect()
}

/// Whether a text contains the name of a food in English, Spanish or French.
#[must_use]
pub fn names_food(text: &str) -> bool {
    let languages = [Language::En, Language::Es, Language::Fr];
    languages.into_iter().any(|language| !foods_in(text, Some(language)).is_empty())
}

/// Whether the table has this first English name, aisle or kind; validates data files.
#[must_use]
pub fn is_known_food(food_or_group: &str) -> bool {
    foods::is_named(food_or_group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line;

    #[test]
    fn weighed_food_has_a_density() {
        assert!(WEIGHED.len() >= 20);
        for name in WEIGHED.iter() {
            let line = Ingredient { name: name.clone(), ..Ingredient::default() };
            let food = food_of(&line, Some(Language::En)).unwrap();
            assert!(food.name() == name && food.grams_per_ml().is_some_and(|grams| grams > 0.0), "{name}");
        }
        let pepper = Ingredient { name: "pepper".to_owned(), ..Ingredient::default() };
        assert_eq!(food_of(&pepper, Some(Language::En)).unwrap().grams_per_ml(), None);
    }

    #[test]
    fn food_suits_diets_by_its_kinds() {
        use Diet::{GlutenReduced, Vegan, Vegetarian};
        for (text, vegan, vegetarian, gluten) in [
            ("2 eggs", Suits::No, Suits::Yes, Suits::Yes),
            ("100 g butter", Suits::No, Suits::Yes, Suits::Yes),
            ("500 g chicken breast", Suits::No, Suits::No, Suits::Yes),
            ("50 g parmesan", Suits::No, Suits::No, Suits::Yes),
            ("100 g dark chocolate", Suits::Unsure, Suits::Unsure, Suits::Unsure),
            ("1 cup flour", Suits::Yes, Suits::Yes, Suits::No),
            ("1 l vegetable broth", Suits::Yes, Suits::Yes, Suits::Unsure),
            ("2 onions", Suits::Yes, Suits::Yes, Suits::Yes),
        ] {
            let food = food_of(&line::read(text, Some(Language::En)), Some(Language::En)).unwrap();
            let verdicts = [Vegan, Vegetarian, GlutenReduced].map(|diet| food.suits(diet));
            assert_eq!(verdicts, [vegan, vegetarian, gluten], "{text}");
        }
    }
}
