use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};

use super::{Amounts, Food, Kinds, Portion};
use crate::fold;
use crate::lexicon::IdentityHasher;
use crate::unit::Unit;
use crate::words::Words;

pub(super) struct Table {
    pub(super) foods: Vec<Food>,
    /// Foods per language, by the hash of a name or of the beginning of a name.
    names: HashMap<u64, ByLanguage, BuildHasherDefault<IdentityHasher>>,
    pub(super) usual_portions: HashMap<Unit, f32>,
}

/// Food for a name in English, Spanish, French, or one of the other languages (`names.tsv`).
pub(super) type ByLanguage = [Option<u16>; 4];

pub(super) const OTHER: usize = 3;

pub(super) const NO_WORDS: u64 = 0;

const CAPACITY: usize = 10_000;
const LONGEST_NAME: usize = 12;

pub(super) const AISLES: [(&str, &str); 14] = [
    ("bakery", include_str!("../../foods/bakery.tsv")),
    ("dairy", include_str!("../../foods/dairy.tsv")),
    ("drinks", include_str!("../../foods/drinks.tsv")),
    ("fish", include_str!("../../foods/fish.tsv")),
    ("fruits", include_str!("../../foods/fruits.tsv")),
    ("grains", include_str!("../../foods/grains.tsv")),
    ("legumes", include_str!("../../foods/legumes.tsv")),
    ("meat", include_str!("../../foods/meat.tsv")),
    ("nuts", include_str!("../../foods/nuts.tsv")),
    ("oils", include_str!("../../foods/oils.tsv")),
    ("pantry", include_str!("../../foods/pantry.tsv")),
    ("spices", include_str!("../../foods/spices.tsv")),
    ("sweets", include_str!("../../foods/sweets.tsv")),
    ("vegetables", include_str!("../../foods/vegetables.tsv")),
];

/// Loaded on first use. Malformed rows are skipped; a test detects them.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table {
        foods: Vec::new(),
        names: HashMap::with_capacity_and_hasher(CAPACITY, BuildHasherDefault::default()),
        usual_portions: rows(include_str!("../../foods/portions.tsv")).filter_map(usual_portion).collect(),
    };
    for (aisle, text) in AISLES {
        for row in rows(text) {
            if let Some(food) = food(&row, aisle) {
                table.add(food, &row);
            }
        }
    }
    for row in rows(include_str!("../../foods/names.tsv")) {
        if let &[english, names] = row.as_slice()
            && let Some(id) = table.foods.iter().position(|food| food.name == english)
        {
            table.enter(OTHER, names, id);
        }
    }
    table
});

impl Table {
    pub(super) fn extended_name_hash(name: u64, stem: &str) -> u64 {
        stem.chars().fold(fold::step(name, ' '), fold::step)
    }

    /// Foods with this name per language; `None` if no name starts with it.
    pub(super) fn named(&self, name: u64) -> Option<ByLanguage> {
        self.names.get(&name).copied()
    }

    fn add(&mut self, food: Food, row: &[&'static str]) {
        let id = self.foods.len();
        self.foods.push(food);
        for (language, names) in row.iter().take(OTHER).enumerate() {
            self.enter(language, names, id);
        }
    }

    fn enter(&mut self, language: usize, names: &str, id: usize) {
        let Ok(id) = u16::try_from(id) else { return };
        for name in names.split('|').filter(|name| !name.is_empty()) {
            let words = Words::of(name, LONGEST_NAME);
            let mut hash = NO_WORDS;
            for (at, stem) in words.stems().enumerate() {
                hash = Self::extended_name_hash(hash, stem);
                let foods = self.names.entry(hash).or_default();
                if at + 1 == words.len()
                    && let Some(food) = foods.get_mut(language)
                {
                    food.get_or_insert(id);
                }
            }
        }
    }
}

pub(super) fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect())
}

fn food(row: &[&'static str], aisle: &'static str) -> Option<Food> {
    let &[
        english,
        spanish,
        french,
        kcal,
        fat,
        carbohydrate,
        protein,
        density,
        piece,
        portions,
        edible,
        kinds,
        _,
    ] = row
    else {
        return None;
    };
    let optional = |text: &str| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) };
    let first = |names: &'static str| names.split('|').next();
    Some(Food {
        name: first(english)?,
        names: [first(english)?, first(spanish)?, first(french)?],
        aisle,
        per_100_g: Amounts {
            kcal: kcal.parse().ok()?,
            fat: fat.parse().ok()?,
            carbohydrate: carbohydrate.parse().ok()?,
            protein: protein.parse().ok()?,
        },
        grams_per_ml: optional(density)?,
        grams_a_piece: optional(piece)?,
        portions: portions.split_whitespace().map(portion).collect::<Option<_>>()?,
        edible: optional(edible)?.unwrap_or(100.0_f32) / 100.0,
        kinds: kinds
            .split_whitespace()
            .try_fold(Kinds::default(), |all, word| Some(all.or(Kinds::of_word(word)?)))?,
    })
}

/// Parses a portion and its grams: `stick=113`, `fillet=170`.
fn portion(text: &str) -> Option<Portion> {
    let (name, grams) = text.split_once('=')?;
    let word = Words::of(name, 1).stems().collect();
    Some(Portion { word, unit: unit(name), grams: grams.parse().ok()? })
}

fn usual_portion(row: Vec<&'static str>) -> Option<(Unit, f32)> {
    Some((unit(row.first()?)?, row.get(1)?.parse().ok()?))
}

fn unit(name: &str) -> Option<Unit> {
    let name: StrDeserializer<'_, Error> = name.into_deserializer();
    Unit::deserialize(name).ok()
}

pub(crate) fn is_named(name: &str) -> bool {
    has_group(name) || TABLE.foods.iter().any(|food| food.name == name)
}

pub(crate) fn has_group(group: &str) -> bool {
    Kinds::of_word(group).is_some() || AISLES.iter().any(|(aisle, _)| *aisle == group)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    const EXEMPT: Kinds =
        Kinds::ALCOHOL.or(Kinds::LEAVENING).or(Kinds::FLAVORING).or(Kinds::SPICE).or(Kinds::HERB);

    #[test]
    fn each_food_row_is_valid_and_plausible() {
        let mut count = 0;
        let mut odd = Vec::new();
        for (aisle, text) in AISLES {
            for row in rows(text) {
                let food = food(&row, aisle).unwrap_or_else(|| panic!("{aisle}: {row:?}"));
                count += 1;
                let Amounts { kcal, fat, carbohydrate, protein } = food.per_100_g;
                assert!(fat + carbohydrate + protein <= 101.0, "{row:?}");
                // Fibre, acids and alcohol explain differences.
                let computed = 9.0 * fat + 4.0 * carbohydrate + 4.0 * protein;
                // Half of bran and cocoa is fibre; herbs and spices vary more.
                let is_exempt = food.kinds.any(EXEMPT);
                if !is_exempt && !(computed * 0.5 - 5.0..=computed * 1.1 + 25.0).contains(&kcal) {
                    odd.push((computed, row.clone()));
                }
                assert!(food.grams_per_ml.is_none_or(|density| (0.02..1.6).contains(&density)), "{row:?}");
                assert!((0.1..=1.0).contains(&food.edible), "{row:?}");
                assert!(row[..3].iter().all(|names| !names.is_empty()), "{row:?}");
                assert!(!row[12].is_empty(), "{row:?}");
            }
        }
        assert!(odd.is_empty(), "{odd:#?}");
        assert!(count >= 600, "{count}");
    }

    #[test]
    fn foreign_names_refer_to_existing_foods() {
        let mut owners: HashMap<String, &str> = HashMap::new();
        for row in rows(include_str!("../../foods/names.tsv")) {
            let &[english, names] = row.as_slice() else { panic!("{row:?}") };
            assert!(TABLE.foods.iter().any(|food| food.name == english), "{english}");
            for name in names.split('|') {
                let key: Vec<String> = Words::of(name, 12).stems().map(str::to_owned).collect();
                let owner = owners.insert(key.join(" "), english);
                assert!(owner.is_none_or(|owner| owner == english), "{name} is {owner:?} and {english}");
            }
        }
        assert!(owners.len() > 500);
    }

    #[test]
    fn food_name_is_unique_within_a_language() {
        let mut owners: HashMap<(usize, String), &str> = HashMap::new();
        let mut shared = Vec::new();
        for (_, text) in AISLES {
            for row in rows(text) {
                for (language, names) in row.iter().take(3).enumerate() {
                    for name in names.split('|') {
                        let key: Vec<String> = Words::of(name, 12).stems().map(str::to_owned).collect();
                        let owner = owners.insert((language, key.join(" ")), row[0]);
                        shared.extend(
                            owner.filter(|owner| *owner != row[0]).map(|owner| (name, owner, row[0])),
                        );
                    }
                }
            }
        }
        assert!(shared.is_empty(), "{shared:#?}");
    }
}
